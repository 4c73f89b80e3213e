"""Reads the bank of domain schemas; domains.txt says at its top how it is written."""
import os
import re
from typing import NamedTuple

from text.words import plural

PATH = os.path.join(os.path.dirname(os.path.abspath(__file__)), "domains.txt")

# '>parent=role~phrase/phrase'
FOREIGN_KEY = re.compile(r">([^=~]+)(?:=([^~]+))?(?:~(.*))?$")
# 'kind(range)unit' or 'kind[category|category]'
KIND = re.compile(r"(\w+)(?:\(([^)]*)\)|\[([^\]]*)\])?(.*)$")


class ForeignKeySpec(NamedTuple):
    """A reference to another table, or to the same one in a role."""

    parent: str
    role: str
    phrases: list


class ColumnSpec(NamedTuple):
    """A column: its nouns, kind, range, categories, unit and adjectives."""

    nouns: list
    kind: str
    range: str
    categories: str
    unit: str
    adjectives: list


class TableSpec(NamedTuple):
    """A table: its nouns, whether its rows are people or links, and its columns and foreign keys."""

    singulars: list
    plurals: list
    is_people: bool
    is_link: bool
    columns: list

    @property
    def noun(self):
        """The noun that foreign keys call the table by."""
        return self.singulars[0]

    def foreign_keys(self):
        """The foreign keys alone."""
        return [column for column in self.columns if isinstance(column, ForeignKeySpec)]


class Domain(NamedTuple):
    """A named set of tables."""

    name: str
    tables: list


def read_bank(path=PATH):
    """All domains of a file."""
    domains = []
    with open(path, encoding="utf8") as file:
        for line in map(str.strip, file):
            if not line or line.startswith("#"):
                continue
            if line.startswith("@"):
                domains.append(Domain(line[1:].strip(), []))
            else:
                domains[-1].tables.append(_table(line))
    return domains


def _table(line):
    """The table of one line."""
    head, body = line.split(": ", 1)
    words, flags = head.split(), set()
    while words and words[-1] in ("p", "x"):
        flags.add(words.pop())
    singulars, plurals = [], []
    for noun in " ".join(words).split("/"):
        singular, _, irregular = noun.partition("+")
        singulars.append(singular)
        plurals.append(irregular or plural(singular))
    columns = [_foreign_key(text) if text.startswith(">") else _column(text)
               for text in map(str.strip, body.split("; "))]
    return TableSpec(singulars, plurals, "p" in flags, "x" in flags, columns)


def _foreign_key(text):
    """'>parent=role~phrase/phrase'"""
    parent, role, phrases = FOREIGN_KEY.match(text).groups()
    return ForeignKeySpec(parent, role, (phrases or "of").split("/"))


def _column(text):
    """'noun/noun:kind(range)unit^adjective/adjective'"""
    text, _, adjectives = text.partition("^")
    nouns, _, kind = text.partition(":")
    name, limits, categories, unit = KIND.match(kind).groups()
    return ColumnSpec(nouns.split("/"), name, limits, categories, unit,
                      adjectives.split("/") if adjectives else [])
