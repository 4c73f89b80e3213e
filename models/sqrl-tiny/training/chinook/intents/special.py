"""Hand-written questions that fit no general form.

They are in the text files next door: an entry has a template of the question, the SQL, the action and the
sentence on the tables, each going on in indented lines.
"""
import glob
import os
from typing import NamedTuple

from chinook.sales_tables import YEARS
from questions.parts import Sample
from sql.names import literal
from text.templates import expand

FOLDER = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "special")
LIMITS = [2, 3, 3, 5, 5, 5, 10, 10, 4, 7, 8, 20]
# Artists' questions are many; this share of them gives way to another question.
ARTIST_REDRAW_CHANCE = 0.3


class Special(NamedTuple):
    """One hand-written question.

    Slots of the question: {n} a limit, {y} {z} years, {y3} {y4} years of hiring, {d1} {d2} days,
    {k} {l} countries, {g} {h} genres, {a} {b} artists, {e} an employee, {c} a customer.
    In SQL and action: {K} {L} {Gq} {Hq} {Aq} {Bq} their literals, {e1} {e2} {ecol} the employee's names and
    the column asked for, {C} the customer's name and {cw} the condition for it.
    """

    question: str
    sql: str
    action: str
    tables: str


def read_special(folder=FOLDER):
    """All entries, in the order of the files' names and of the lines.

    One draw picks by position: the order is part of what a seed gives.
    """
    entries = []
    for path in sorted(glob.glob(os.path.join(folder, "*.txt"))):
        with open(path, encoding="utf8") as file:
            for block in file.read().split("\n\n"):
                fields = _fields(block)
                if fields:
                    entries.append(Special(**fields))
    return entries


def _fields(block):
    """The fields of one entry; none when the block is a comment."""
    fields, name = {}, None
    for line in block.splitlines():
        if line.startswith("#"):
            continue
        if line.startswith(" "):
            fields[name] += " " + line.strip()
        else:
            name, text = line.split(None, 1)
            fields[name] = text
    return fields


SPECIAL = read_special()


def special(schema, rng):
    """One of the hand-written questions, its slots filled."""
    drawn = rng.choice(SPECIAL)
    question, sql, action, tables = drawn
    if "{a}" in question and rng.random() < ARTIST_REDRAW_CHANCE:
        return special(schema, rng)
    slots, checked = _numbers_and_dates(rng), []
    if "{k}" in question:
        slots.update(_two_countries(schema, rng, checked))
    if "{g}" in question:
        slots.update(_two_genres(schema, rng, checked))
    if "{a}" in question:
        slots.update(_two_artists(schema, rng, checked, exact="{b}" in question))
    if "{e}" in question:
        first, last = rng.choice(schema["Employee"].people)
        question = question.replace("(hired|born)", rng.choice(["hired", "born"]))
        column = "HireDate" if "hired" in question else "BirthDate"
        slots.update(e=first + " " + last, e1=first, e2=last, ecol=column)
    if "{c}" in question:
        first, last = rng.choice(schema["Customer"].people)
        condition = f"Customer.FirstName = {literal(first)} AND Customer.LastName = {literal(last)}"
        slots.update(c=first + " " + last, C=first + " " + last, cw=condition)
    for name, value in slots.items():
        sql = sql.replace("{" + name + "}", str(value))
        action = action.replace("{" + name + "}", str(value))
    return Sample(expand(rng, question, **slots), None, action, [], sql=sql, tables=tables,
                  checked_filters=checked)


def _numbers_and_dates(rng):
    """Slots that every question draws, used or not."""
    limit = rng.choice(LIMITS)
    first, last = sorted(rng.sample(YEARS, 2))
    hired, hired_before = rng.choice([2002, 2003, 2004]), rng.choice([2003, 2004])
    days = sorted("%d-%02d-%02d" % (rng.randint(YEARS[0], YEARS[-1]), rng.randint(1, 12), rng.randint(1, 28))
                  for _ in range(2))
    return dict(n=limit, y=first, z=last, y3=hired, y4=hired_before, d1=days[0], d2=days[1])


def _two_countries(schema, rng, checked):
    """Two countries by their names."""
    def draw():
        return schema.filters["country"](schema, rng)

    one, other = draw(), draw()
    while one.before or other.before or one.value.stored == other.value.stored:
        one, other = draw(), draw()
    checked.append(one)
    return dict(k=one.value.spoken, K=literal(one.value.stored), l=other.value.spoken,
                L=literal(other.value.stored))


def _two_genres(schema, rng, checked):
    """Two genres."""
    def draw():
        return schema.filters["genre"](schema, rng)

    one, other = draw(), draw()
    while one.value.stored == other.value.stored:
        other = draw()
    checked.append(one)
    return dict(g=one.value.spoken, Gq=literal(one.value.stored), h=other.value.spoken,
                Hq=literal(other.value.stored))


def _two_artists(schema, rng, checked, exact):
    """Two well-known artists; exact: by their stored names, since only the first one may be looked up."""
    def draw():
        return schema.filters["artist"](schema, rng, 1)

    one, other = draw(), draw()
    while one.value.stored == other.value.stored:
        other = draw()
    if exact:
        for found in (one, other):
            found.value = found.value._replace(spoken=found.value.stored, altered=False)
    checked.append(one)
    return dict(a=one.value.spoken, Aq=literal(one.value.stored), b=other.value.spoken,
                Bq=literal(other.value.stored))
