"""The groupings of Chinook, and a measure with the groupings and filters it goes with."""
from typing import NamedTuple

from questions.parts import Dimension, Measure

SUPPORT_REP = ["employee", "employee", "support rep", "sales agent", "support agent", "sales rep", "agent"]
SUPPORT_REPS = ["employees", "employees", "support reps", "sales agents", "support agents", "sales reps"]


class Weighted(NamedTuple):
    """A measure and how often it is asked for."""

    weight: int
    dimensions: list           # functions from the random generator to a Dimension
    measure: Measure
    filters: list = []         # names in Schema.filters
    filter_chance: float = 0.0


def _rows_of(table):
    """By the rows of a table."""
    def rows(rng):
        return Dimension(table, table.singular(rng), table.plural(rng), table.label_refs(), table.key.ref,
                         "group by " + table.name, table.is_people, table)
    return rows


def _column_of(table, name, singulars, plurals):
    """By a column of a table; the two lists go together."""
    def column(rng):
        i = rng.randrange(len(singulars))
        ref = table.column(name).ref
        return Dimension(table, singulars[i], plurals[i], [ref], ref, f"group by {table.name}.{name}")
    return column


def _part_of_date(table, part, pattern):
    """By the year or the month of an invoice."""
    expression = f"strftime('{pattern}', @[Invoice.InvoiceDate])"

    def date_part(rng):
        return Dimension(table, part, part + "s", [f"{expression} AS {part}"], expression,
                         f"group by the {part} of InvoiceDate (strftime '{pattern}')")
    return date_part


def _employee(table):
    """By employees in their role for customers."""
    def employee(rng):
        return Dimension(table, rng.choice(SUPPORT_REP), rng.choice(SUPPORT_REPS), table.label_refs(),
                         table.key.ref, "group by Employee", False, table)
    return employee


class Groupings:
    """Every grouping by its name: a function from the random generator to a Dimension."""

    def __init__(self, schema):
        self.artist, self.album = _rows_of(schema["Artist"]), _rows_of(schema["Album"])
        self.genre, self.media_type = _rows_of(schema["Genre"]), _rows_of(schema["MediaType"])
        self.playlist, self.track = _rows_of(schema["Playlist"]), _rows_of(schema["Track"])
        self.customer, self.employee = _rows_of(schema["Customer"]), _employee(schema["Employee"])
        invoice, customer, employee = schema["Invoice"], schema["Customer"], schema["Employee"]
        self.year = _part_of_date(invoice, "year", "%Y")
        self.month = _part_of_date(invoice, "month", "%Y-%m")
        self.billing_country = _column_of(invoice, "BillingCountry", ["country", "country", "billing "
                                                                                            "country"],
                                          ["countries", "countries", "billing countries"])
        self.billing_city = _column_of(invoice, "BillingCity", ["city", "city", "billing city"],
                                       ["cities", "cities", "billing cities"])
        self.billing_state = _column_of(invoice, "BillingState", ["state"], ["states"])
        self.customer_country = _column_of(customer, "Country", ["country"], ["countries"])
        self.customer_city = _column_of(customer, "City", ["city"], ["cities"])
        self.customer_state = _column_of(customer, "State", ["state"], ["states"])
        self.employee_title = _column_of(employee, "Title", ["title", "job title", "position"],
                                         ["titles", "job titles", "positions"])
        self.employee_city = _column_of(employee, "City", ["city"], ["cities"])
        self.composer = _column_of(schema["Track"], "Composer", ["composer"], ["composers"])
