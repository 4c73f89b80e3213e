"""The annotated Chinook schema over the real database."""
import os
import sqlite3

from chinook import music_tables, sales_tables
from chinook.filters import FILTERS, TABLE_FILTERS
from chinook.measures import build_measures
from sql.schema import Link, Schema

DATABASE = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "chinook.sqlite")

PHRASES = {
    ("Album", "ArtistId", "Artist"): ["by", "by", "by", "from", "of", "released by", "recorded by"],
    ("Track", "AlbumId", "Album"): ["on", "from", "on the album", "from the album", "on album",
                                    "in the album"],
    ("Track", "GenreId", "Genre"): ["in the genre", "of genre", "in genre"],
    ("Track", "MediaTypeId", "MediaType"): ["in format", "with media type", "in the format", "stored as"],
    ("PlaylistTrack", "TrackId", "Track"): None,
    ("PlaylistTrack", "PlaylistId", "Playlist"): None,
    ("InvoiceLine", "TrackId", "Track"): None,
    ("InvoiceLine", "InvoiceId", "Invoice"): None,
    ("Invoice", "CustomerId", "Customer"): ["of", "by", "for", "from", "made by", "of customer",
                                            "for customer", "placed by"],
    ("Customer", "SupportRepId", "Employee"): ["supported by", "handled by", "assigned to",
                                               "whose support rep is", "of", "served by", "looked after by"],
}
WELL_KNOWN_ARTISTS = ("select ar.Name from Artist ar join Album using(ArtistId) join Track using(AlbumId) "
                      "group by ar.ArtistId having count(*) > 10")
WEIGHTS = dict(Track=30, Album=14, Artist=12, Customer=18, Employee=9, Invoice=14, Genre=3, MediaType=2,
               Playlist=3)


class Values:
    """Reads the values that questions draw from."""

    def __init__(self, connection):
        self._connection = connection

    def of(self, sql):
        """The first column of a query, without NULLs and empty texts."""
        return [row[0] for row in self._connection.execute(sql) if row[0] not in (None, "")]

    def rows(self, sql):
        """The rows of a query."""
        return [tuple(row) for row in self._connection.execute(sql)]


def load():
    """The Schema of Chinook, with its filters and measures.  Its connection is for reading only."""
    connection = sqlite3.connect(DATABASE, check_same_thread=False)
    values = Values(connection)
    tables = {**music_tables.build(values), **sales_tables.build(values)}
    schema = Schema([tables[name] for name in sorted(tables)], connection)
    for (child, column, parent), phrases in PHRASES.items():
        schema.link(child, column, parent, phrases)
    _link_managers(schema["Employee"])
    schema["Customer"].people = values.rows("select FirstName, LastName from Customer")
    schema["Employee"].people = values.rows("select FirstName, LastName from Employee")
    schema["Employee"].first_name_enough = True
    schema["Artist"].well_known = values.of(WELL_KNOWN_ARTISTS)
    for name, weight in WEIGHTS.items():
        schema[name].weight = weight
    for wordings in (music_tables.CHILD_WORDINGS, sales_tables.CHILD_WORDINGS):
        for name, children in wordings.items():
            schema[name].child_wordings = children
    schema.filters = FILTERS
    for name, (chance, weighted) in TABLE_FILTERS.items():
        table = schema[name]
        table.custom_chance = chance
        table.custom_filters = [found for found, weight in weighted for _ in range(weight)]
    schema.measures = build_measures(schema)
    return schema


def _link_managers(employee):
    """Links employees to their managers: upwards only, since managers are no employees' children."""
    foreign_key = employee.column("ReportsTo")
    employee.to_parents.append(Link(employee, foreign_key, employee, employee.key, ["under"]))
