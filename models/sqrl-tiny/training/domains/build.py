"""Random instances of the domains: names, styles, columns and data are drawn."""
import re
import sqlite3

from domains.bank import ForeignKeySpec, read_bank
from domains.create import create_tables
from domains.names import Naming
from domains.values import draw_values
from sql.names import quote
from sql.schema import Column, Schema, Table

DOMAINS = read_bank()
LABEL_KINDS = ("person", "pool", "first", "city", "country")
MOST_SELF_REFERENCES = 6      # the first so many rows are the managers
# A unit may stand after the last adjective: 'heavier than/lighter thankg'.
UNIT_AFTER_THAN = re.compile(r"^(.*? than)(\w+)$")
UNIT_AFTER_WORD = re.compile(r"^([a-z ]+?)(kg|km2|km|cm|sqm|kWh|MW|GB|hectares)$")


class _Instance:
    """What the tables of one instance share."""

    def __init__(self, rng, naming):
        self.rng, self.naming = rng, naming
        self.sizes = {}      # noun of a table -> its number of rows
        self.links = []      # (table, column, noun of the parent, phrases)


def build(rng):
    """A random instance of a random domain: a Schema over a database in memory."""
    domain = rng.choice(DOMAINS)
    naming = Naming(rng)
    specs = _maybe_drop_leaf(rng, domain.tables)
    naming.name_tables(rng, specs)
    instance = _Instance(rng, naming)
    tables, data = [], []
    for spec in specs:
        table, values = _TableBuilder(instance, spec).build()
        tables.append(table)
        data.append(values)
    schema = Schema(tables, sqlite3.connect(":memory:"))
    schema.title = domain.name
    order = list(range(len(tables)))
    if rng.random() < 0.5:
        rng.shuffle(order)
    for child, column, parent, phrases in instance.links:
        schema.link(child, column, naming.tables[parent], phrases)
    create_tables(rng, schema, [tables[i] for i in order])
    for table, values in zip(tables, data):
        _insert(schema.connection, table, values)
    return schema


def _insert(connection, table, values):
    """Fills a table; values: one list for each column."""
    places = ",".join("?" * len(values))
    connection.executemany(f"INSERT INTO {quote(table.name)} VALUES ({places})", list(zip(*values)))


def _maybe_drop_leaf(rng, specs):
    """The tables, sometimes without one that no other refers to."""
    referred = {key.parent for spec in specs for key in spec.foreign_keys()}
    specs = list(specs)
    if len(specs) > 3 and rng.random() < 0.25:
        leaves = [spec for spec in specs if spec.noun not in referred]
        if leaves:
            specs.remove(rng.choice(leaves))
    return specs


def _draw_columns(rng, spec):
    """The columns of a table, sometimes without one of them, sometimes in another order from the third on."""
    columns = list(spec.columns)
    if len(columns) > 4 and rng.random() < 0.3:
        droppable = [c for c in columns[1:] if not isinstance(c, ForeignKeySpec) and c.kind != "last"]
        if droppable:
            columns.remove(rng.choice(droppable))
    if rng.random() < 0.35:
        head, rest = columns[:2], columns[2:]
        rng.shuffle(rest)
        columns = head + rest
    return columns


def _split_unit(spec):
    """(adjectives, unit) of a column, the unit taken off the last adjective when it stands there."""
    adjectives, unit = list(spec.adjectives), spec.unit.strip()
    if adjectives:
        match = UNIT_AFTER_THAN.match(adjectives[-1]) or UNIT_AFTER_WORD.match(adjectives[-1])
        if match:
            adjectives[-1], unit = match.groups()
    return adjectives, unit


class _TableBuilder:
    """Builds one table and its data, column by column."""

    def __init__(self, instance, spec):
        self.instance, self.spec = instance, spec
        self.rng, self.naming = instance.rng, instance.naming
        self.name = self.naming.tables[spec.noun]
        self.key = self.naming.keys[spec.noun]
        many = spec.is_link or spec.foreign_keys()
        self.size = self.rng.randint(40, 90) if many else self.rng.randint(8, 30)
        instance.sizes[spec.noun] = self.size
        self.columns = [Column(self.key, [spec.noun + " id"], "id", "INTEGER")]
        self.values = [list(range(1, self.size + 1))]
        self.label = None
        self.taken = {self.key.lower()}

    def build(self):
        """(the table, its data as one list for each column)."""
        columns = _draw_columns(self.rng, self.spec)
        self.rng.random()      # decides nothing any more; without it a seed would give other data
        for column in columns:
            if isinstance(column, ForeignKeySpec):
                self._add_foreign_key(column)
            else:
                self._add_column(column)
        if self.label is None and not self.spec.is_link:
            self.label = [self.key]
        table = Table(self.name, self.spec.singulars, self.spec.plurals, self.columns, self.key, self.label,
                      self.spec.is_people, self.spec.is_link)
        if self.label:
            names = [column.name for column in self.columns]
            table.people = list(zip(*(self.values[names.index(name)] for name in self.label)))
        values = self.values
        if self.rng.random() < 0.25:      # the order of the columns does not matter to the data
            count = len(self.columns)
            order = [0] + self.rng.sample(range(1, count), count - 1)
            table.columns = [self.columns[i] for i in order]
            values = [values[i] for i in order]
        return table, values

    def _append(self, column, values):
        """Adds a finished column."""
        self.columns.append(column)
        self.values.append(values)

    def _add_foreign_key(self, spec):
        """A column that refers to another table, unless that one was dropped."""
        if spec.parent not in self.naming.tables:
            return
        noun = spec.role or spec.parent
        name = self.naming.foreign_key(noun, self.taken)
        self.taken.add(name.lower())
        parent_size = self.instance.sizes.get(spec.parent) or 20
        highest = max(2, int(parent_size * self.rng.choice([0.6, 0.8, 1])))
        weights = [self.rng.random() ** 2 + 0.05 for _ in range(highest)]
        if spec.role:
            values = [None] + [self.rng.randint(1, min(MOST_SELF_REFERENCES, i)) for i in range(1, self.size)]
        else:
            values = self.rng.choices(range(1, highest + 1), weights, k=self.size)
        self._append(Column(name, [noun], "fk", "INTEGER", nullable=bool(spec.role)), values)
        self.instance.links.append((self.name, name, spec.parent, spec.phrases))

    def _add_column(self, spec):
        """A column with values of its kind."""
        name = self.naming.column(self.rng, spec, self.spec.noun, self.taken)
        self.taken.add(name.lower())
        is_first_of_kind = not any(column.kind == spec.kind for column in self.columns)
        values, nullable = draw_values(self.rng, spec, self.size, self.label is None, is_first_of_kind)
        adjectives, unit = _split_unit(spec)
        previous = self.columns[-1].name
        self._append(Column(name, spec.nouns, spec.kind, values.sql_type, pool=values.pool, unit=unit,
                            adjectives=adjectives, nullable=nullable), values.stored)
        if self.label is None and spec.kind in LABEL_KINDS:
            self.label = [name]
        elif self.label == [previous] and spec.kind == "last":
            self.label.append(name)
