"""What was sold: units and revenue, by what was bought and by who bought it."""
from chinook.measures.groupings import Weighted
from questions.parts import Measure

REVENUE = "ROUND(SUM(@[InvoiceLine.UnitPrice] * @[InvoiceLine.Quantity]), 2)"


def build(schema, by):
    """The weighted measures; by: the groupings."""
    seller = [by.track, by.track, by.album, by.artist, by.artist, by.artist, by.genre, by.genre, by.genre,
              by.media_type]
    return [
        Weighted(9, seller, Measure(
            schema["InvoiceLine"], "SUM(@[InvoiceLine.Quantity])", "units_sold",
            nouns=["number of tracks sold", "units sold", "tracks sold", "number of sales", "sales count",
                   "how many tracks sold", "copies sold", "number of purchases", "times purchased",
                   "quantity sold", "number of units sold"],
            most=["sold the most tracks", "sold the most", "is the best selling", "is the most popular",
                  "is the most purchased", "has the most sales", "sells the most",
                  "is most popular by number of tracks sold", "is sold the most",
                  "has been purchased the most", "sold the most copies", "was bought the most",
                  "has sold the most tracks", "with the most tracks sold", "with the most sales",
                  "!what is the most popular {d} {f}", "!what is the best selling {d} {f}",
                  "!which is the most purchased {d} {f}", "!best selling {d} {f}", "!most popular {d} {f}",
                  "!what's the best-selling {d} {f}", "!most sold {d} {f}", "!most purchased {d} {f}"],
            least=["sold the fewest tracks", "is the least popular", "sells the least",
                   "!least popular {d} {f}", "!worst selling {d} {f}"],
            more=["that sold more than {k} tracks", "with more than {k} tracks sold",
                  "with more than {k} sales", "that sold over {k} units"],
            why="sum InvoiceLine.Quantity", thresholds=[1, 5, 10, 20, 30, 50, 100, 200]),
            ["billing country", "invoice date"], 0.2),
        Weighted(10, seller, Measure(
            schema["InvoiceLine"], REVENUE, "revenue",
            nouns=["revenue", "total revenue", "total sales", "sales", "how much revenue", "earnings",
                   "total earnings", "income", "money made", "sales revenue", "how much money"],
            most=["generated the most revenue", "earned the most", "made the most money",
                  "with the highest revenue", "has the highest revenue", "has the highest sales",
                  "brought in the most money", "earns the most", "makes the most money",
                  "generates the most revenue", "has earned the most money", "with the most revenue",
                  "!highest grossing {d} {f}", "!what is the highest earning {d} {f}",
                  "!most profitable {d} {f}", "!what is the most profitable {d} {f}"],
            least=["generated the least revenue", "earned the least", "made the least money",
                   "with the lowest revenue", "has the lowest sales"],
            more=["that earned more than {k}", "with revenue above {k}", "with more than {k} in revenue",
                  "that made more than {k}", "with sales over {k}"],
            why="sum UnitPrice * Quantity of InvoiceLine", thresholds=[2, 5, 10, 20, 50, 75, 100, 200],
            is_money=True), ["billing country", "invoice date"], 0.2),
        Weighted(3, [by.customer, by.billing_country, by.year, by.employee], Measure(
            schema["InvoiceLine"], "SUM(@[InvoiceLine.Quantity])", "tracks_bought",
            nouns=["number of tracks bought", "tracks purchased", "number of tracks purchased",
                   "how many tracks bought", "how many songs bought", "number of songs bought",
                   "tracks bought", "tracks sold", "number of tracks sold"],
            most=["bought the most tracks", "purchased the most tracks", "bought the most songs",
                  "purchased the most songs", "has bought the most tracks"],
            least=["bought the fewest tracks", "purchased the fewest songs"],
            more=["who bought more than {k} tracks", "who purchased more than {k} songs"],
            why="sum InvoiceLine.Quantity", thresholds=[30, 36, 37, 38]),
            ["genre", "artist", "invoice date"], 0.3),
        Weighted(2, [by.billing_country, by.customer, by.year], Measure(
            schema["InvoiceLine"], REVENUE, "revenue",
            nouns=["amount spent", "revenue", "total spent", "sales"],
            most=["spent the most", "spends the most", "spent the most money"],
            least=["spent the least"],
            why="sum UnitPrice * Quantity of InvoiceLine", is_money=True), ["genre", "artist"], 1.0),
    ]
