"""Parents and their children: those without any, those with some, and how many on average."""
from questions.parts import Sample
from questions.phrases import names_joined, noun_phrase
from questions.table_filters import own_filter, parent_filter
from sql.names import quote, resolve
from sql.select import Select
from text.templates import expand


def _links_to_named_parents(schema):
    """Links whose parent's rows have a name."""
    return [link for link in schema.child_links() if link.parent.label]


def without_children(schema, rng):
    """Parents with no child rows."""
    links = _links_to_named_parents(schema)
    if not links:
        return None
    child, foreign_key, parent, key, _ = rng.choice(links)
    children = child.plural(rng)
    wordings = parent.child_wordings.get(child.name)
    lacking = rng.choice(wordings[0] if wordings else [
        "have no " + children, "don't have any " + children, "have not any " + children,
        "do not have " + children, "without any " + children, "with no " + children, "without " + children,
        "have zero " + children])
    counted = rng.random() < 0.25
    by_join = rng.random() < 0.4
    parents = parent.plural(rng)
    items = "COUNT(*)" if counted else ", ".join(resolve(ref, by_join) for ref in parent.label_refs())
    parent_name, child_name = quote(parent.name), quote(child.name)
    key_name, foreign_name = quote(key.name), quote(foreign_key.name)
    if by_join:
        sql = (f"SELECT {items} FROM {parent_name} LEFT JOIN {child_name} ON {child_name}.{foreign_name} = "
               f"{parent_name}.{key_name} WHERE {child_name}.{foreign_name} IS NULL")
        action = (f"LEFT JOIN {parent.name} to {child.name} on {foreign_key.name} and keep rows where "
                  f"{foreign_key.name} is NULL")
    else:
        # One NULL among the values would make NOT IN true for nothing.
        not_null = f" WHERE {foreign_name} IS NOT NULL" if foreign_key.nullable else ""
        sql = (f"SELECT {items} FROM {parent_name} WHERE {key_name} NOT IN "
               f"(SELECT {foreign_name} FROM {child_name}{not_null})")
        action = (f"keep {parent.name} rows whose {key.name} does not appear in "
                  f"{child.name}.{foreign_key.name} (NOT IN)")
    if counted:
        question = expand(rng, "how many {n} {w}", n=parents, w=lacking)
    else:
        if lacking.startswith("with"):
            wording = "(list|show|find|show me|) [the|all] {n} {w}"
        else:
            wording = (
                "(which {n} {w}|list [the|all] {n} that {w}|find {n} (who|that) {w}|{n} that {w}|"
                "show {n} (that|who) {w})"
            )
        question = expand(rng, wording, n=parents, w=lacking)
        if not parent.is_people:
            question = question.replace(" who ", " that ")
    tables = expand(rng, "({p} holds the {n} and {c} the {ch}|Compare {p} with {c})",
                    p=parent.name, c=child.name, n=parent.plurals[0], ch=child.plurals[0])
    if counted:
        action += ", then count them"
    return Sample(question, None, action, [], sql=sql, tables=tables)


def with_children(schema, rng):
    """Parents that have at least one child with a property."""
    links = _links_to_named_parents(schema)
    if not links:
        return None
    child, _, parent, _, _ = rng.choice(links)
    found = None
    for _ in range(4):
        found = own_filter(schema, rng, child) or parent_filter(schema, rng, child)
        if found and found.table is not parent:
            break
    if not found or found.table is parent:
        return None
    wordings = parent.child_wordings.get(child.name)
    children = noun_phrase(rng, child, [found])
    counted = rng.random() < 0.35
    select = Select(schema, parent).need(child).filter([found])
    if counted:
        select.items = ["COUNT(DISTINCT %s)" % parent.key.ref]
        action = "count distinct " + parent.key.name
    else:
        select.distinct = True
        select.items = parent.label_refs()
        action = "select distinct " + names_joined(parent.label)
    have = rng.choice(wordings[1] if wordings else ["have", "have at least one", "have any"])
    parents = parent.plural(rng)
    if counted:
        wording = "how many {p} {h} {n}"
    else:
        wording = "(which {p} {h} {n}|(list|find|show|) [the|all] {p} (who|that) {h} {n}|{p} that {h} {n})"
    question = expand(rng, wording, p=parents, h=have, n=children)
    if not parent.is_people:
        question = question.replace(" who ", " that ")
    return Sample(question, select, action, [found])


def average_per_parent(schema, rng):
    """How many children a parent has on average."""
    links = [link for link in schema.child_links() if link.parent.singulars]
    if not links:
        return None
    child, foreign_key, parent, _, _ = rng.choice(links)
    sql = (f"SELECT ROUND(AVG(n), 2) FROM (SELECT COUNT(*) AS n FROM {quote(child.name)} "
           f"GROUP BY {quote(foreign_key.name)})")
    question = expand(rng, (
        "(what is the average number of {c} per {p}|average number of {c} per {p}|"
        "on average how many {c} (does a {p} have|are there per {p})|avg {c} per {p}|"
        "how many {c} does (a|each|the average) {p} have on average)"
    ), c=child.plural(rng), p=parent.singular(rng))
    tables = expand(rng, "(Only {t} is needed|The {t} table links {c} to {p})",
                    t=child.name, c=child.plurals[0], p=parent.plurals[0])
    return Sample(question, None, f"count rows per {foreign_key.name} in a subquery, then average the "
                                  f"counts", [],
                  sql=sql, tables=tables)
