"""What questions are made of: filters, measures, groupings, and the finished sample."""
from typing import NamedTuple

from sql.schema import Column
from text.templates import expand

# Where the action starts in a reasoning summary, until it is known whether a capital letter goes there.
_ACTION_MARK = "\0"


class Value(NamedTuple):
    """A stored value that a question mentions."""

    column: Column
    stored: object
    spoken: object
    altered: bool      # what is typed differs from what is stored


class Filter:
    """A condition, with its wording before or after the noun it restricts."""

    def __init__(self, table, condition, why, after="", before="", value=None, via=None):
        self.table, self.condition, self.why = table, condition, why
        self.after, self.before, self.value = after, before, value
        self.via = via or []


class Measure:
    """An aggregate over a base table and the wordings for it.

    most, least: for the group with the highest and the lowest value ("!" in front: a whole question).
    more: for groups above a threshold {k}, which is drawn from thresholds.
    needs: tables that the expression refers to besides the base.
    """

    def __init__(self, base, expression, alias, nouns, most=(), least=(), more=(), why="", thresholds=(),
                 is_money=False, needs=()):
        self.base, self.expression, self.alias, self.nouns = base, expression, alias, nouns
        self.most, self.least, self.more = list(most), list(least), list(more)
        self.why, self.thresholds = why, list(thresholds)
        self.is_money, self.needs = is_money, needs


class Dimension:
    """A grouping: by the rows of a table, by a column, or by a part of a date."""

    def __init__(self, table, singular, plural, items, group, why, is_people=False, label_table=None):
        self.table, self.singular, self.plural = table, singular, plural
        self.items, self.group, self.why = items, group, why
        self.is_people, self.label_table = is_people, label_table


class Sample:
    """A question with its SQL, the pieces of its reasoning and the filters it uses."""

    def __init__(self, question, select, action, filters=(), sql=None, tables=None, checked_filters=(),
                 keeps_case=False):
        """
        sql: the statement, when it is not the one of select.
        tables: the first sentence of the reasoning, when select does not give it.
        checked_filters: filters whose values may be looked up, though the reasoning does not list them.
        keeps_case: the question must not be put in lower case.
        """
        self.question, self.action, self.filters = question, action, list(filters)
        self.select = select
        self.sql = sql if sql is not None else select.sql()
        self.tables = tables
        self.checked_filters = list(checked_filters)
        self.keeps_case = keeps_case

    def value_filters(self):
        """The filters that compare a stored value."""
        return [f for f in self.filters + self.checked_filters if f.value]

    def why(self, rng):
        """The reasoning summary: tables, filters, action."""
        sentence = self.tables if self.tables else self.select.tables_sentence(rng)
        text = sentence.rstrip(".") + "."
        conditions = [f.why for f in self.filters if f.why]
        if conditions:
            text += " " + expand(rng, "(Filter on|Keep rows where|The filter is) {f}",
                                 f=" and ".join(conditions))
            text += rng.choice([", then ", ". "]) + _ACTION_MARK + self.action + "."
        else:
            text += " " + _ACTION_MARK + self.action + "."
        head, tail = text.split(_ACTION_MARK, 1)
        first = tail[:1]
        return head + (first.upper() if head.endswith(". ") else first) + tail[1:]
