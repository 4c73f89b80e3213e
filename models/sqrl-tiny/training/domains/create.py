"""Creates the tables of an instance."""
from sql.names import quote


def create_tables(rng, schema, tables):
    """Creates the tables in the given order; rarely without foreign keys, as in careless databases."""
    has_foreign_keys = rng.random() >= 0.06
    for table in tables:
        lines = [_column(rng, table, column) for column in table.columns]
        if has_foreign_keys:
            lines += _foreign_keys(table)
        schema.connection.execute("CREATE TABLE %s (%s)" % (quote(table.name), ", ".join(lines)))


def _column(rng, table, column):
    """The line of a column; columns that name a row are NOT NULL, others at times."""
    line = f"{quote(column.name)} {column.sql_type}"
    if column is table.key:
        return line + " PRIMARY KEY"
    if not column.nullable and (column in table.label or rng.random() < 0.25):
        return line + " NOT NULL"
    return line


def _foreign_keys(table):
    """The lines of the foreign keys, in the order of their columns."""
    links = {link.foreign_key: link for link in table.to_parents}
    return [f"FOREIGN KEY ({quote(column.name)}) REFERENCES {quote(links[column].parent.name)} "
            f"({quote(links[column].key.name)})" for column in table.columns if column in links]
