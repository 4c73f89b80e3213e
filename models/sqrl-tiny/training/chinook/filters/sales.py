"""Filters on invoices, and on where customers and invoices are."""
from chinook.aliases import COUNTRY_ALIASES, DEMONYMS
from questions.column_filters import date_filter, value_filter
from questions.parts import Filter, Value
from sql.names import literal, prose
from text.templates import expand
from text.words import speak

LARGE_COUNTRIES = ["USA", "Canada", "Brazil", "France", "Germany", "United Kingdom", "India", "Portugal"]
TOTALS = [1, 2, 3, 5, 8, 10, 13, 15, 18, 20]
TOTAL_WORDINGS = [
    (">", ["over {k}", "above {k}", "with a total over {k}", "more than {k}", "greater than {k}",
           "with a total above {k}", "higher than {k}", "worth more than {k}", "over {k} dollars",
           "above ${k}", "larger than {k}", "exceeding {k}", "with total > {k}"]),
    ("<", ["under {k}", "below {k}", "with a total below {k}", "less than {k}", "worth less than {k}",
           "smaller than {k}"]),
    (">=", ["of at least {k}", "with a total of at least {k}", "of {k} or more"]),
]


def in_country(table_name, column_name):
    """A filter on the country: by its name, another name for it, or the adjective."""
    def country(schema, rng):
        table = schema[table_name]
        column = table.column(column_name)
        stored = rng.choice(LARGE_COUNTRIES) if rng.random() < 0.6 else rng.choice(column.pool)
        condition, why = f"{column.ref} = {literal(stored)}", f"{prose(column.ref)} = {literal(stored)}"
        if rng.random() < 0.25:
            demonym = DEMONYMS[stored]
            demonym = demonym.capitalize() if rng.random() < 0.4 else demonym
            return Filter(table, condition, why, before=demonym, value=Value(column, stored, demonym, True))
        spoken, altered = _spoken_country(rng, stored)
        if table.is_people:
            wording = "(from|in|from|in|living in|based in|located in|who live in) {v}"
        else:
            wording = "(from|in|billed to|to|in|from customers in|sent to) {v}"
        return Filter(table, condition, why, after=expand(rng, wording, v=spoken),
                      value=Value(column, stored, spoken, altered))
    return country


def _spoken_country(rng, stored):
    """(how a country is called, whether that differs from what is stored)."""
    form = rng.random()
    if stored in COUNTRY_ALIASES and form < 0.5:
        return rng.choice(COUNTRY_ALIASES[stored]), True
    if form < 0.6:
        return stored, False
    return stored.lower(), True


def in_city(table_name, column_name):
    """A filter on the city."""
    def city(schema, rng):
        table = schema[table_name]
        return value_filter(rng, table.column(column_name), (
            "(from|in|in|living in|from the city of|who live in) {v}" if table.is_people
            else "(in|from|billed to|from|in the city of) {v}"), 0.5)
    return city


def in_state(table_name, column_name):
    """A filter on the state."""
    def state(schema, rng):
        table = schema[table_name]
        return value_filter(rng, table.column(column_name), (
            "(in|from|in state|in the state of|from the state|living in) {v}" if table.is_people
            else "(in|from|in state|from state) {v}"), 0.5)
    return state


def invoice_date(schema, rng):
    """A date of invoices."""
    return date_filter(rng, schema["Invoice"].column("InvoiceDate"))


def invoice_total(schema, rng):
    """Invoices above or below an amount."""
    amount = rng.choice(TOTALS)
    operator, wordings = rng.choice(TOTAL_WORDINGS)
    condition = f"{operator} {amount}"
    return Filter(schema["Invoice"], f"@[Invoice.Total] {condition}", f"Invoice.Total {condition}",
                  after=rng.choice(wordings).replace("{k}", str(amount)))


def customer_of_invoice(schema, rng):
    """The customer of invoices, by full name."""
    table = schema["Customer"]
    first, last = rng.choice(table.people)
    spoken, altered = speak(rng, first + " " + last, 0.6)
    condition = f"@[Customer.FirstName] = {literal(first)} AND @[Customer.LastName] = {literal(last)}"
    after = expand(rng, "(by|for|of|from|made by|placed by|by customer|of customer) {v}", v=spoken)
    return Filter(table, condition, f"the customer is {first} {last}", after=after,
                  value=Value(table.label[1], last, spoken.split(" ", 1)[-1], altered))
