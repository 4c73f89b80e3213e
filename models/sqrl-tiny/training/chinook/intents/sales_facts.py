"""Facts on sales: by place and time, of some music, of all, and on one invoice."""
from chinook.intents.shared import fact_sample
from questions.parts import Filter, Sample
from sql.select import Select
from text.templates import expand

INVOICES = 412

PLACES_AND_TIMES = [["invoice date"], ["billing country"], ["invoice date", "billing country"],
                    ["billing city"], ["invoice date"], ["billing country"]]

# (question, expression, action) over all invoices.
OVERALL = [
    ("(total revenue|total sales|what is the total revenue|how much money did we make [in total|overall]|"
     "what is our total revenue|sum of all invoices|overall sales|how much did we sell [in total]|"
     "all time revenue|what are total sales)",
     "ROUND(SUM(Total), 2)", "sum Total"),
    ("(average invoice total|what is the average (invoice|order) (total|value|amount)|average order value|"
     "how much is the average invoice|mean invoice total|avg order value|average sale)",
     "ROUND(AVG(Total), 2)", "take AVG of Total"),
    ("(largest invoice total|what is the (largest|highest|biggest) (invoice|order) (total|amount)|"
     "max invoice total|biggest sale ever)",
     "MAX(Total)", "take MAX of Total"),
    ("(when was the (first|earliest) (invoice|sale|order|purchase)|date of the first (sale|invoice|order)|"
     "what is the earliest invoice date|first invoice date)",
     "MIN(InvoiceDate)", "take MIN of InvoiceDate"),
    ("(when was the (last|latest|most recent) (invoice|sale|order|purchase)|"
     "date of the (last|latest) (sale|invoice|order)|most recent invoice date|latest invoice date)",
     "MAX(InvoiceDate)", "take MAX of InvoiceDate"),
    ("(smallest invoice total|what is the (smallest|lowest) invoice (total|amount)|min invoice total)",
     "MIN(Total)", "take MIN of Total"),
    ("(how many years of sales do we have|number of (different|distinct) years with (sales|invoices)|"
     "how many years do the invoices cover)",
     "COUNT(DISTINCT strftime('%Y', InvoiceDate))", "count distinct years of InvoiceDate"),
    ("(how many customers (have placed an order|have bought something|made a purchase|"
     "have at least one invoice)|number of customers with (an invoice|a purchase))",
     "COUNT(DISTINCT CustomerId)", "count distinct CustomerId"),
    ("(what years do we have (sales|invoices) for|which years have (sales|invoices)|years with sales|"
     "list the years with invoices)",
     "DISTINCT strftime('%Y', InvoiceDate) AS year", "select the distinct years of InvoiceDate"),
]


def sales_where_and_when(schema, rng):
    """Total or average of the invoices in a place, a time, or both."""
    names = rng.choice(PLACES_AND_TIMES)
    filters = [schema.filters[name](schema, rng) for name in names]
    for found in filters:
        if found.before:
            found.after, found.before = f"from {found.before} customers", ""
    if rng.random() < 0.7:
        wording = (
            "([what is the|what was the|what were the] (total revenue|total sales|revenue|sales|"
            "total amount of sales|sum of sales|total income|turnover) {p}|"
            "how much (revenue|money) did we (make|earn|get) {p}|how much did we (sell|make|earn) {p}|"
            "how much revenue {p}|sum of all invoices {p}|how much (was|did we) (sold|sell) {p})"
        )
        function, action = "SUM", "sum Total"
    else:
        wording = (
            "([what is the|what was the] (average (invoice|order) (total|value|amount)|average sale|"
            "average invoice|average purchase) {p})"
        )
        function, action = "AVG", "take AVG of Total"
    question = expand(rng, wording, p=" ".join(found.after for found in filters))
    item = f"ROUND({function}(@[Invoice.Total]), 2)"
    return fact_sample(schema, "Invoice", [item], filters, action, question)


def sales_of_music(schema, rng):
    """Revenue or units of a genre, an artist or an album."""
    found = schema.filters[rng.choice(["genre", "artist", "album", "artist", "genre"])](schema, rng)
    if rng.random() < 0.5:
        wording = (
            "(how much (revenue|money) did {v} (make|generate|earn|bring in)|"
            "[what is the] (total|) (revenue|sales) (from|of|for|by) {v}|"
            "total sales of {v} (tracks|music|songs)|how much did we (earn|make) (from|with) {v}|{v} revenue|"
            "how much money did {v} (songs|tracks) make)"
        )
        item = "ROUND(SUM(@[InvoiceLine.UnitPrice] * @[InvoiceLine.Quantity]), 2)"
        action = "sum UnitPrice * Quantity"
    else:
        wording = (
            "(how many {v} (tracks|songs) (were sold|did we sell|have been sold|were purchased)|"
            "number of {v} (tracks|songs) sold|how many times (was|were) {v} (bought|purchased|sold)|"
            "units sold (of|for) {v}|how many (tracks|songs) (by|of) {v} were sold)"
        )
        item, action = "SUM(@[InvoiceLine.Quantity])", "sum Quantity"
    question = expand(rng, wording, v=found.value.spoken)
    return fact_sample(schema, "InvoiceLine", [item], [found], action, question)


def overall_sales(schema, rng):
    """One number, or the years, over all invoices."""
    wording, expression, action = rng.choice(OVERALL)
    question = expand(rng, wording)
    tables = expand(rng, "(Only Invoice is needed|The Invoice table has what is needed|"
                         "Everything is in Invoice)")
    return Sample(question, None, action, sql=f"SELECT {expression} FROM Invoice", tables=tables)


def invoice_fact(schema, rng):
    """Total, customer, tracks or number of lines of one invoice."""
    number = rng.randint(1, INVOICES)
    form = rng.randrange(4)
    select = Select(schema, schema["Invoice"])
    if form == 0:
        select.items = ["@[Invoice.Total]"]
        wording = (
            "(total of invoice {i}|what is the total of invoice [number] {i}|how much was invoice {i}|"
            "amount of invoice {i})"
        )
        action = "return Total"
    elif form == 1:
        select.need(schema["Customer"])
        select.items = schema["Customer"].label_refs()
        wording = (
            "(which customer (does invoice {i} belong to|made invoice {i})|"
            "who (placed|made|paid) invoice {i}|customer of invoice {i})"
        )
        action = "return the customer's name"
    elif form == 2:
        select.need(schema["InvoiceLine"]).need(schema["Track"])
        select.items = ["@[Track.Name]"]
        wording = (
            "((tracks|songs) on invoice [number] {i}|"
            "which (tracks|songs) (are on|were bought on|are in) invoice {i}|"
            "what was (bought|sold) on invoice {i}|list the tracks of invoice {i})"
        )
        action = "select the track names"
    else:
        select.need(schema["InvoiceLine"])
        select.items = ["COUNT(*)"]
        wording = (
            "(how many (line items|lines|items|tracks) (are on|does|are in) invoice {i}|"
            "number of (line items|lines) (on|of|in) invoice {i})"
        )
        action = "count the invoice lines"
    found = Filter(schema["Invoice"], f"@[Invoice.InvoiceId] = {number}", f"Invoice.InvoiceId = {number}")
    select.where = [found.condition]
    return Sample(expand(rng, wording, i=number), select, action, [found])
