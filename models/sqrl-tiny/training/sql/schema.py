"""Annotated schemas: tables and columns with the words people use for them, and the links between them."""
from typing import NamedTuple

NUMERIC_KINDS = ("int", "real", "money")
FIRST_NOUN_CHANCE = 0.6


class Conversion(NamedTuple):
    """A unit that people use instead of the stored one."""

    words: list        # how the unit is said, the plain word first
    factor: int        # units stored for one of these
    divisor: str       # the SQL number that turns the stored unit into this one
    suffix: str        # for the alias of a result in this unit


class Column:
    """A column, the nouns for it and the values that questions draw from."""

    def __init__(self, name, nouns, kind, sql_type, pool=None, unit="", adjectives=None, nullable=False,
                 verbs=None, conversions=None, aliases=None, closed=False):
        """
        kind: what the values are ("text", "cat", "date", "money", "id", ...).
        pool: values for questions; a tuple is (stored, spoken).
        adjectives: up to four wordings: most, least, more than, less than.
        verbs: participles before a date ("born", "hired").
        aliases: stored value -> other ways to say it.
        closed: the values are few and known, so they are rarely looked up.
        """
        self.name, self.nouns, self.kind, self.sql_type = name, nouns, kind, sql_type
        self.pool, self.unit, self.adjectives, self.nullable = pool or [], unit, adjectives or [], nullable
        self.verbs, self.conversions = verbs, conversions or []
        self.aliases, self.closed = aliases or {}, closed
        self.table = None

    @property
    def ref(self):
        """The late reference to this column."""
        return f"@[{self.table.name}.{self.name}]"

    def is_numeric(self):
        """Whether the values can be compared, summed and averaged."""
        return self.kind in NUMERIC_KINDS


class Link(NamedTuple):
    """A foreign key, with the phrases that go between the child and the parent ('by', 'of')."""

    child: object
    foreign_key: Column
    parent: object
    key: Column
    phrases: list


class Table:
    """A table with its nouns, the columns that name a row, and its links."""

    def __init__(self, name, singulars, plurals, columns, key=None, label=None, is_people=False,
                 is_link=False):
        self.name, self.singulars, self.plurals, self.columns = name, singulars, plurals, columns
        for column in columns:
            column.table = self
        by_name = {column.name: column for column in columns}
        self.key = by_name[key] if key else None
        self.label = [by_name[name] for name in label] if label else []
        self.is_people, self.is_link = is_people, is_link
        self.to_parents, self.to_children = [], []
        self.weight = 1                   # how often questions are about this table
        self.well_known = []              # names that questions prefer
        self.people = []                  # label values of the rows, for labels of two columns
        self.first_name_enough = False    # a person may be called by the first name alone
        self.child_wordings = {}          # child table -> (wordings for having none, verbs for having some)
        self.custom_filters, self.custom_chance = [], 0.0

    def column(self, name):
        """The column of that name; StopIteration when there is none."""
        return next(column for column in self.columns if column.name == name)

    def label_refs(self):
        """References to the columns that name a row."""
        return [column.ref for column in self.label]

    def singular(self, rng):
        """A noun for one row, mostly the first."""
        return self.singulars[0] if rng.random() < FIRST_NOUN_CHANCE else rng.choice(self.singulars)

    def plural(self, rng):
        """A noun for several rows, mostly the first."""
        return self.plurals[0] if rng.random() < FIRST_NOUN_CHANCE else rng.choice(self.plurals)


class Schema:
    """Tables, their links and an open connection to the data."""

    def __init__(self, tables, connection):
        self.tables, self.connection = tables, connection
        self.by_name = {table.name: table for table in tables}
        self.title = ""
        self.filters = {}      # named filters, for schemas that have their own
        self.measures = []     # weighted measures, for schemas that have their own
        self._paths = {}

    def __getitem__(self, name):
        """The table of that name."""
        return self.by_name[name]

    def link(self, child, foreign_key, parent, phrases=None, key=None):
        """Adds a foreign key from one table's column to another's key, all given by name."""
        source, target = self[child], self[parent]
        link = Link(source, source.column(foreign_key), target, key or target.key, phrases or ["of"])
        source.to_parents.append(link)
        target.to_children.append(link)

    def path(self, start, end):
        """The shortest way between two tables: [(link, whether it goes to the parent)], or None."""
        ends = (start.name, end.name)
        if ends not in self._paths:
            seen, todo, found = {start.name}, [(start, [])], None
            while todo:
                table, steps = todo.pop(0)
                if table is end:
                    found = steps
                    break
                for link in table.to_parents:
                    if link.parent.name not in seen:
                        seen.add(link.parent.name)
                        todo.append((link.parent, steps + [(link, True)]))
                for link in table.to_children:
                    if link.child.name not in seen:
                        seen.add(link.child.name)
                        todo.append((link.child, steps + [(link, False)]))
            self._paths[ends] = found
        return self._paths[ends]

    def ancestors(self, table):
        """Tables that can be reached by going to parents only, nearest first."""
        found, todo = [], [table]
        while todo:
            for link in todo.pop(0).to_parents:
                if link.parent not in found and link.parent is not table:
                    found.append(link.parent)
                    todo.append(link.parent)
        return found

    def child_links(self):
        """Every link between two different tables, in the order of the parents."""
        return [link for table in self.tables for link in table.to_children if link.child is not table]

    def entities(self):
        """Tables whose rows are things with a name, not links between things."""
        return [table for table in self.tables if not table.is_link and table.label]
