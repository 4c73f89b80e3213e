"""Names and literals in SQL text, and references that are resolved late.

A reference '@[Table.Column]' stands for a column until it is known whether the statement has one table
(a bare name is enough) or several (the table's name goes in front).
"""
import re

KEYWORDS = set("""ABORT ACTION ADD AFTER ALL ALTER ALWAYS ANALYZE AND AS ASC ATTACH
AUTOINCREMENT BEFORE BEGIN BETWEEN BY CASCADE CASE CAST CHECK COLLATE COLUMN COMMIT
CONFLICT CONSTRAINT CREATE CROSS CURRENT CURRENT_DATE CURRENT_TIME CURRENT_TIMESTAMP
DATABASE DEFAULT DEFERRABLE DEFERRED DELETE DESC DETACH DISTINCT DO DROP EACH ELSE END
ESCAPE EXCEPT EXCLUDE EXCLUSIVE EXISTS EXPLAIN FAIL FILTER FIRST FOLLOWING FOR FOREIGN
FROM FULL GENERATED GLOB GROUP GROUPS HAVING IF IGNORE IMMEDIATE IN INDEX INDEXED
INITIALLY INNER INSERT INSTEAD INTERSECT INTO IS ISNULL JOIN KEY LAST LEFT LIKE LIMIT
MATCH MATERIALIZED NATURAL NO NOT NOTHING NOTNULL NULL NULLS OF OFFSET ON OR ORDER
OTHERS OUTER OVER PARTITION PLAN PRAGMA PRECEDING PRIMARY QUERY RAISE RANGE RECURSIVE
REFERENCES REGEXP REINDEX RELEASE RENAME REPLACE RESTRICT RETURNING RIGHT ROLLBACK ROW
ROWS SAVEPOINT SELECT SET TABLE TEMP TEMPORARY THEN TIES TO TRANSACTION TRIGGER
UNBOUNDED UNION UNIQUE UPDATE USING VACUUM VALUES VIEW VIRTUAL WHEN WHERE WINDOW WITH
WITHOUT""".split())

_REFERENCE = re.compile(r"@\[([^\]]+)\]")


def quote(name):
    """The identifier bare when that is possible, else in backticks."""
    if re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*", name) and name.upper() not in KEYWORDS:
        return name
    return "`" + name.replace("`", "``") + "`"


def literal(value):
    """The value as an SQL literal."""
    if isinstance(value, (int, float)):
        return "%g" % value if isinstance(value, float) and abs(value) < 1e5 else str(value)
    return "'" + str(value).replace("'", "''") + "'"


def resolve(text, qualified):
    """The text with its references as quoted names, the table's name in front when qualified."""
    def name(match):
        """The name for one reference."""
        table, column = match.group(1).split(".", 1)
        return (quote(table) + "." if qualified else "") + quote(column)
    return _REFERENCE.sub(name, text)


def prose(text):
    """The text with its references as they appear in a sentence."""
    return _REFERENCE.sub(r"\1", text)
