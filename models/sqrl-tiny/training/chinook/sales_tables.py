"""Chinook's tables of people and sales: customers, employees, invoices and their lines."""
from chinook.aliases import CITY_ALIASES, COUNTRY_ALIASES, STATE_ALIASES
from sql.schema import Column, Table

YEARS = [2021, 2022, 2023, 2024, 2025]

# For each table: child table -> (wordings for having none, verbs for having some).
CHILD_WORDINGS = {
    "Customer": {"Invoice": (
        ["never bought anything", "have no invoices", "without orders", "have never ordered",
         "never made a purchase", "with no purchases"],
        ["have", "made", "placed"])},
    "Employee": {"Customer": (
        ["have no customers", "support no customers", "without customers", "don't support any customer",
         "with no customers", "do not support any customers", "not assigned to any customer",
         "with no customers assigned"],
        ["support", "have", "look after", "handle", "are assigned to"])},
}


def build(values):
    """The tables by name, with the values of the database."""
    tables = [_customer(values), _employee(values), _invoice(values), _invoice_line()]
    return {table.name: table for table in tables}


def _id(name, *nouns):
    """A column that holds a row's number."""
    return Column(name, list(nouns), "id", "I")


def _detail(name, nouns, nullable=False):
    """A column that questions ask for, but do not filter by its values."""
    return Column(name, nouns, "misc", "T", nullable=nullable)


def _plain(name, noun):
    """A column that questions hardly touch."""
    return Column(name, [noun], "misc2", "T")


def _customer(values):
    """Customers."""
    states = values.of("select distinct State from Customer where State is not null")
    return Table("Customer", ["customer", "customer", "client"], ["customers", "customers", "clients"], [
        _id("CustomerId", "customer id"),
        Column("FirstName", ["first name"], "first", "T",
               values.of("select distinct FirstName from Customer")),
        Column("LastName", ["last name", "surname"], "last", "T",
               values.of("select distinct LastName from Customer")),
        _detail("Company", ["company"], nullable=True),
        _detail("Address", ["address"]),
        Column("City", ["city"], "city", "T", values.of("select distinct City from Customer"),
               aliases=CITY_ALIASES, closed=True),
        Column("State", ["state", "state", "province"], "state", "T", states, nullable=True,
               aliases=STATE_ALIASES, closed=True),
        Column("Country", ["country"], "country", "T", values.of("select distinct Country from Customer"),
               aliases=COUNTRY_ALIASES, closed=True),
        _detail("PostalCode", ["postal code", "zip code", "zip"], nullable=True),
        _detail("Phone", ["phone number", "phone", "telephone"], nullable=True),
        _detail("Fax", ["fax", "fax number"], nullable=True),
        _detail("Email", ["email", "email address", "e-mail"]),
        _id("SupportRepId", "support rep id"),
    ], "CustomerId", ["FirstName", "LastName"], is_people=True)


def _employee(values):
    """Employees."""
    return Table("Employee", ["employee", "employee", "staff member"],
                 ["employees", "employees", "staff", "staff members"], [
        _id("EmployeeId", "employee id"),
        Column("LastName", ["last name"], "last", "T", values.of("select LastName from Employee")),
        Column("FirstName", ["first name"], "first", "T", values.of("select FirstName from Employee")),
        Column("Title", ["title", "job title", "position", "role"], "cat", "T",
               values.of("select distinct Title from Employee"), closed=True),
        _id("ReportsTo", "manager id"),
        Column("BirthDate", ["birth date", "date of birth", "birthday"], "date", "D",
               [1950, 1960, 1965, 1970, 1955], adjectives=["youngest", "oldest"], verbs=["born"]),
        Column("HireDate", ["hire date", "hiring date"], "date", "D", [2002, 2003, 2004],
               adjectives=["newest", "longest serving"], verbs=["hired", "hired"]),
        _detail("Address", ["address"]),
        Column("City", ["city"], "city", "T", values.of("select distinct City from Employee"), closed=True),
        _plain("State", "state"),
        _plain("Country", "country"),
        _plain("PostalCode", "postal code"),
        _detail("Phone", ["phone number", "phone"]),
        _plain("Fax", "fax"),
        _detail("Email", ["email", "email address"]),
    ], "EmployeeId", ["FirstName", "LastName"], is_people=True)


def _invoice(values):
    """Invoices."""
    states = values.of("select distinct BillingState from Invoice where BillingState is not null")
    return Table("Invoice", ["invoice", "invoice", "order", "purchase", "sale"],
                 ["invoices", "invoices", "orders", "purchases", "sales"], [
        _id("InvoiceId", "invoice id", "id"),
        _id("CustomerId", "customer id"),
        Column("InvoiceDate", ["invoice date", "date"], "date", "D", YEARS,
               adjectives=["latest", "earliest"]),
        _detail("BillingAddress", ["billing address"]),
        Column("BillingCity", ["billing city", "city"], "city", "T",
               values.of("select distinct BillingCity from Invoice"), aliases=CITY_ALIASES, closed=True),
        Column("BillingState", ["billing state"], "state", "T", states, aliases=STATE_ALIASES, closed=True,
               nullable=True),
        Column("BillingCountry", ["billing country", "country"], "country", "T",
               values.of("select distinct BillingCountry from Invoice"), aliases=COUNTRY_ALIASES,
               closed=True),
        _detail("BillingPostalCode", ["billing postal code"]),
        Column("Total", ["total", "total", "amount", "total amount", "value"], "money", "N",
               [1, 2, 3, 5, 8, 10, 13, 15, 18, 20], adjectives=["largest", "smallest"]),
    ], "InvoiceId", ["InvoiceId"])


def _invoice_line():
    """Which tracks an invoice has."""
    return Table("InvoiceLine", ["invoice line", "line item", "invoice item"],
                 ["invoice lines", "line items", "invoice items"], [
        _id("InvoiceLineId", "invoice line id"),
        _id("InvoiceId", "invoice id"),
        _id("TrackId", "track id"),
        Column("UnitPrice", ["unit price", "price"], "money", "N", [0.99, 1, 1.5]),
        Column("Quantity", ["quantity"], "int", "I", [1]),
    ], "InvoiceLineId", [], is_link=True)
