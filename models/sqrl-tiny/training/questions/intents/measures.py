"""A measure by a dimension, both drawn from the schema: 'number of orders per city'."""
from questions.intents.measure_forms import measure_sample
from questions.intents.numbers import FUNCTION_WORDS, FUNCTIONS, aggregate_expression
from questions.parts import Dimension, Measure
from questions.table_filters import draw_filters
from text.words import plural, snake


def count_measure(rng, table):
    """The number of rows of the table."""
    rows = table.plural(rng)
    return Measure(
        table, "COUNT(*)", snake(table.singulars[0]) + "_count",
        nouns=["number of " + rows, rows + " count" if rng.random() < 0.2 else "number of " + rows,
               "how many " + rows, "count of " + rows],
        most=["has the most " + rows, "has the highest number of " + rows, "with the most " + rows,
              "has most " + rows, "have the most " + rows],
        least=["has the fewest " + rows, "has the least " + rows, "with the fewest " + rows],
        more=["with more than {k} " + rows, "that have more than {k} " + rows, "with over {k} " + rows,
              "having more than {k} " + rows],
        why=f"count the {table.name} rows", thresholds=[1, 2, 3, 4, 5])


def column_measure(rng, table, column):
    """An aggregate of one of the table's numeric columns."""
    function = rng.choice(FUNCTIONS)
    if function == "SUM" and (column.kind == "real" or _makes_no_sum(column.nouns[0])):
        function = "AVG"
    expression, unit, alias, note = aggregate_expression(rng, function, column)
    word = rng.choice(FUNCTION_WORDS[function][:2])
    noun = rng.choice(column.nouns)
    said = f"{word} {table.singular(rng)} {noun}" if rng.random() < 0.4 else f"{word} {noun}"
    if rng.random() < 0.35:
        said = f"{word} {noun} of {table.plural(rng)}"
    in_unit = " in " + unit if unit else ""
    full = word + " " + (table.singular(rng) + " " if rng.random() < 0.5 else "") + noun
    return Measure(
        table, expression, alias, nouns=[said + in_unit],
        most=["has the highest " + full, "with the highest " + full, "has the largest " + full],
        least=["has the lowest " + full, "with the lowest " + full],
        more=[] if unit else ["with [an] %s %s (above|over|greater than|of more than) {k}" % (word, noun)],
        why=f"take {function} of {column.name}{note}",
        thresholds=[value for value in column.pool if isinstance(value, (int, float))])


def _makes_no_sum(noun):
    """Whether adding up what the noun stands for would make no sense."""
    return "rating" in noun or "age" in noun or "height" in noun


def dimensions(schema, rng, table):
    """The groupings that the rows of the table have."""
    found = []
    for column in table.columns:
        noun = column.nouns[0]
        if (column.kind in ("cat", "city", "country", "bool", "year")
                or (column.kind == "int" and "level" in noun)):
            found.append(Dimension(table, noun, plural(noun), [column.ref], column.ref,
                                   "group by " + column.name))
        elif column.kind == "date":
            found.append(_by_date(table, column, "year", "%Y"))
            if rng.random() < 0.3:
                found.append(_by_date(table, column, "month", "%Y-%m"))
    for parent in schema.ancestors(table):
        if parent.label:
            by_row = Dimension(parent, parent.singular(rng), parent.plural(rng), parent.label_refs(),
                               parent.key.ref, "group by " + parent.name, parent.is_people, parent)
            found += [by_row, by_row]      # twice, to be drawn twice as often
        for column in parent.columns:
            if column.kind in ("cat", "city", "country"):
                found.append(_by_parent_column(rng, parent, column))
    return found


def _by_date(table, column, part, pattern):
    """By the year or the month of a date."""
    expression = f"strftime('{pattern}', {column.ref})"
    return Dimension(table, part, part + "s", [f"{expression} AS {part}"], expression,
                     f"group by the {part} of {column.name}")


def _by_parent_column(rng, parent, column):
    """By a column of a table above."""
    noun = column.nouns[0]
    owner = parent.singulars[0]
    return Dimension(parent, owner + " " + noun if rng.random() < 0.7 else noun, owner + " " + plural(noun),
                     [column.ref], column.ref, f"group by {parent.name}.{column.name}")


def measure_by_dimension(schema, rng):
    """A count or an aggregate, by a grouping of the table's rows."""
    table = rng.choice(schema.tables)
    numbers = [column for column in table.columns if column.is_numeric()]
    if numbers and rng.random() < 0.5:
        measure = column_measure(rng, table, rng.choice(numbers))
    else:
        measure = count_measure(rng, table)
    groupings = dimensions(schema, rng, table)
    if not groupings:
        return None
    dimension = rng.choice(groupings)
    filters = draw_filters(schema, rng, table, 1) if rng.random() < 0.2 else []
    return measure_sample(schema, rng, measure, dimension, filters)
