"""Lengths, sizes and prices of tracks."""
from chinook.measures.groupings import Weighted
from questions.parts import Measure

# (divisor of milliseconds, suffix of the alias, wording); nobody says the unit for milliseconds.
UNITS = [("60000.0", "minutes", " in minutes"), ("60000.0", "minutes", " in minutes"),
         ("1000.0", "seconds", " in seconds"), ("1", "ms", "")]
AVERAGE_NOUNS = ["average track length", "average song length", "average length", "average duration",
                 "avg track length", "average track duration", "mean song length", "average length of tracks",
                 "avg duration"]
TOTAL_NOUNS = ["total length", "total duration", "total playing time", "total running time", "running time",
               "total play time"]


def build(schema, by):
    """The weighted measures; by: the groupings."""
    measures = []
    for divisor, suffix, wording in UNITS:
        measures += _in_unit(schema, by, divisor, suffix, wording)
    return measures + _other_units(schema, by) + _extremes(schema, by)


def _in_unit(schema, by, divisor, suffix, wording):
    """The average and the total length in one unit."""
    divided = " / " + divisor if wording else ""
    note = f" divided by {divisor} for {suffix}" if wording else ""
    average = "ROUND(AVG(@[Track.Milliseconds])%s, 2)" % divided
    total = "SUM(@[Track.Milliseconds])" + divided
    return [
        Weighted(2, [by.genre, by.genre, by.genre, by.album, by.artist, by.media_type], Measure(
            schema["Track"], average, "avg_" + suffix,
            nouns=[noun + wording for noun in AVERAGE_NOUNS],
            most=["has the longest tracks on average", "has the longest songs on average",
                  "has the longest average track length", "with the longest average song length",
                  "with the longest tracks on average", "has the highest average track length",
                  "has the longest average song"],
            least=["has the shortest tracks on average", "has the shortest average track length",
                   "with the shortest songs on average", "has the shortest average song length"],
            why="take AVG of Milliseconds" + note)),
        Weighted(2, [by.album, by.album, by.artist, by.genre, by.playlist], Measure(
            schema["Track"], "ROUND(%s, 2)" % total if wording else total, "total_" + suffix,
            nouns=[noun + wording for noun in TOTAL_NOUNS],
            most=["is the longest", "has the longest total duration", "with the longest running time",
                  "has the longest playing time", "with the longest total length", "is the longest in total",
                  "!what is the longest {d} {f}", "!longest {d} {f}",
                  "!what is the longest {d} by total duration {f}"],
            least=["is the shortest", "has the shortest total duration", "!shortest {d} {f}",
                   "!what is the shortest {d} {f}"],
            why="sum Milliseconds" + note)),
    ]


def _other_units(schema, by):
    """Total length in hours, total size, average price."""
    return [
        Weighted(1, [by.album, by.artist, by.genre, by.playlist], Measure(
            schema["Track"], "ROUND(SUM(@[Track.Milliseconds]) / 3600000.0, 2)", "total_hours",
            nouns=["total length in hours", "total duration in hours", "hours of music",
                   "number of hours of music", "playing time in hours"],
            most=["has the most hours of music", "with the most hours of music"],
            why="sum Milliseconds divided by 3600000.0 for hours")),
        Weighted(1, [by.album, by.genre, by.media_type, by.artist], Measure(
            schema["Track"], "ROUND(SUM(@[Track.Bytes]) / 1048576.0, 2)", "total_mb",
            nouns=["total size in MB", "total file size in MB", "total size in megabytes"],
            most=["takes up the most space", "has the largest total size", "uses the most disk space"],
            least=["takes up the least space"],
            why="sum Bytes divided by 1048576.0 for MB")),
        Weighted(1, [by.genre, by.media_type, by.album, by.artist], Measure(
            schema["Track"], "ROUND(AVG(@[Track.UnitPrice]), 2)", "avg_price",
            nouns=["average price", "average track price", "avg unit price", "average unit price",
                   "mean track price"],
            most=["has the highest average price", "with the most expensive tracks on average",
                  "has the most expensive tracks"],
            least=["has the lowest average price"],
            more=["with an average price above {k}"],
            why="take AVG of UnitPrice", thresholds=[1, 1.5])),
    ]


def _extremes(schema, by):
    """Length of the longest and of the shortest track."""
    nouns = {"MAX": ["longest track", "longest song", "maximum track length", "length of the longest track"],
             "MIN": ["shortest track", "shortest song", "minimum track length"]}
    return [
        Weighted(1, [by.genre, by.album, by.artist], Measure(
            schema["Track"], f"{function}(@[Track.Milliseconds])", f"{function.lower()}_length",
            nouns=[noun + " in milliseconds" for noun in nouns[function]] + [nouns[function][-1]],
            why=f"take {function} of Milliseconds"))
        for function in ("MAX", "MIN")
    ]
