"""What a probe shows: result rows only, without a header, cut to a size that a prompt has room for."""
import sqlite3

SHOWN_ROWS = 20
SHOWN_CHARACTERS = 200      # of one cell
FETCHED_ROWS = 10000        # more are not counted


def cell(value):
    """One value as text; a REAL as Python prints it."""
    if value is None:
        return "NULL"
    if isinstance(value, float):
        return repr(value)
    text = str(value).replace("\t", " ").replace("\n", " ")
    return text if len(text) <= SHOWN_CHARACTERS else text[:SHOWN_CHARACTERS - 1] + "…"


def observe(connection, sql):
    """Runs a probe and gives its rows as text, or SQLite's error message."""
    try:
        rows = connection.execute(sql).fetchmany(FETCHED_ROWS)
    except sqlite3.Error as error:
        return f"Error: {error}"
    if not rows:
        return "(0 rows)"
    lines = ["\t".join(map(cell, row)) for row in rows[:SHOWN_ROWS]]
    if len(rows) > SHOWN_ROWS:
        lines.append(f"… ({len(rows) - SHOWN_ROWS} more rows)")
    return "\n".join(lines)
