"""Aggregates of a column, and things with the highest or lowest value."""
from questions.parts import Sample
from questions.phrases import afters, befores, noun_phrase
from questions.table_filters import draw_filters
from sql.select import Select
from text.templates import expand
from text.words import snake

FUNCTIONS = ["AVG", "AVG", "SUM", "MAX", "MIN"]
FUNCTION_WORDS = {"AVG": ["average", "avg", "mean"], "SUM": ["total", "sum of", "combined"],
                  "MAX": ["maximum", "highest", "max", "largest"],
                  "MIN": ["minimum", "lowest", "min", "smallest"]}
ALIAS_PREFIXES = {"AVG": "avg", "SUM": "total", "MAX": "max", "MIN": "min"}


def aggregate_expression(rng, function, column):
    """An aggregate of a column, maybe in another unit: (SQL, unit, alias, note for the reasoning)."""
    expression = f"{function}({column.ref})"
    if column.conversions and rng.random() < 0.6:
        words, _, divisor, suffix = rng.choice(column.conversions)
        return (f"ROUND({expression} / {divisor}, 2)", rng.choice(words), snake(function) + "_" + suffix,
                " divided by " + divisor)
    alias = ALIAS_PREFIXES[function] + "_" + snake(column.nouns[0])
    if function == "AVG" or (function == "SUM" and column.kind in ("money", "real")):
        expression = f"ROUND({expression}, 2)"
    return expression, "", alias, ""


def aggregate(schema, rng):
    """The average, sum, maximum or minimum of a column."""
    tables = [table for table in schema.tables if any(c.is_numeric() for c in table.columns)]
    if not tables:
        return None
    table = rng.choice(tables)
    column = rng.choice([c for c in table.columns if c.is_numeric()])
    function = rng.choice(FUNCTIONS)
    if function == "SUM" and column.adjectives and "old" in " ".join(column.adjectives):
        function = "AVG"     # nobody adds up ages
    filters = draw_filters(schema, rng, table)
    select = Select(schema, table).filter(filters)
    if select.fans_out:
        return None
    expression, unit, _, note = aggregate_expression(rng, function, column)
    select.items = [expression]
    things = noun_phrase(rng, table, filters)
    in_unit = expand(rng, "in {u}", u=unit) if unit else ""
    noun = rng.choice(column.nouns)
    if filters:
        wording = (
            "(what is the {a} {c} (of|for) {n} {u}|{a} {c} of {n} {u}|what's the {a} {c} {u} of {n}|"
            "{a} {c} {u} for {n}|find the {a} {c} of {n} {u})"
        )
    else:
        wording = (
            "(what is the {a} {c} (of|for|across) [all] {n} {u}|{a} {c} of {n} {u}|"
            "what's the {a} {c} {u} (of|for) {n}|{a} {n1} {c} {u}|show the {a} {c} {u} of {n}|"
            "calculate the {a} {c} of {n} {u})"
        )
    question = expand(rng, wording, a=rng.choice(FUNCTION_WORDS[function]), c=noun, n=things, u=in_unit,
                      n1=table.singular(rng))
    return Sample(question, select, f"take {function} of {column.name}{note}", filters)


def superlative(schema, rng):
    """The thing, or the few things, with the highest or lowest number or date."""
    def is_ordered(column):
        """Whether things can be sorted by the column."""
        return column.is_numeric() or column.kind in ("date", "year")

    tables = [table for table in schema.entities() if any(is_ordered(c) for c in table.columns)]
    if not tables:
        return None
    table = rng.choice(tables)
    column = rng.choice([c for c in table.columns if is_ordered(c)])
    filters = draw_filters(schema, rng, table, rng.choice([0, 0, 0, 1]))
    select = Select(schema, table).filter(filters)
    if select.fans_out:
        return None
    descending = rng.random() < 0.65
    limit = rng.choice([1, 1, 1, 2, 3, 3, 5, 5, 10])
    noun = rng.choice(column.nouns)
    with_value = limit > 1 and rng.random() < 0.4
    select.items = table.label_refs() + ([column.ref] if with_value else [])
    select.order = column.ref + (" DESC" if descending else (" ASC" if rng.random() < 0.3 else ""))
    select.limit = limit
    one = (befores(filters) + " " + table.singular(rng)).strip()
    many = (befores(filters) + " " + table.plural(rng)).strip()
    slots = dict(one=one, n=many, k=limit, f=afters(filters), c=noun, h=_extreme(rng, column, descending))
    slots["w"] = ""
    if with_value:
        slots["w"] = expand(rng, "(and their|with their|along with their|and show the) {c}", c=noun)
    slots["a"] = _adjective(column, descending)
    if limit == 1:
        question = _superlative_one(rng, table, slots)
    else:
        question = _superlative_many(rng, descending, slots)
    action = (f"order by {column.name} {'descending' if descending else 'ascending'} and keep "
              + ("the first row" if limit == 1 else f"{limit} rows"))
    return Sample(question, select, action, filters)


def _adjective(column, descending):
    """The column's adjective for the extreme, or None.

    A date's first adjective goes with its latest value (newest, youngest), unless it is 'oldest'.
    """
    if len(column.adjectives) < 2:
        return None
    first, second = column.adjectives[:2]
    if column.kind in ("date", "year") and first == "oldest":
        first, second = second, first
    return first if descending else second


def _extreme(rng, column, descending):
    """The word for the extreme value of a column."""
    if column.kind in ("date", "year"):
        return "latest" if descending else "earliest"
    word = rng.choice(["highest", "largest", "biggest", "most"] if descending
                      else ["lowest", "smallest", "least"])
    if word in ("most", "least"):
        return "highest" if descending else "lowest"
    return word


def _superlative_one(rng, table, slots):
    """The question for a single thing."""
    if slots["a"] and rng.random() < 0.7:
        if table.is_people:
            wording = (
                "(what is the {a} {one} {f}|which {one} {f} is the {a}|the {a} {one} {f}|{a} {one} {f}|"
                "find the {a} {one} {f}|which is the {a} {one} {f}|what's the {a} {one} {f}|"
                "who is the {a} {one} {f})"
            )
        else:
            wording = (
                "(what is the {a} {one} {f}|which {one} {f} is the {a}|{a} {one} {f}|find the {a} {one} {f}|"
                "which is the {a} {one} {f}|what's our {a} {one} {f}|name of the {a} {one} {f})"
            )
        return expand(rng, wording, a=slots["a"], one=slots["one"], f=slots["f"])
    wording = (
        "({w} {f} has the {h} {c}|which {one} {f} has the {h} {c}|{one} with the {h} {c} {f}|"
        "find the {one} {f} with the {h} {c})"
    )
    return expand(rng, wording, w="who" if table.is_people else "which " + slots["one"], one=slots["one"],
                  f=slots["f"], h=slots["h"], c=slots["c"])


def _superlative_many(rng, descending, slots):
    """The question for the top or bottom few."""
    if slots["a"] and rng.random() < 0.6:
        wording = (
            "([what are|list|show|show me] [the] {k} {a} {n} {f} {w}|"
            "[the|list the|show me the] (top|) {k} {a} {n} {f} {w})"
        )
    elif descending:
        wording = (
            "(top {k} {n} {f} by {c} {w}|the top {k} {n} {f} by {c} {w}|"
            "[list|show|what are] the {k} {n} {f} with the {h} {c} {w}|"
            "(list|show|give me) top {k} {n} by {c} {f} {w})"
        )
    else:
        wording = "(bottom {k} {n} {f} by {c} {w}|[list|show|what are] the {k} {n} {f} with the {h} {c} {w})"
    return expand(rng, wording, k=slots["k"], a=slots["a"], n=slots["n"], f=slots["f"], c=slots["c"],
                  h=slots["h"], w=slots["w"])
