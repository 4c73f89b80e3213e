"""Probes that a question does not need: a look at dates, rows or a join, a test run, a mistake made good."""
import re

from protocol.observation import observe
from sequences.turns import answer_block, probe_turn
from sql.names import quote, resolve
from text.templates import expand

# Thresholds of one draw.
DATE_LOOK, ROWS_LOOK, TEST_RUN, JOIN_LOOK, MISTAKE = 0.035, 0.06, 0.12, 0.15, 0.19

IDENTIFIER = r"(\w+|`[^`]+`)"
YEAR_OR_MONTH = re.compile(r"strftime\('%Y(?:-%m)?', (?:" + IDENTIFIER + r"\.)?" + IDENTIFIER + r"\)")
FIRST_TABLE = re.compile("FROM " + IDENTIFIER)
BARE_NAME = re.compile(r"(?<=[ (.,])([A-Za-z_]{4,})(?=[ ),]|$)")
MISSING_NAME = re.compile(r"no such (column|table): (\S+)")
OUTER_COUNT = "SELECT COUNT(*) FROM ("


def take_detour(rng, schema, sample, why, answer):
    """Rarely a probe before the answer: (its turns, the answer after it)."""
    drawn = rng.random()
    if drawn < DATE_LOOK and "strftime" in sample.sql:
        return _look_at_dates(rng, schema, sample, answer)
    if drawn < ROWS_LOOK:
        return _look_at_rows(rng, schema, sample, answer)
    if drawn < TEST_RUN and not sample.sql.startswith(OUTER_COUNT):
        return _run_once(rng, schema, sample, why)
    if drawn < JOIN_LOOK and sample.select is not None and sample.select.joins:
        return _look_at_join(rng, schema, sample, answer)
    if drawn < MISTAKE:
        return _make_mistake(rng, schema, sample, why, answer)
    return [], answer


def _look_at_dates(rng, schema, sample, answer):
    """How dates are stored."""
    match = YEAR_OR_MONTH.search(sample.sql)
    if not match:
        return [], answer
    table = match.group(1) or FIRST_TABLE.search(sample.sql).group(1)
    column = match.group(2)
    sql = f"SELECT {column} FROM {table} LIMIT 3"
    observation = observe(schema.connection, sql)
    if observation.startswith("Error"):
        return [], answer
    said = expand(rng, "(I check the date format of {c} first.|I look at how {c} is stored.)",
                  c=column.strip("`"))
    found = expand(rng, "(Dates start with the year, so strftime works.|The dates are ISO formatted.)")
    return [probe_turn(said, sql, observation)], found + " " + answer


def _look_at_rows(rng, schema, sample, answer):
    """A few rows of the first table."""
    table = FIRST_TABLE.search(sample.sql).group(1)
    sql = f"SELECT * FROM {table} LIMIT 3"
    said = expand(rng, "(I take a quick look at {t} to see real rows.|I look at a few rows of {t} first.)",
                  t=table.strip("`"))
    return [probe_turn(said, sql, observe(schema.connection, sql))], answer


def _run_once(rng, schema, sample, why):
    """The answer's query, before it is given."""
    sql = sample.sql if "LIMIT" in sample.sql else sample.sql + " LIMIT 5"
    observation = observe(schema.connection, sql)
    said = expand(rng, "(I run it once to check the result.|I check that it returns sensible rows.)")
    found = expand(rng, (
        "(The result looks right, so this is the answer.|The check returns sensible rows, so I answer with "
        "the same query.|The rows confirm the plan.)"
    ))
    return [probe_turn(why + " " + said, sql, observation)], found + "\n" + answer_block(sample.sql)


def _look_at_join(rng, schema, sample, answer):
    """Whether the first join matches rows."""
    base = sample.select.base
    joined, condition = sample.select.joins[0][:2]
    sql = (f"SELECT COUNT(*) FROM {quote(base.name)} JOIN {quote(joined.name)} "
           f"ON {resolve(condition, True)}")
    observation = observe(schema.connection, sql)
    if observation.startswith("Error"):
        return [], answer
    said = expand(rng, (
        "(I verify that the join of {a} and {b} matches rows.|I check the join between {a} and {b} first.)"
    ), a=base.name, b=joined.name)
    found = expand(rng, "(The join works.|The join matches rows.)")
    return [probe_turn(said, sql, observation)], found + " " + answer


def _make_mistake(rng, schema, sample, why, answer):
    """A query with a wrong name, whose turn is not to be learned, and how it is made good."""
    sql = with_wrong_name(rng, schema, sample.sql)
    if not sql:
        return [], answer
    said = why + rng.choice([" I run it once to check the result.", ""])
    observation = observe(schema.connection, sql)
    turn = probe_turn(said, sql, observation, is_learned=False)
    missing = MISSING_NAME.search(observation)
    if missing:
        found = expand(rng, (
            "(There is no {k} {n}, so I correct the name from the schema.|"
            "{n} does not exist; I use the name given in the schema.)"
        ), k=missing.group(1), n=missing.group(2))
    elif observation.endswith("(0 rows)"):
        found = expand(rng, (
            "(The filter matched no rows, so I correct it.|That returned nothing, so I fix the filter.)"))
    else:
        return [], answer      # the wrong name was no mistake here
    return [turn], found + " " + answer


def with_wrong_name(rng, schema, sql):
    """The query with one column's name wrong, or None when the drawn name is right, or there is none."""
    names = {column.name for table in schema.tables for column in table.columns}
    places = [match for match in BARE_NAME.finditer(sql) if match.group(1) in names]
    if not places:
        return None
    place = rng.choice(places)
    name = place.group(1)
    wrong = rng.choice([
        name + "s",
        name.replace("Name", "FullName") if "Name" in name else name + "_name",
        "Total" + name,
        name[:-1],
        name.replace("_", "") if "_" in name else name + "Id",
    ])
    if wrong in names or wrong == name:
        return None
    return sql[:place.start()] + wrong + sql[place.end():]
