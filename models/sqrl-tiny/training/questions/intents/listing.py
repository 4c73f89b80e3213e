"""Lists, counts, attributes and distinct values of one kind of thing."""
import re

from questions.parts import Sample
from questions.phrases import SHOW, column_words, names_joined, noun_phrase
from questions.table_filters import draw_filters, entity_filter
from sql.select import Select
from text.templates import expand
from text.words import enumeration, plural


def pick_entity(schema, rng):
    """A table of things, drawn by weight."""
    entities = schema.entities()
    return rng.choices(entities, [table.weight for table in entities])[0]


def listing(schema, rng):
    """Things with filters, maybe ordered."""
    table = pick_entity(schema, rng)
    filters = draw_filters(schema, rng, table)
    select = Select(schema, table).filter(filters)
    select.items = table.label_refs()
    things = noun_phrase(rng, table, filters)
    action = "select " + names_joined(table.label)
    if select.fans_out:
        select.distinct = True
        action += " without duplicates"
    tail, ordered = _draw_order(rng, table, select)
    action += ordered
    if table.is_people and rng.random() < 0.15 and filters:
        question = expand(rng, "(who are the|who are our|which) {n} {t}", n=things, t=tail)
    elif rng.random() < 0.12 and filters and not filters[0].before and len(filters) == 1 and not tail:
        question = expand(rng, "which {p} are {f}", p=table.plural(rng),
                          f=re.sub(r"^that are ", "", filters[0].after))
    else:
        names = ""
        if len(table.label) == 1 or rng.random() < 0.5:
            names = rng.choice(["", "", "", "the names of ", "names of ", "the "])
        question = expand(rng, SHOW + " [all|all the|the|our] " + names + "{n} {t}", n=things, t=tail)
    return Sample(question, select, action, filters)


def _draw_order(rng, table, select):
    """Maybe orders the statement; gives (wording, addition to the action)."""
    form = rng.random()
    numbers = [column for column in table.columns if column.is_numeric()]
    if form < 0.12:
        column = table.label[-1]
        select.order = column.ref
        noun = column.nouns[0]
        tail = expand(rng, "(in alphabetical order|sorted by %s|ordered by %s|alphabetically|a to z)"
                      % (noun, noun))
        return tail, ", ordered by " + column.name
    if form < 0.25 and numbers:
        column = rng.choice(numbers)
        descending = rng.random() < 0.6
        select.order = column.ref + (" DESC" if descending else "")
        order = ("descending|from high to low|desc|highest first" if descending
                 else "ascending|from low to high|lowest first")
        tail = expand(rng, "(sorted by|ordered by|by) {c} (%s)" % order, c=rng.choice(column.nouns))
        return tail, ", ordered by " + column.name + (" descending" if descending else "")
    return "", ""


def count(schema, rng):
    """How many things there are."""
    table = pick_entity(schema, rng)
    filters = draw_filters(schema, rng, table)
    select = Select(schema, table).filter(filters)
    things = noun_phrase(rng, table, filters)
    if select.fans_out:
        select.items = ["COUNT(DISTINCT %s)" % table.key.ref]
        action = "count distinct " + table.key.name
    else:
        select.items = ["COUNT(*)"]
        action = rng.choice(["count the rows", "count them with COUNT(*)", "count the matching rows"])
    question = expand(rng, (
        "(how many {n} (are there|do we have|exist||do we sell|do we carry|do you have|are in the store|"
        "do we offer|are available)|how many {n}|number of {n}|what is the [total] number of {n}|"
        "count [the|all] {n}|count of {n}|total number of {n}|how many {n} in total|"
        "how many {n} are in the database)"
    ), n=things)
    return Sample(question, select, action, filters)


def attributes(schema, rng):
    """Chosen columns of things: 'email of customer X', 'title and pages of books by Y'."""
    table = pick_entity(schema, rng)
    columns = [c for c in table.columns if c.kind != "id" and c not in table.label]
    if not columns:
        return None
    chosen = rng.sample(columns, min(len(columns), rng.choice([1, 1, 1, 2])))
    if table.label[0].pool and rng.random() < 0.5:
        return _attributes_of_one(schema, rng, table, chosen)
    filters = draw_filters(schema, rng, table)
    select = Select(schema, table).filter(filters)
    named = rng.random() < 0.7
    shown = (table.label if named else []) + chosen
    select.items = [c.ref for c in shown]
    nouns = ([table.label[0].nouns[0]] if len(table.label) == 1 else ["name"]) if named else []
    nouns += [rng.choice(c.nouns) for c in chosen]
    all_words = enumeration(rng, nouns)
    things = noun_phrase(rng, table, filters)
    if named and rng.random() < 0.4:
        question = expand(rng, SHOW + " [all|the] {n} (with|and|along with|together with) their {w}",
                          n=things, w=column_words(rng, chosen))
    else:
        question = expand(rng, "(list|show|give|give me|what are|find|get|) the {w} (of|for|for all|"
                               "of all) {n}",
                          n=things, w=all_words)
    return Sample(question, select, "select " + ", ".join(c.name for c in shown), filters)


def _attributes_of_one(schema, rng, table, columns):
    """Columns of one thing that is called by its name."""
    named = entity_filter(rng, table, "")
    select = Select(schema, table).filter([named])
    select.items = [c.ref for c in columns]
    question = expand(rng, (
        "(what is the {c} of [the {e}] {v}|{c} of {v}|show the {c} (of|for) {v}|what's the {c} (of|for) {v}|"
        "what {c} does {v} have|{v} {c}|find the {c} of the {e} {v})"
    ), c=column_words(rng, columns), v=named.after.strip(), e=table.singular(rng))
    return Sample(question, select, "select " + names_joined(columns), [named])


def distinct_values(schema, rng):
    """The different values of a column, or how many there are."""
    columns = [c for table in schema.tables for c in table.columns if c.kind in ("cat", "city", "country")]
    if not columns:
        return None
    column = rng.choice(columns)
    table = column.table
    noun = rng.choice(column.nouns)
    select = Select(schema, table)
    if rng.random() < 0.45:
        select.items = ["COUNT(DISTINCT %s)" % column.ref]
        wording = (
            "(how many (different|distinct|unique) {c} (are there|do we have|do {t} have|"
            "do the {t} come from|)|number of (distinct|different|unique) {t1} {c}|"
            "count (distinct|unique) {c} of {t}|how many {c} are there)"
        )
        action = "count distinct " + column.name
    else:
        select.distinct = True
        select.items = [column.ref]
        wording = (
            "(what (|different |distinct )(|{t1} ){c} (are there|do we have|exist)|"
            "(list|show) [all] [the] (distinct|different|unique|) {c} of {t}|"
            "which {c} do {t} (have|come from)|(list|show) [all] (distinct|unique|different) {t1} {c}|"
            "unique {t1} {c})"
        )
        action = "select the distinct values of " + column.name
    question = expand(rng, wording, c=plural(noun), t=table.plural(rng), t1=table.singular(rng))
    return Sample(question, select, action, [])
