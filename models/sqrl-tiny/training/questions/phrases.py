"""Phrases that several intents use."""
import re

from text.words import enumeration

SHOW = ("(list|list|show|show me|give me|find|get|what are|which are|display|can you list|i want to see|"
        "return|)")


def noun_phrase(rng, table, filters, noun=None):
    """Adjectives, a plural noun of the table and what comes after it."""
    before = " ".join(f.before for f in filters if f.before)
    after = [f.after for f in filters if f.after]
    rng.shuffle(after)
    joint = rng.choice([" ", " ", " and "]) if len(after) == 2 else " "
    text = f"{before} {noun or table.plural(rng)} {joint.join(after)}"
    return re.sub(r"  +", " ", text).strip()


def column_words(rng, columns):
    """The columns, each by one of its nouns, as an enumeration."""
    return enumeration(rng, [rng.choice(column.nouns) for column in columns])


def names_joined(columns):
    """The columns' names in a sentence."""
    return " and ".join(column.name for column in columns)


def befores(filters):
    """All that stands before the noun."""
    return " ".join(f.before for f in filters)


def afters(filters):
    """All that stands after the noun."""
    return " ".join(f.after for f in filters)
