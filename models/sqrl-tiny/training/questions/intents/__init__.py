"""Intents: each draws tables, filters and a wording from a schema and gives a Sample, or None.

GENERIC weighs them for schemas of any domain.
"""
from questions.intents.comparisons import above_average, compare_two, have_both, percentage
from questions.intents.hierarchy import managers
from questions.intents.listing import attributes, count, distinct_values, listing
from questions.intents.measures import measure_by_dimension
from questions.intents.numbers import aggregate, superlative
from questions.intents.relations import average_per_parent, with_children, without_children

GENERIC = [(listing, 14), (count, 13), (attributes, 11), (aggregate, 9), (superlative, 12),
           (measure_by_dimension, 24), (without_children, 5), (with_children, 5), (above_average, 3),
           (percentage, 3), (distinct_values, 4), (average_per_parent, 2), (compare_two, 2), (have_both, 1),
           (managers, 2)]
