"""Random values for a column, by its kind, and the values that questions draw from."""
import re
from typing import NamedTuple

from domains.pools import CITIES, COUNTRIES, FIRST_NAMES, LAST_NAMES, POOLS

QUANTILES = (0.1, 0.25, 0.4, 0.5, 0.6, 0.75, 0.9)
MISSING_SHARE = 0.3
TEXT_TYPES = ["VARCHAR(80)", "NVARCHAR(60)", "VARCHAR(120)"]


class Values(NamedTuple):
    """The stored values, a pool for questions, and the SQL type."""

    stored: list
    pool: list = []
    sql_type: str = "TEXT"


def _pooled(stored):
    """Texts whose different values are the pool."""
    return Values(stored, sorted(set(stored)))


def _person(rng, spec, count):
    """Full names."""
    return _pooled([rng.choice(FIRST_NAMES) + " " + rng.choice(LAST_NAMES) for _ in range(count)])


def _first_name(rng, spec, count):
    """First names."""
    return _pooled([rng.choice(FIRST_NAMES) for _ in range(count)])


def _last_name(rng, spec, count):
    """Last names."""
    return _pooled([rng.choice(LAST_NAMES) for _ in range(count)])


def _from_pool(rng, spec, count):
    """Names from a pool, each as often as the others."""
    names = list(POOLS[spec.range])
    rng.shuffle(names)
    return _pooled([names[i % len(names)] for i in range(count)])


def _category(rng, spec, count):
    """Categories as they are given, or in another case; the pool holds (stored, spoken)."""
    options = []
    case = rng.choice(["as", "as", "title", "upper"])
    for option in spec.categories.split("|"):
        stored, _, spoken = option.partition("=")
        if not spoken:
            spoken = stored
            rng.random()      # decides nothing any more; without it a seed would give other data
            if case == "title" and stored.islower():
                stored = stored.title()
            elif case == "upper" and stored.isalpha():
                stored = stored.upper()
            spoken = stored if rng.random() < 0.4 else spoken
            spoken = spoken.lower() if rng.random() < 0.5 and len(spoken) > 3 else spoken
        options.append((stored, spoken))
    stored = [rng.choice(options)[0] for _ in range(count)]
    present = set(stored)
    return Values(stored, [option for option in options if option[0] in present])


def _whole_range(spec):
    """The two ends of 'a-b' as whole numbers."""
    return map(int, re.match(r"(-?\d+)-(-?\d+)", spec.range).groups())


def _whole_number(rng, spec, count):
    """Whole numbers of a range; the pool has round ones, spread over it."""
    low, high = _whole_range(spec)
    stored = [rng.randint(low, high) for _ in range(count)]
    span = high - low
    pool = sorted({round(low + span * q) for q in QUANTILES})
    if span > 100:
        step = 10 ** (len(str(span)) - 2)
        pool = sorted({max(1, value // step * step) for value in pool})
    return Values(stored, pool, "INTEGER")


def _year(rng, spec, count):
    """Years of a range; the pool leaves out the first and the last of them."""
    low, high = _whole_range(spec)
    stored = [rng.randint(low, high) for _ in range(count)]
    span = high - low
    return Values(stored, list(range(low + span // 5, high - span // 8)), "INTEGER")


def _real(rng, spec, count):
    """Numbers with one digit behind the point, or two for money."""
    low, high = map(float, re.match(r"(-?[\d.]+)-(-?[\d.]+)", spec.range).groups())
    digits = 1 if spec.kind == "real" else 2
    stored = [round(rng.uniform(low, high), digits) for _ in range(count)]
    sql_type = rng.choice(["REAL", "NUMERIC(10,2)"]) if spec.kind == "money" else "REAL"
    span = high - low
    pool = sorted({round(low + span * q, 1 if span < 20 else 0) for q in QUANTILES})
    if span >= 20:
        step = 10 ** max(0, len(str(int(span))) - 2)
        pool = sorted({int(value // step * step) for value in pool if value // step > 0}) or [1]
    return Values(stored, pool, sql_type)


def _date(rng, spec, count):
    """Dates, rarely with a time; the pool has years."""
    first, last = map(int, spec.range.split("-"))
    time = " 00:00:00" if rng.random() < 0.15 else ""
    stored = ["%d-%02d-%02d" % (rng.randint(first, last), rng.randint(1, 12), rng.randint(1, 28)) + time
              for _ in range(count)]
    sql_type = rng.choice(["DATE", "TEXT", "DATETIME"])
    if last - first < 12:
        pool = list(range(first, last + 1))
    else:
        pool = list(range(first + (last - first) // 4, last - (last - first) // 6))
    return Values(stored, pool, sql_type)


def _flag(rng, spec, count):
    """0 and 1."""
    stored = [int(rng.random() < 0.5) for _ in range(count)]
    return Values(stored, [], rng.choice(["INTEGER", "BOOLEAN"]))


def _email(rng, spec, count):
    """Addresses."""
    return Values(["%s%d@example.com" % (rng.choice(FIRST_NAMES).lower(), i) for i in range(count)])


def _phone(rng, spec, count):
    """Phone numbers."""
    return Values(["555-%04d" % rng.randint(0, 9999) for _ in range(count)])


def _places(rng, kind, count, is_label, is_first_of_kind):
    """Cities or countries: a few that recur, or for a label as many different ones as there are."""
    everything = CITIES if kind == "city" else COUNTRIES
    some = rng.sample(everything, rng.randint(3, 9))
    if not is_label:
        return _pooled([rng.choice(some) for _ in range(count)])
    names = list(everything if is_first_of_kind else some)
    rng.shuffle(names)
    return _pooled([names[i % len(names)] for i in range(count)])


KINDS = {"person": _person, "first": _first_name, "last": _last_name, "pool": _from_pool, "cat": _category,
         "int": _whole_number, "year": _year, "real": _real, "money": _real, "date": _date, "bool": _flag,
         "email": _email, "phone": _phone}


def draw_values(rng, spec, count, is_label, is_first_of_kind):
    """Values of a column.

    is_label: the rows will be named by it, if they are places.  is_first_of_kind: no column before it in the
    table is of its kind.
    """
    may_be_missing = spec.kind in ("email", "phone") and rng.random() < 0.5
    if spec.kind in ("city", "country"):
        values = _places(rng, spec.kind, count, is_label, is_first_of_kind)
    else:
        values = KINDS[spec.kind](rng, spec, count)
    sql_type = values.sql_type
    if sql_type == "TEXT" and rng.random() < 0.4:
        sql_type = rng.choice(TEXT_TYPES)
    stored = values.stored
    if may_be_missing:
        stored = [None if rng.random() < MISSING_SHARE else value for value in stored]
    return Values(stored, values.pool, sql_type), may_be_missing
