"""Comparisons: with the average, as a share of all, and between two values."""
from questions.intents.listing import pick_entity
from questions.parts import Filter, Sample
from questions.table_filters import own_filter, parent_filter
from sql.names import literal, prose, quote, resolve
from sql.select import Select
from text.templates import expand
from text.words import snake

# How a filter's wording reads after "are" or "is".
AFTER_VERB = [("are that are", "are"), ("are with", "have"), ("is with", "have"), ("are without", "have no"),
              ("are whose", "have"), ("are where", "have")]


def above_average(schema, rng):
    """Things whose number is above or below the average of all."""
    tables = [table for table in schema.entities() if any(c.is_numeric() for c in table.columns)]
    if not tables:
        return None
    table = rng.choice(tables)
    column = rng.choice([c for c in table.columns if c.is_numeric()])
    above = rng.random() < 0.7
    counted = rng.random() < 0.35
    items = "COUNT(*)" if counted else ", ".join(resolve(ref, False) for ref in table.label_refs())
    table_name, column_name = quote(table.name), quote(column.name)
    sql = (f"SELECT {items} FROM {table_name} WHERE {column_name} {'>' if above else '<'} "
           f"(SELECT AVG({column_name}) FROM {table_name})")
    relation = rng.choice(["above", "higher than", "greater than", "more than", "over"] if above
                          else ["below", "lower than", "less than", "under"])
    adjective = None
    if len(column.adjectives) > 3 and rng.random() < 0.6:
        adjective = column.adjectives[2 if above else 3]
    things = table.plural(rng)
    noun = rng.choice(column.nouns)
    if adjective:
        wording = "{n} {a} [the] average"
    else:
        wording = (
            "({n} with [a] {c} {a} [the] average [{c}]|{n} with {a2} average {c}|"
            "{n} whose {c} is {a} (the|) average)"
        )
    body = expand(rng, wording, n=things, c=noun, a=adjective or relation, a2="above" if above else "below")
    wording = "how many {b} [are there]" if counted else "(list|which are the|show|find|which|) [the|all] {b}"
    question = expand(rng, wording, b=body)
    action = f"compare {column.name} with a subquery for AVG({column.name})"
    return Sample(question, None, action + (" and count the rows" if counted else ""), [], sql=sql,
                  tables=expand(rng, "(Only {t} is needed|The {t} table has what is needed)", t=table.name))


def percentage(schema, rng):
    """The share of things for which a filter holds."""
    table = pick_entity(schema, rng)
    found = None
    for _ in range(5):
        found = (own_filter if rng.random() < 0.7 else parent_filter)(schema, rng, table)
        if found:
            break
    if not found:
        return None
    select = Select(schema, table).need(found.table)
    for other in found.via:
        select.need(other)
    if select.fans_out:
        return None
    select.items = [f"ROUND(100.0 * SUM(CASE WHEN {found.condition} THEN 1 ELSE 0 END) / COUNT(*), 2)"]
    things = table.plural(rng)
    after = found.after
    if found.before:
        question = expand(rng, (
            "(what percentage of {n} are {p}|percentage of {n} that are {p}|what percent of {n} is {p}|"
            "share of {p} {n} (in percent|as a percentage))"
        ), n=things, p=found.before)
    else:
        question = expand(rng, (
            "(what percentage of {n} (are|is) {w}|percentage of {n} {w}|what percent of {n} are {w}|"
            "what share of {n} are {w} in percent)"
        ), n=things, w=after)
        for clumsy, better in AFTER_VERB:
            question = question.replace(clumsy, better)
    action = f"count rows where {found.why} with SUM(CASE ...), times 100.0, divided by COUNT(*)"
    return Sample(question, select, action, [], checked_filters=[found])


def compare_two(schema, rng):
    """Which of two parents has more children, or how many each has."""
    links = [link for link in schema.child_links()
             if len(link.parent.label) == 1 and len(link.parent.label[0].pool) > 1]
    if not links:
        return None
    child, _, parent, _, _ = rng.choice(links)
    one, other = rng.sample(parent.label[0].pool, 2)
    if isinstance(one, tuple):
        return None
    select = Select(schema, child).need(parent)
    label = parent.label[0].ref
    select.where = [f"{label} IN ({literal(one)}, {literal(other)})"]
    select.group = parent.key.ref
    children = child.plural(rng)
    if rng.random() < 0.5:
        select.items = [label]
        select.order, select.limit = "COUNT(*) DESC", 1
        question = expand(rng, (
            "(which (|{p} )has more {c}, {a} or {b}|who has more {c}: {a} or {b}|"
            "does {a} or {b} have more {c}|{a} or {b}: which has more {c})"
        ), p=parent.singular(rng), c=children, a=one, b=other)
        action = f"count rows per {parent.name} and keep the larger one"
    else:
        select.items = [label, f"COUNT(*) AS {snake(child.singulars[0])}_count"]
        question = expand(rng, (
            "(compare the number of {c} (of|for) {a} and {b}|how many {c} do {a} and {b} have|"
            "number of {c} for {a} and {b})"
        ), c=children, a=one, b=other)
        action = "count rows per " + parent.name
    either = Filter(parent, "", f"{prose(label)} is {literal(one)} or {literal(other)}")
    return Sample(question, select, action, [either])


def have_both(schema, rng):
    """Parents that have children with one value and children with another.

    None where all categories are pairs of (stored, spoken), as they are in the invented domains.
    """
    choices = [(link, column) for link in schema.child_links() if link.parent.label
               for column in link.child.columns
               if column.kind == "cat" and len(column.pool) > 1 and not isinstance(column.pool[0], tuple)]
    if not choices:
        return None
    (child, foreign_key, parent, key, _), column = rng.choice(choices)
    one, other = rng.sample(column.pool, 2)
    parent_name, child_name = quote(parent.name), quote(child.name)
    items = ", ".join(resolve(ref, True) for ref in parent.label_refs())
    part = (f"SELECT {items} FROM {parent_name} JOIN {child_name} ON {child_name}.{quote(foreign_key.name)} "
            f"= "
            f"{parent_name}.{quote(key.name)} WHERE {child_name}.{quote(column.name)} = ")
    sql = part + literal(one) + " INTERSECT " + part + literal(other)
    question = expand(rng, (
        "(which {p} have both {a} and {b} {c}|{p} with both {a} and {b} {c}|"
        "list {p} that have {c} with {n} {a} and {c} with {n} {b})"
    ), p=parent.plural(rng), c=child.plural(rng), a=one, b=other, n=column.nouns[0])
    action = (f"select {parent.label[0].name} for {column.name} = {literal(one)} and INTERSECT with "
              f"{column.name} = {literal(other)}")
    return Sample(question, None, action, [], sql=sql,
                  tables=f"I join {parent.name} to {child.name} on {foreign_key.name}")
