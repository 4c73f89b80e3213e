"""Measures of Chinook with their natural wordings and the groupings they go with."""
from chinook.measures import counts, invoices, lengths, sold, variety
from chinook.measures.groupings import Groupings


def build_measures(schema):
    """The weighted measures.  One draw picks by position: the order is part of what a seed gives."""
    by = Groupings(schema)
    return [measure for module in (counts, invoices, sold, lengths, variety)
            for measure in module.build(schema, by)]
