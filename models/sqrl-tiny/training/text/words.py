"""Words: plurals, identifiers made of words, enumerations, and values as people say them."""
import re

MONTHS = ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
          "November", "December")


def plural(noun):
    """The noun with its last word in the plural."""
    if re.search(r"(s|x|ch|sh)$", noun):
        return noun + "es"
    if re.search(r"[^aeiou]y$", noun):
        return noun[:-1] + "ies"
    return noun + "s"


def snake(words):
    """The words as a snake_case identifier."""
    return re.sub(r"\W+", "_", words.lower()).strip("_")


def enumeration(rng, words):
    """'a', 'a and b' or 'a, b' and so on; draws the last joint when there are two words or more."""
    if len(words) == 1:
        return words[0]
    return ", ".join(words[:-1]) + rng.choice([" and ", " and ", ", "]) + words[-1]


def speak(rng, value, exact_chance=0.5):
    """How a person types a stored value: (what is typed, whether it differs from what is stored)."""
    stored = str(value).strip()
    if rng.random() < exact_chance:
        return stored, False
    spoken = stored.lower()
    if rng.random() < 0.25:
        spoken = spoken.replace("/", "").replace("'", "").replace("&", "and")
    spoken = re.sub(r"[^\w\s/'&.,!?()+:#-]", "", spoken)
    return spoken, spoken != stored
