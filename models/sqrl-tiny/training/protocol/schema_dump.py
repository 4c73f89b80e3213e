"""A database's schema as the system prompt shows it: one CREATE TABLE for each table."""
from sql.names import quote

TABLE_NAMES = "SELECT name FROM sqlite_master WHERE type='table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'"


def dump_schema(connection):
    """The CREATE TABLEs of all tables, in sqlite_master's order, an empty line between two.

    A table's last lines are a composite PRIMARY KEY, then the FOREIGN KEYs in the order of their (first)
    column in the table.
    """
    names = [row[0] for row in connection.execute(TABLE_NAMES)]
    return "\n\n".join(_create_table(connection, name) for name in names)


def _columns(connection, table):
    """[(position, name, type, not null, default, place in the primary key)]"""
    return connection.execute("PRAGMA table_info(%s)" % quote(table)).fetchall()


def _key_columns(columns):
    """Names of the primary key's columns, in the key's order."""
    return [name for _, name, _, _, _, place in sorted((c for c in columns if c[5]), key=lambda c: c[5])]


def _create_table(connection, table):
    """One table."""
    columns = _columns(connection, table)
    key = _key_columns(columns)
    lines = []
    for _, name, sql_type, not_null, _, key_place in columns:
        line = "  " + quote(name) + (" " + sql_type if sql_type else "")
        if key_place and len(key) == 1:
            line += " PRIMARY KEY"
        elif not_null:
            line += " NOT NULL"
        lines.append(line)
    if len(key) > 1:
        lines.append("  PRIMARY KEY (%s)" % ", ".join(map(quote, key)))
    lines += _foreign_keys(connection, table, columns)
    return "CREATE TABLE %s (\n%s\n);" % (quote(table), ",\n".join(lines))


def _foreign_keys(connection, table, columns):
    """The FOREIGN KEY lines of one table; a key that names no target column means the target's key."""
    position = {column[1].lower(): column[0] for column in columns}
    keys = {}
    for number, place, target, source, to, *_ in connection.execute(
            "PRAGMA foreign_key_list(%s)" % quote(table)):
        keys.setdefault(number, []).append((place, target, source, to))
    lines = []
    for parts in sorted(keys.values(), key=lambda parts: position.get(min(parts)[2].lower(), 0)):
        parts.sort()
        target = parts[0][1]
        to = [part[3] for part in parts]
        if None in to:
            to = _key_columns(_columns(connection, target))
        lines.append("  FOREIGN KEY (%s) REFERENCES %s (%s)" % (
            ", ".join(quote(part[2]) for part in parts), quote(target), ", ".join(map(quote, to))))
    return lines
