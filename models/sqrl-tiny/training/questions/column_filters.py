"""Filters on one column, by the kind of its values."""
import re

from questions.parts import Filter, Value
from sql.names import literal, prose
from text.templates import expand
from text.words import MONTHS, speak

GREATER = ["over {k}", "more than {k}", "above {k}", "greater than {k}", "higher than {k}"]
AT_LEAST = ["at least {k}", "{k} or more", "of at least {k}"]
LESS = ["under {k}", "less than {k}", "below {k}"]
AT_MOST = ["at most {k}", "{k} or less", "no more than {k}"]
WORDINGS = {">": GREATER, ">=": AT_LEAST, "<": LESS, "<=": AT_MOST}

WHOLE_OPERATORS = [">", ">", ">", ">=", "<", "<", "<=", "between", "="]
REAL_OPERATORS = [">", ">", ">=", "<", "<", "between"]
DATE_FORMS = ["in", "in", "in", "after", "before", "since", "between", "month"]
DATE_OPERATORS = {"after": ">", "before": "<", "since": ">="}


def split_value(value):
    """(stored, spoken) of a pool's value."""
    return value if isinstance(value, tuple) else (value, value)


def value_filter(rng, column, wording=None, exact_chance=0.5):
    """column = value.  wording: template with {v}; without one the column is named."""
    stored, spoken = split_value(rng.choice(column.pool))
    altered = spoken != stored
    if not altered:
        aliases = column.aliases.get(stored)
        if aliases and rng.random() < 0.35:
            spoken, altered = rng.choice(aliases), True
        else:
            spoken, altered = speak(rng, stored, exact_chance)
    equals = f" = {literal(stored)}"
    return Filter(column.table, column.ref + equals, prose(column.ref) + equals,
                  after=expand(rng, wording or "with {n} {v}", n=rng.choice(column.nouns), v=spoken),
                  value=Value(column, stored, spoken, altered))


class _Amount:
    """A threshold on a numeric column: what is stored, and how it is said."""

    def __init__(self, rng, column):
        """Draws the threshold, a unit for it and the noun of the column."""
        self.drawn = rng.choice(column.pool)
        self.unit, self.factor, self.note = column.unit, None, ""
        self.shown = self.stored = self.drawn
        if column.conversions:
            self._convert(rng, column)
        self.text = self._with_unit(rng, column)
        if column.kind == "money" and rng.random() < 0.25:
            self.text = rng.choice(["$%s", "%s dollars", "%s bucks"]) % self.shown
        self.noun = rng.choice(column.nouns)

    def _convert(self, rng, column):
        """Draws the threshold anew, as a round number of another unit."""
        words, self.factor, _, _ = rng.choice(column.conversions)
        whole = [2, 3, 4, 5, 6, 7, 8, 10, 12, 15] if column.kind != "bytes" else [5, 10, 20]
        self.shown = rng.choice(whole)
        if words[0].startswith("sec"):
            self.shown *= 60
            self.shown = rng.choice([self.shown, 90, 200, 150, 30])
        self.stored, self.unit = self.shown * self.factor, rng.choice(words)
        self.note = f" ({self.shown} {words[0]})"

    def _with_unit(self, rng, column):
        """The threshold with its unit, where it has one."""
        unit = self.unit
        if unit and unit[0].isalpha() and (column.conversions or rng.random() < 0.8):
            return f"{self.shown} {unit}"
        return f"{self.shown}{unit if unit == '%' else ''}"


def number_filter(rng, column):
    """A comparison on a numeric column."""
    amount = _Amount(rng, column)
    operator = rng.choice(WHOLE_OPERATORS if column.kind == "int" else REAL_OPERATORS)
    if operator == "between":
        return _number_range(rng, column, amount)
    if operator == "=":
        after = expand(rng, "with [a] {n} (of|equal to|exactly) {k}", n=amount.noun, k=amount.text)
    else:
        after = _comparison(rng, column, amount, operator)
    condition = f"{operator} {literal(amount.stored)}"
    return Filter(column.table, f"{column.ref} {condition}", f"{prose(column.ref)} {condition}{amount.note}",
                  after=after)


def _number_range(rng, column, amount):
    """column BETWEEN two amounts."""
    other = rng.choice(column.pool)
    if column.conversions:
        shown = amount.shown + rng.choice([1, 2, 3]) * (60 if amount.shown > 20 else 1)
        low, high = amount.stored, shown * amount.factor
        words = f"between {amount.shown} and {shown} {amount.unit}"
        wording = "(between {w2}|with a {n} {w}|lasting {w}|{w} long)"
    else:
        low, high = sorted([amount.drawn, other])
        words = f"between {low} and {high}"
        wording = "with [a] {n} {w}"
    after = expand(rng, wording, n=amount.noun, w=words, w2=words[len("between "):])
    return Filter(column.table, f"{column.ref} BETWEEN {literal(low)} AND {literal(high)}",
                  f"{prose(column.ref)} between {literal(low)} and {literal(high)}", after=after)


def _comparison(rng, column, amount, operator):
    """The wording of column > amount and its like: with the column's adjective, or with its noun."""
    adjectives = column.adjectives
    if operator == ">" and len(adjectives) > 2 and adjectives[2] and rng.random() < 0.6:
        return expand(rng, "(|that are )" + adjectives[2] + " {k}", k=amount.text)
    if operator == "<" and len(adjectives) > 3 and adjectives[3] and rng.random() < 0.6:
        return expand(rng, "(|that are )" + adjectives[3] + " {k}", k=amount.text)
    words = rng.choice(WORDINGS[operator])
    bare = words.replace("of ", "")
    if column.conversions:
        bare = bare.replace("above", "over").replace("greater", "more")
        bare = bare.replace("higher", "longer").replace("below", "under")
        after = expand(rng, "(with a {n} {g}|{g2}|{g2} long|that last {g2}|lasting {g2})",
                       n=amount.noun, g=words, g2=bare)
    else:
        after = expand(rng, "(with [a] {n} {g}|with {n} {g}|whose {n} is {g2}|where {n} is {g2}|"
                            "having {n} {g})",
                       n=amount.noun, g=words, g2=bare)
    return after.replace("{k}", amount.text)


def date_filter(rng, column):
    """A year, a month, a range or a bound on a date or year column."""
    year = rng.choice(column.pool)
    noun = rng.choice(column.nouns)
    verb = rng.choice(column.verbs) if column.verbs else None
    form = rng.choice(DATE_FORMS)
    if column.kind == "year":
        return _year_filter(rng, column, year, noun, form)
    table, ref, said = column.table, column.ref, prose(column.ref)
    year_of = f"strftime('%Y', {ref})"
    head = verb + " " if verb and rng.random() < 0.5 else ""
    if form == "in":
        wording = "(in|in|in|during|from|in the year|for) {y}" if not head else "(in|during) {y}"
        return Filter(table, f"{year_of} = '{year}'", f"the year of {said} is {year}",
                      after=head + expand(rng, wording, y=year))
    if form == "month":
        month = rng.randrange(12)
        name = MONTHS[month]
        value = "%d-%02d" % (year, month + 1)
        return Filter(table, f"strftime('%Y-%m', {ref}) = '{value}'", f"{said} is in {value}",
                      after=head + expand(rng, "(in|during) {m} {y}",
                                          m=rng.choice([name, name.lower(), name[:3]]), y=year))
    if form == "between":
        first, last = sorted([year, rng.choice(column.pool)])
        return Filter(table, f"{year_of} BETWEEN '{first}' AND '{last}'",
                      f"the year of {said} is between {first} and {last}",
                      after=head + expand(rng, "(between {a} and {b}|from {a} to {b})", a=first, b=last))
    operator = DATE_OPERATORS[form]
    if rng.random() < 0.3:
        day = "%d-%02d-%02d" % (year, rng.randint(1, 12), rng.randint(1, 28))
        return Filter(table, f"date({ref}) {operator} '{day}'", f"{said} {operator} '{day}'",
                      after=f"{head}{form} {day}")
    return Filter(table, f"{year_of} {operator} '{year}'", f"the year of {said} {operator} {year}",
                  after=f"{head}{form} {year}")


def _year_filter(rng, column, year, noun, form):
    """The same on a column that holds a year as a number."""
    table, ref, said = column.table, column.ref, prose(column.ref)
    if form in ("month", "in"):
        return Filter(table, f"{ref} = {year}", f"{said} = {year}",
                      after=expand(rng, "(from|with {n}|in|whose {n} is) {y}", n=noun, y=year))
    if form == "between":
        first, last = sorted([year, rng.choice(column.pool)])
        return Filter(table, f"{ref} BETWEEN {first} AND {last}", f"{said} between {first} and {last}",
                      after=expand(rng, "(between {a} and {b}|from {a} to {b}|with {n} between {a} and {b})",
                                   n=noun, a=first, b=last))
    operator = DATE_OPERATORS[form]
    return Filter(table, f"{ref} {operator} {year}", f"{said} {operator} {year}",
                  after=expand(rng, "(%s {y}|with {n} %s {y})" % (form, form), n=noun, y=year))


def text_filter(rng, column):
    """LIKE on a text: its first letter, a word in it, or its last word."""
    value = split_value(rng.choice(column.pool) if column.pool else "a")[0]
    words = re.findall(r"[A-Za-z]{3,}", str(value))
    noun = column.nouns[0]
    table, ref, said = column.table, column.ref, prose(column.ref)
    form = rng.random()
    if form < 0.4 or not words:
        letter = (re.findall(r"[A-Za-z]", str(value)) or ["A"])[0].upper()
        wording = ("(whose {n} (starts|begins) with|starting with|that start with|beginning with) "
                   "(|the letter )(%s|%s)" % (letter, letter.lower()))
        return Filter(table, f"{ref} LIKE '{letter}%'", f"{said} LIKE '{letter}%'",
                      after=expand(rng, wording, n=noun))
    word = rng.choice(words)
    if rng.random() < 0.5:
        word = word.lower()
    if form < 0.9:
        wording = ("(containing [the word]|with|that contain [the word]|whose {n} contains|that have|"
                   "with the word) (%s|'%s'|\"%s\")" % (word, word, word))
        after = expand(rng, wording, n=noun)
        if rng.random() >= 0.5:
            after += " " + expand(rng, "in (the|their) {n}", n=noun)
        return Filter(table, f"{ref} LIKE '%{word}%'", f"{said} contains '{word}'", after=after)
    return Filter(table, f"{ref} LIKE '%{word}'", f"{said} ends with '{word}'",
                  after=expand(rng, "(whose {n} ends (with|in)|ending (with|in)) %s" % word, n=noun))


def null_filter(rng, column):
    """The column has no value, or has one."""
    noun = rng.choice(column.nouns)
    table, ref, said = column.table, column.ref, prose(column.ref)
    if rng.random() < 0.65:
        wording = ("(without (|a |any ){n}|with no {n}|that (have no|don't have a|do not have a) {n}|"
                   "missing a {n})")
        return Filter(table, ref + " IS NULL", said + " IS NULL", after=expand(rng, wording, n=noun))
    return Filter(table, ref + " IS NOT NULL", said + " IS NOT NULL",
                  after=expand(rng, "(that have a {n}|with a {n}|who have a {n})", n=noun))
