"""Questions that need an evidence line: a made-up definition, as users write them."""
from chinook.aliases import MINUTES
from chinook.sales_tables import YEARS
from questions.parts import Filter, Sample
from sql.names import literal
from text.templates import expand

REGIONS = [("North America", ["USA", "Canada"]), ("South America", ["Brazil", "Argentina", "Chile"]),
           ("the Nordics", ["Sweden", "Norway", "Denmark", "Finland"]),
           ("Benelux", ["Belgium", "Netherlands"])]
BIG_SPENDERS = ("SELECT Customer.FirstName, Customer.LastName FROM Invoice JOIN Customer ON "
                "Invoice.CustomerId = Customer.CustomerId GROUP BY Customer.CustomerId HAVING "
                "SUM(Invoice.Total) > %d")
PROLIFIC_ARTISTS = ("SELECT Artist.Name FROM Album JOIN Artist ON Album.ArtistId = Artist.ArtistId GROUP "
                    "BY Artist.ArtistId HAVING COUNT(*) > %d")


def _rows_where(table, condition, count_wording, list_wording, items, said=None):
    """The two questions on the rows of a table for which a condition holds: how many, and which."""
    said = said or f"{table}.{condition}"
    rows = f"FROM {table} WHERE {condition}"
    return [
        (count_wording, f"SELECT COUNT(*) {rows}", "count the rows", said),
        (list_wording, f"SELECT {', '.join(items)} {rows}", "select " + " and ".join(items), said),
    ]


def _long_tracks(rng):
    """A bound on the length of tracks."""
    minutes = rng.choice([4, 5, 6, 7, 8])
    bound = minutes * MINUTES.factor
    evidence = rng.choice([f"a long track is longer than {minutes} minutes (Milliseconds > {bound})",
                           f"long track refers to Milliseconds > {bound}"])
    questions = _rows_where("Track", f"Milliseconds > {bound}",
                            "(how many long tracks are there|number of long tracks|count the long tracks)",
                            "(list|show) [all] [the] long (tracks|songs)", ["Name"])
    return evidence, questions, "Only Track is needed"


def _big_spenders(rng):
    """A bound on what a customer spent."""
    bound = rng.choice([38, 40, 42, 45])
    evidence = expand(rng, "(a big spender is a customer whose invoices total more than {n}|"
                           "big spender refers to SUM(Invoice.Total) > {n})", n=bound)
    questions = [("(who are the big spenders|list [all] big spenders|[show] big spenders|"
                  "which customers are big spenders)",
                  BIG_SPENDERS % bound, f"group by Customer and keep sums above {bound}", None)]
    return evidence, questions, "I join Invoice to Customer on CustomerId"


def _price_classes(rng):
    """A name for a price."""
    amount = rng.choice([0.99, 1.99])
    word = rng.choice(["premium", "standard", "full price", "special"])
    evidence = expand(rng, "({w} track refers to UnitPrice = {p}|{w} tracks have UnitPrice = {p})",
                      w=word, p=amount)
    questions = _rows_where("Track", f"UnitPrice = {amount}",
                            f"(how many {word} (tracks|songs) are there|number of {word} tracks)",
                            f"(list|show) [all] {word} (tracks|songs)", ["Name"])
    return evidence, questions, "Only Track is needed"


def _named_years(rng):
    """A year that goes by another name."""
    year = rng.choice(YEARS)
    word = rng.choice(["last year", "this year", "the current year", "the previous year"])
    evidence = expand(rng, "({w} refers to {y}|{w} is {y})", w=word, y=year)
    condition, said = f"strftime('%Y', InvoiceDate) = '{year}'", f"the year of Invoice.InvoiceDate is {year}"
    questions = [
        (f"(total sales|revenue|total revenue|how much did we sell) {word}",
         f"SELECT ROUND(SUM(Total), 2) FROM Invoice WHERE {condition}", "sum Total", said),
        (f"(how many (invoices|orders)|number of invoices) {word}",
         f"SELECT COUNT(*) FROM Invoice WHERE {condition}", "count the rows", said),
    ]
    return evidence, questions, "Only Invoice is needed"


def _regions(rng):
    """A name for several countries."""
    home = ("our home market", [rng.choice(["USA", "Germany", "Brazil", "India"])])
    name, countries = rng.choice(REGIONS + [home, ("DACH", ["Germany", "Austria"])])
    values = ", ".join(literal(country) for country in countries)
    questions = _rows_where("Customer", f"Country IN ({values})",
                            f"(how many customers are (in|from) {name}|number of customers in {name})",
                            f"(list|show|) [all] customers (from|in) {name}", ["FirstName", "LastName"],
                            said=f"Customer.Country in ({values})")
    return f"{name} refers to Country IN ({values})", questions, "Only Customer is needed"


def _large_invoices(rng):
    """A bound on the total of invoices."""
    bound = rng.choice([5, 8, 10, 15, 20])
    word = rng.choice(["large", "big", "high value"])
    evidence = expand(rng, "(a {w} invoice has a Total above {n}|{w} invoice refers to Total > {n})",
                      w=word, n=bound)
    questions = _rows_where("Invoice", f"Total > {bound}",
                            f"(how many {word} (invoices|orders) are there|number of {word} invoices)",
                            f"(list|show) [all] {word} (invoices|orders)", ["InvoiceId"])
    return evidence, questions, "Only Invoice is needed"


def _prolific_artists(rng):
    """A bound on the number of albums."""
    bound = rng.choice([3, 5, 8, 10])
    evidence = expand(rng, "(prolific artists have more than {n} albums|a prolific artist has "
                           "COUNT(AlbumId) > {n})", n=bound)
    questions = [("(which artists are prolific|list [the] prolific artists|prolific artists|"
                  "who are the prolific artists)",
                  PROLIFIC_ARTISTS % bound, f"group by Artist and keep counts above {bound}", None)]
    return evidence, questions, "I join Album to Artist on ArtistId"


DEFINITIONS = [_long_tracks, _big_spenders, _price_classes, _named_years, _regions, _large_invoices,
               _prolific_artists]


def with_evidence(rng):
    """(an evidence line, the sample of a question that needs it)."""
    evidence, questions, tables = rng.choice(DEFINITIONS)(rng)
    wording, sql, action, condition = rng.choice(questions)
    filters = [Filter(None, "", condition)] if condition else []
    # The word that the evidence defines is written there in one way only.
    sample = Sample(expand(rng, wording), None, action, filters, sql=sql, tables=tables, keeps_case=True)
    return evidence, sample
