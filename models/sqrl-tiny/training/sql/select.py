"""A SELECT statement that joins tables on demand."""
from sql.names import quote, resolve
from text.templates import expand


class Select:
    """A SELECT over a base table; the other tables are joined along foreign keys as they are needed."""

    def __init__(self, schema, base):
        self.schema, self.base = schema, base
        self.tables, self.joins = [base], []
        self.items, self.where = [], []
        self.group = self.having = self.order = self.limit = None
        self.distinct = False
        self.fans_out = False     # a join multiplies the rows of the base table

    def need(self, table):
        """Joins up to the table, unless it is there; returns the statement itself."""
        for link, to_parent in self.schema.path(self.base, table) or []:
            joined = link.parent if to_parent else link.child
            if joined in self.tables:
                continue
            if not to_parent:
                self.fans_out = True
            self.tables.append(joined)
            condition = (f"@[{link.child.name}.{link.foreign_key.name}] = "
                         f"@[{link.parent.name}.{link.key.name}]")
            self.joins.append((joined, condition, link.foreign_key.name, link.key.name))
        return self

    def filter(self, filters):
        """Adds the filters' conditions and the tables they need; returns the statement itself."""
        for f in filters:
            for table in f.via:
                self.need(table)
            self.need(f.table)
            self.where.append(f.condition)
        return self

    def sql(self):
        """The statement as text."""
        text = "SELECT " + ("DISTINCT " if self.distinct else "") + ", ".join(self.items)
        text += " FROM " + quote(self.base.name)
        for table, condition, *_ in self.joins:
            text += f" JOIN {quote(table.name)} ON {condition}"
        if self.where:
            text += " WHERE " + " AND ".join(self.where)
        if self.group:
            text += " GROUP BY " + self.group
        if self.having:
            text += " HAVING " + self.having
        if self.order:
            text += " ORDER BY " + self.order
        if self.limit:
            text += " LIMIT %d" % self.limit
        return resolve(text, len(self.tables) > 1)

    def tables_sentence(self, rng):
        """The first sentence of the reasoning: which tables, joined on what."""
        base = self.base.name
        if not self.joins:
            return expand(rng, "(The {b} table has what is needed|Only the {b} table is needed|"
                               "Everything is in {b}|I use the {b} table)", b=base)
        joins = [f"{table.name} on {foreign if foreign == key else f'{foreign} = {key}'}"
                 for table, _, foreign, key in self.joins]
        text = " and ".join(joins) if len(joins) < 3 else ", ".join(joins[:-1]) + " and " + joins[-1]
        return expand(rng, "(I join {b} to {j}|{b} joins to {j}|Start from {b} and join {j})", b=base, j=text)
