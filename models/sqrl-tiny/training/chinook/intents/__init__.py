"""Questions on Chinook: the generic intents and those of its own.  MIX weighs them."""
from chinook.intents.facts import fact
from chinook.intents.measures import chinook_measure
from chinook.intents.special import special
from questions.intents import (above_average, aggregate, attributes, count, distinct_values, listing,
                               managers, percentage, superlative, with_children, without_children)

MIX = [(listing, 13), (count, 13), (attributes, 9), (aggregate, 5), (superlative, 7), (without_children, 6),
       (with_children, 4), (above_average, 1), (percentage, 3), (distinct_values, 2), (chinook_measure, 38),
       (fact, 22), (special, 34), (managers, 4)]
