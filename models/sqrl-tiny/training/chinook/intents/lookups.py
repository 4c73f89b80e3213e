"""Raw look-ups: whole tables, first rows, ids, columns, playlist sizes, two-way groupings, sorted lists."""
from typing import NamedTuple

from chinook.intents.shared import fact_sample
from questions.parts import Sample
from sql.schema import Table
from text.templates import expand

TABLE_WORDS = {"Album": "album", "Artist": "artist", "Customer": "customer", "Employee": "employee",
               "Genre": "genre", "Invoice": "invoice", "InvoiceLine": "invoice line",
               "MediaType": "media type", "Playlist": "playlist", "PlaylistTrack": "playlist track",
               "Track": "track"}
SORTED_TABLES = ("Customer", "Employee", "Track", "Album", "Invoice")
# Numbers up to which there are rows.
LAST_IDS = {"Employee": 8, "Playlist": 18, "Genre": 18, "MediaType": 5}
LAST_ID = 59

# (question, SQL, action, tables) with two groupings.
TWO_WAY = [
    ("((revenue|sales|total sales|total revenue) (by|per|for each) (country and year|year and country)|"
     "yearly (sales|revenue) (by|per) country|(sales|revenue) of each country (per|by) year)",
     "SELECT BillingCountry, strftime('%Y', InvoiceDate) AS year, ROUND(SUM(Total), 2) AS total_revenue "
     "FROM Invoice GROUP BY BillingCountry, strftime('%Y', InvoiceDate)",
     "group by BillingCountry and the year of InvoiceDate and sum Total", "Only Invoice is needed"),
    ("((number of|how many) (invoices|orders) (by|per) (country and year|year and country)|"
     "(invoices|orders) per country (and|per) year)",
     "SELECT BillingCountry, strftime('%Y', InvoiceDate) AS year, COUNT(*) AS invoice_count FROM Invoice "
     "GROUP BY BillingCountry, strftime('%Y', InvoiceDate)",
     "group by BillingCountry and the year of InvoiceDate and count the invoices", "Only Invoice is needed"),
    ("((revenue|sales|total sales) (by|per) (genre and year|year and genre)|"
     "yearly (sales|revenue) (by|per) genre|how much did each genre (sell|earn|make) (per|each) year)",
     "SELECT Genre.Name, strftime('%Y', Invoice.InvoiceDate) AS year, ROUND(SUM(InvoiceLine.UnitPrice * "
     "InvoiceLine.Quantity), 2) AS revenue FROM InvoiceLine JOIN Invoice ON InvoiceLine.InvoiceId = "
     "Invoice.InvoiceId JOIN Track ON InvoiceLine.TrackId = Track.TrackId JOIN Genre ON Track.GenreId = "
     "Genre.GenreId GROUP BY Genre.GenreId, strftime('%Y', Invoice.InvoiceDate)",
     "group by Genre and the year of InvoiceDate and sum UnitPrice * Quantity",
     "I join InvoiceLine to Invoice, Track and Genre"),
    ("((sales|revenue|total sales) (by|per) (employee|sales agent|support rep) and year|"
     "yearly (sales|revenue) (by|per|of each) (employee|sales agent|support rep))",
     "SELECT Employee.FirstName, Employee.LastName, strftime('%Y', Invoice.InvoiceDate) AS year, "
     "ROUND(SUM(Invoice.Total), 2) AS total_revenue FROM Invoice JOIN Customer ON Invoice.CustomerId = "
     "Customer.CustomerId JOIN Employee ON Customer.SupportRepId = Employee.EmployeeId GROUP BY "
     "Employee.EmployeeId, strftime('%Y', Invoice.InvoiceDate)",
     "group by Employee and the year of InvoiceDate and sum Total",
     "I join Invoice to Customer and Employee"),
    ("((number of|how many) customers (by|per) (country and city|city and country)|"
     "customers per country and city)",
     "SELECT Country, City, COUNT(*) AS customer_count FROM Customer GROUP BY Country, City",
     "group by Country and City and count the customers", "Only Customer is needed"),
]


class Drawn(NamedTuple):
    """What every look-up draws first, used or not."""

    table: Table
    word: str       # the table as people call it
    limit: int
    only: str       # the sentence that no other table is needed


def lookup(schema, rng):
    """One of the look-ups, or None."""
    form = rng.choice(LOOKUPS)
    table = rng.choice(schema.tables)
    word = rng.choice([table.name, TABLE_WORDS[table.name], TABLE_WORDS[table.name]])
    limit = rng.choice([3, 5, 5, 10, 10, 20])
    only = expand(rng, "(Only {t} is needed|The {t} table has what is needed)", t=table.name)
    return form(schema, rng, Drawn(table, word, limit, only))


def _whole_table(schema, rng, drawn):
    """All rows and columns of the drawn table."""
    question = expand(rng, (
        "(show|show me|list|display|give me) (everything in|all columns of|all data (from|in)|all rows of|"
        "the whole|the full) [the] {w} table"
    ), w=drawn.word)
    return Sample(question, None, "select all columns", sql=f"SELECT * FROM {drawn.table.name}",
                  tables=drawn.only)


def _first_rows(schema, rng, drawn):
    """A few rows of the drawn table, with all columns."""
    question = expand(rng, (
        "(show|show me|list|give me|) [the] (first {n} rows (of|from)|{n} rows (of|from)|"
        "{n} example rows (of|from)|sample rows (of|from)|top {n} rows (of|from)) [the] {w} [table]"
    ), w=drawn.word, n=drawn.limit)
    question = question.replace("sample rows", f"{drawn.limit} sample rows")
    return Sample(question, None, f"select all columns and keep {drawn.limit} rows",
                  sql=f"SELECT * FROM {drawn.table.name} LIMIT {drawn.limit}", tables=drawn.only)


def _some_names(schema, rng, drawn):
    """A few names of one kind of thing."""
    table = rng.choice([t for t in schema.tables if t.label])
    wording = ("(show|show me|list|give me|name) [(any|some)] {n} {p}" if rng.random() < 0.7
               else "([the] first {n} {p})")
    question = expand(rng, wording, n=drawn.limit, p=table.plural(rng))
    names = [column.name for column in table.label]
    return Sample(question, None, f"select {' and '.join(names)} and keep {drawn.limit} rows",
                  sql=f"SELECT {', '.join(names)} FROM {table.name} LIMIT {drawn.limit}",
                  tables=f"Only {table.name} is needed")


def _row_by_id(schema, rng, drawn):
    """The row with a number."""
    table = rng.choice([t for t in schema.tables if t.key and not t.is_link])
    number = rng.randint(1, LAST_IDS.get(table.name, LAST_ID))
    question = expand(rng, (
        "([show|show me|details of|get|find|what is] [the] {w} (with id|number|with {c}|id|#) {i}|"
        "[show] details (of|for) {w} {i}|show {w} {i}|{w} {i} details)"
    ), w=TABLE_WORDS[table.name], i=number, c=table.key.name)
    condition = f"{table.key.name} = {number}"
    return Sample(question, None, f"select all columns where {condition}",
                  sql=f"SELECT * FROM {table.name} WHERE {condition}", tables=f"Only {table.name} is needed")


def _tables(schema, rng, drawn):
    """The names of the tables."""
    question = expand(rng, (
        "(what tables (are there|do we have|exist|are in this database)|(list|show) [me] [all] [the] tables|"
        "which tables (exist|are there)|table names|what data (do you have|is in here|is there)|"
        "what's in (this|the) database|show the tables in the database)"
    ))
    return Sample(question, None, "select the table names from sqlite_master",
                  sql="SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
                  tables="The table names are in sqlite_master")


def _columns(schema, rng, drawn):
    """The columns of the drawn table."""
    question = expand(rng, (
        "((what|which) columns (does|are in) [the] {w} [table] [have]|columns of [the] {w} [table]|"
        "list the columns of {w}|describe [the] {w} [table]|what fields does [the] {w} [table] have)"
    ), w=drawn.word)
    return Sample(question, None, "read the column names with pragma_table_info",
                  sql=f"SELECT name FROM pragma_table_info('{drawn.table.name}')",
                  tables=f"The columns of {drawn.table.name} are in its table info")


def _playlist_size(schema, rng, drawn):
    """How many tracks a playlist has."""
    found = schema.filters["playlist"](schema, rng)
    question = expand(rng, (
        "(how many (songs|tracks) (are in|are on|does|has) the {v} playlist [have]|"
        "how many (songs|tracks) in the {v} playlist|number of (songs|tracks) (in|on) [the] playlist {v}|"
        "how (big|large|long) is the {v} playlist|size of the {v} playlist|"
        "how many (songs|tracks) does the {v} playlist (have|contain)|"
        "count the (songs|tracks) (in|on) the {v} playlist)"
    ), v=found.value.spoken)
    return fact_sample(schema, "PlaylistTrack", ["COUNT(*)"], [found], "count the PlaylistTrack rows",
                       question)


def _two_way(schema, rng, drawn):
    """A number by two groupings."""
    wording, sql, action, tables = rng.choice(TWO_WAY)
    return Sample(expand(rng, wording), None, action, sql=sql, tables=tables)


def _sorted_list(schema, rng, drawn):
    """The names of things, sorted by a column; or None."""
    table = rng.choice([t for t in schema.tables if t.label and t.name in SORTED_TABLES])
    columns = [c for c in table.columns if c.kind not in ("id", "misc2", "bytes") and c not in table.label]
    column = rng.choice(columns or [table.label[0]])
    if rng.random() < 0.3:
        return None
    # The empty brackets take their draws like any others.
    question = expand(rng, (
        "((list|show) [all] {p} (ordered|sorted) by {c} [ascending]|{p} (sorted|ordered) by {c} [])"
    ), p=table.plural(rng), c=column.nouns[0])
    names = [c.name for c in table.label]
    return Sample(question, None, f"select {' and '.join(names)} ordered by {column.name}",
                  sql=f"SELECT {', '.join(names)} FROM {table.name} ORDER BY {column.name}",
                  tables=f"Only {table.name} is needed")


# One draw picks by position: a function stands as often as it is to be drawn.
LOOKUPS = [_whole_table, _first_rows, _some_names, _row_by_id, _tables, _columns, _playlist_size,
           _playlist_size, _two_way, _two_way, _sorted_list, _sorted_list]
