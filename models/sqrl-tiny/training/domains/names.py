"""Identifiers of a database, in one style."""
import re

STYLES = ["snake", "camel", "title", "lcamel", "upper", "lower"]
STYLE_WEIGHTS = [45, 27, 10, 8, 5, 5]
KEY_STYLES = ["id", "tid", "tid", "tcode"]      # 'id', 'customer id', 'customer code'
PREFIXES = ["", "", "", "", "", "", "", "tbl_", "app_"]


def in_style(text, style):
    """The words of the text as one identifier."""
    words = re.split(r"[\s-]+", text)
    capitalized = [word[:1].upper() + word[1:] for word in words]
    if style == "snake":
        return "_".join(word.lower() for word in words)
    if style == "camel":
        return "".join(capitalized)
    if style == "lower":
        return "".join(word.lower() for word in words)
    if style == "lcamel":
        return words[0].lower() + "".join(capitalized[1:])
    if style == "title":
        return " ".join(capitalized)
    return "_".join(word.upper() for word in words)


class Naming:
    """How one instance of a domain names its tables and columns."""

    def __init__(self, rng):
        """Draws the style, number of the tables' names, use of synonyms and style of keys."""
        self.style = rng.choices(STYLES, STYLE_WEIGHTS)[0]
        self.plural_tables = rng.random() < 0.45
        self.uses_synonyms = rng.random() < 0.5
        self.key_style = rng.choice(KEY_STYLES)
        self.tables = {}       # noun of a table -> its name
        self.keys = {}         # noun of a table -> the name of its key

    def name(self, text):
        """The text as an identifier."""
        return in_style(text, self.style)

    def name_tables(self, rng, specs):
        """Draws the names of all tables and their keys."""
        prefix = rng.choice(PREFIXES) if self.style == "snake" else ""
        used = set()
        for spec in specs:
            i = rng.randrange(len(spec.singulars)) if self.uses_synonyms and rng.random() < 0.4 else 0
            name = prefix + self.name(spec.plurals[i] if self.plural_tables else spec.singulars[i])
            while name in used:
                name += "s"
            used.add(name)
            self.tables[spec.noun] = name
            self.keys[spec.noun] = self._key(spec.singulars[i])

    def _key(self, noun):
        """The name of a table's key."""
        return self.name({"id": "id", "tid": noun + " id", "tcode": noun + " code"}[self.key_style])

    def foreign_key(self, noun, taken):
        """The name of a column that refers to what the noun stands for; taken: lower-case names in use."""
        name = self.name(noun + (" code" if self.key_style == "tcode" else " id"))
        return self.name("ref " + noun) if name.lower() in taken else name

    def column(self, rng, spec, owner, taken):
        """The name of a column of the table of owner (a noun); taken: lower-case names in use."""
        noun = rng.choice(spec.nouns) if self.uses_synonyms and rng.random() < 0.35 else spec.nouns[0]
        may_have_owner = spec.kind == "person" or (noun == "name" and rng.random() < 0.25
                                                   and self.style in ("camel", "snake"))
        if may_have_owner and rng.random() < 0.3:
            noun = owner + " " + noun
        name = self.name(noun)
        return self.name(owner + " " + noun) if name.lower() in taken else name
