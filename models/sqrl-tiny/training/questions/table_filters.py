"""Filters on a table: on its own columns, or by the name of a row in a table above it."""
from questions.column_filters import (date_filter, null_filter, number_filter, split_value, text_filter,
                                      value_filter)
from questions.parts import Filter, Value
from sql.names import literal, prose
from text.templates import expand
from text.words import speak

FILTERED_KINDS = ("int", "real", "money", "date", "year", "cat", "city", "country", "bool", "text", "first",
                  "last")
PLACES = ("city", "country")
FILTER_COUNTS = [0, 1, 1, 1, 1, 2]


def own_filter(schema, rng, table):
    """A filter on the table's own columns, or None."""
    if table.custom_filters and rng.random() < table.custom_chance:
        return rng.choice(table.custom_filters)(schema, rng)
    columns = [c for c in table.columns if c.kind in FILTERED_KINDS or (c in table.label and c.pool)]
    columns += [c for c in table.columns if c.nullable and c.kind != "id"]
    if not columns:
        return None
    column = rng.choice(columns)
    if column.nullable and (column.kind in ("misc", "email", "phone") or rng.random() < 0.12):
        return null_filter(rng, column)
    if column.is_numeric():
        return number_filter(rng, column)
    if column.kind in ("date", "year"):
        return date_filter(rng, column)
    if column.kind == "bool":
        return _bool_filter(rng, column)
    if column in table.label:
        return text_filter(rng, column)
    if not column.pool:
        return None
    if column.kind == "cat" and rng.random() < 0.12:
        return _other_than(rng, column)
    if column.kind in ("cat", *PLACES) and len(column.pool) > 2 and rng.random() < 0.12:
        return _one_of_two(rng, column)
    if column.kind in PLACES:
        return value_filter(rng, column, "(from|from|in|in|living in|based in|located in) {v}"
                            if table.is_people else "(in|in|from|located in) {v}")
    found = value_filter(rng, column, "(with {n} {v}|whose {n} is {v}|with [a] {n} of {v}|where {n} is {v})")
    if column.kind == "cat" and found.value and rng.random() < 0.5 and " " not in str(found.value.spoken):
        found.before, found.after = found.value.spoken, ""
    return found


def _bool_filter(rng, column):
    """A flag is set, or is not."""
    wanted = rng.random() < 0.7
    wording = ("(that are {n}|which are {n}|with {n} true)" if wanted
               else "(that are not {n}|which are not {n})")
    return Filter(column.table, "%s = %d" % (column.ref, wanted), "%s = %d" % (prose(column.ref), wanted),
                  after=expand(rng, wording, n=column.nouns[0]))


def _other_than(rng, column):
    """column <> value."""
    stored, spoken = split_value(rng.choice(column.pool))
    wording = "(whose {n} is not|with [a] {n} other than|not in {n}|where {n} is not) {v}"
    differs = f" <> {literal(stored)}"
    return Filter(column.table, column.ref + differs, prose(column.ref) + differs,
                  after=expand(rng, wording, n=column.nouns[0], v=spoken),
                  value=Value(column, stored, spoken, spoken != stored))


def _one_of_two(rng, column):
    """column IN (two values)."""
    (stored, spoken), (other, other_spoken) = [split_value(v) for v in rng.sample(column.pool, 2)]
    wording = "(in|from|with {n}) {a} (or|and) {b}" if column.kind != "cat" else "with {n} {a} or {b}"
    return Filter(column.table, f"{column.ref} IN ({literal(stored)}, {literal(other)})",
                  f"{prose(column.ref)} is {literal(stored)} or {literal(other)}",
                  after=expand(rng, wording, n=column.nouns[0], a=spoken, b=other_spoken),
                  value=Value(column, stored, spoken, spoken != stored))


def parent_filter(schema, rng, table):
    """A filter by the name of a row in a table above ('albums by X'), or None."""
    links = [link for link in table.to_parents
             if link.parent.label and link.parent.label[0].pool and link.parent is not table]
    if not links:
        return None
    link = rng.choice(links)
    return entity_filter(rng, link.parent, rng.choice(link.phrases))


def entity_filter(rng, table, preposition):
    """The row of the table with a drawn name, after a preposition."""
    if len(table.label) == 2:
        return _person_filter(rng, table, preposition)
    found = value_filter(rng, table.label[0], "%s {v}" % preposition, 0.6)
    if rng.random() < 0.15:
        noun = rng.choice(["the " + table.singulars[0], table.singulars[0]])
        found.after = f"{preposition} {noun} {found.value.spoken}"
    return found


def _person_filter(rng, table, preposition):
    """A row named by first and last name; by the first name alone where that is enough."""
    first, last = rng.choice(table.people)
    first_column, last_column = table.label
    if table.first_name_enough and rng.random() < 0.3:
        spoken, _ = speak(rng, first, 0.5)
        return Filter(table, f"{first_column.ref} = {literal(first)}",
                      f"{prose(first_column.ref)} = {literal(first)}", after=f"{preposition} {spoken}",
                      value=Value(first_column, first, spoken, False))
    spoken, altered = speak(rng, first + " " + last, 0.6)
    return Filter(table, f"{first_column.ref} = {literal(first)} AND {last_column.ref} = {literal(last)}",
                  f"the {table.singulars[0]} is {first} {last}", after=f"{preposition} {spoken}",
                  value=Value(last_column, last, spoken.split(" ", 1)[-1], altered))


def draw_filters(schema, rng, table, count=None):
    """Up to count filters on the table, on different columns and at most one before the noun."""
    count = rng.choice(FILTER_COUNTS) if count is None else count
    found = []
    for _ in range(count):
        kind = parent_filter if rng.random() < 0.4 else own_filter
        new = kind(schema, rng, table) or own_filter(schema, rng, table) or parent_filter(schema, rng, table)
        if new and all(_go_together(new, old) for old in found):
            found.append(new)
    return found


def _go_together(one, other):
    """Whether two filters are on different columns and not both before the noun."""
    return one.condition.split()[0] != other.condition.split()[0] and not (one.before and other.before)
