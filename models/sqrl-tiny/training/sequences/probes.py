"""Probes that look up how a value is stored before a question is answered."""
import re
from typing import NamedTuple

from protocol.observation import observe
from sql.names import literal, quote

FEW_VALUES = 20
# A cell this long may be cut in what is shown: its beginning is enough to see it.
LONG_VALUE, LONG_VALUE_START = 57, 50


class Probe(NamedTuple):
    """One look-up: what was asked, what it showed, the pattern it searched for (None without one)."""

    sql: str
    observation: str
    pattern: object


def is_visible(observation, value):
    """Whether a cell of the observation shows the value."""
    text = str(value)
    return any(cell == text or (len(text) > LONG_VALUE and cell.startswith(text[:LONG_VALUE_START]))
               for line in observation.split("\n") for cell in line.split("\t"))


def like_probes(schema, value):
    """Look-ups by LIKE until one shows the stored value: [Probe], or None when none does."""
    column, table = value.column, value.column.table
    shown = table.label if column in table.label else [column]
    items = ", ".join(quote(c.name) for c in shown)
    distinct = "DISTINCT " if column not in table.label else ""

    def probe(pattern, like):
        """One look-up."""
        sql = (f"SELECT {distinct}{items} FROM {quote(table.name)} WHERE {quote(column.name)} "
               f"LIKE {literal(like)} LIMIT 10")
        return Probe(sql, observe(schema.connection, sql), pattern)

    spoken = str(value.spoken)
    failed = []
    for word in sorted(re.findall(r"[^\W_]{3,}", spoken), key=len, reverse=True)[:2]:
        found = probe(word, "%" + word + "%")
        if is_visible(found.observation, value.stored):
            return failed + [found]
        if found.observation.endswith("(0 rows)") and not failed:
            failed.append(found)
    words = re.findall(r"\w+", spoken)
    if words and failed:
        for start in (words[0][:3], words[0][:2]):
            found = probe(start, start + "%")
            if is_visible(found.observation, value.stored):
                return failed + [found]
    return None


def distinct_probes(schema, rng, value):
    """A look at the column's different values: [Probe], or None when the stored one is not among them."""
    column = value.column
    sql = (f"SELECT DISTINCT {quote(column.name)} FROM {quote(column.table.name)} "
           f"LIMIT {rng.choice([10, 20, 20, 30])}")
    observation = observe(schema.connection, sql)
    return [Probe(sql, observation, None)] if is_visible(observation, value.stored) else None


def find_probes(schema, rng, value, is_chinook):
    """The look-ups for a value: its column's values when they are few, else LIKE; [Probe], or None."""
    column = value.column
    has_few = len(column.pool) <= FEW_VALUES and column.kind != "text"
    found = distinct_probes(schema, rng, value) if has_few and rng.random() < 0.85 else None
    found = found or like_probes(schema, value)
    if not found and (not is_chinook or column.closed):
        found = distinct_probes(schema, rng, value)
    return found


def probe_chance(value, is_chinook, has_evidence):
    """How often a value is looked up before answering."""
    column, stored, spoken, altered = value
    if column.kind == "year" or column.is_numeric():
        return 0.0
    if is_chinook:
        if column.closed:
            return 0.35 if altered else 0.07
        return 0.85 if altered else 0.16
    if column.kind == "cat":
        if str(stored).lower() != str(spoken).lower():
            return 0.0 if has_evidence else 0.92
        if altered:
            return 0.75
        return 0.3 if str(spoken).islower() else 0.1
    return 0.7 if altered else 0.08
