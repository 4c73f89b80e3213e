"""A table that refers to itself: employees and their managers."""
from questions.parts import Sample
from sql.names import literal, quote
from text.templates import expand
from text.words import speak


class _SelfJoin:
    """The pieces of SQL and reasoning for a table joined to itself: e for the row, m for its manager."""

    def __init__(self, link):
        self.table, self.foreign_key, self.key = link.child, link.foreign_key, link.key
        self.name, self.key_name = quote(self.table.name), quote(self.key.name)
        self.foreign_name = quote(self.foreign_key.name)
        self.joined = f"JOIN {self.name} AS m ON e.{self.foreign_name} = m.{self.key_name}"
        self.how = f"join {self.table.name} to itself on {self.foreign_key.name} = {self.key.name}"

    def label(self, alias):
        """The columns that name a row, of one side of the join."""
        return ", ".join(alias + "." + quote(column.name) for column in self.table.label)

    def is_person(self, alias, person):
        """The condition that one side of the join is the person."""
        return " AND ".join(f"{alias}.{quote(column.name)} = {literal(value)}"
                            for column, value in zip(self.table.label, person))

    def select(self, items, rest="", join=""):
        """A SELECT over the join; join may be LEFT."""
        return f"SELECT {items} FROM {self.name} AS e {join}{self.joined}{rest}"


def managers(schema, rng):
    """Who reports to whom, who manages whom, and how many."""
    links = [link for table in schema.tables for link in table.to_parents
             if link.parent is table and table.label]
    if not links:
        return None
    join = _SelfJoin(rng.choice(links))
    table = join.table
    one, many = table.singular(rng), table.plural(rng)
    form = rng.randrange(7)
    if form <= 1:
        question, sql, action = _pairs(rng, join, one, many, keeps_all=form == 1)
    elif form == 2:
        question, sql, action = _at_the_top(rng, join, many)
    elif form <= 4:
        question, sql, action = _reports_of(rng, join, many)
    elif form == 5:
        question, sql, action = _manager_of(rng, join)
    else:
        question, sql, action = _reports_per_manager(rng, join, many)
    tables = expand(rng, "(Only {t} is needed|{t} has {f} pointing to the manager)", t=table.name,
                    f=join.foreign_key.name)
    return Sample(question, None, action, [], sql=sql, tables=tables)


def _pairs(rng, join, one, many, keeps_all):
    """Everybody with the manager; keeps_all: those without one too."""
    sql = join.select(join.label("e") + ", " + join.label("m"), join="LEFT " if keeps_all else "")
    question = expand(rng, (
        "(list [all|each] {n} (with|and) their (manager|boss|managers)|show {n} and who they report to|"
        "who does each {e} report to|who reports to whom|"
        "show each {e} and (his|their|the name of their) (manager|boss|supervisor)|"
        "{n} and their (managers|bosses))"
    ), n=many, e=one)
    return question, sql, f"{join.how} to pair each {join.table.singulars[0]} with the manager"


def _at_the_top(rng, join, many):
    """Those who report to nobody."""
    items = ", ".join(quote(column.name) for column in join.table.label)
    sql = f"SELECT {items} FROM {join.name} WHERE {join.foreign_name} IS NULL"
    question = expand(rng, (
        "(which {n} (have no|don't have a) (manager|boss)|who (has no|doesn't have a) (manager|boss)|"
        "who is the (big boss|top boss|head of the company)|who reports to nobody|"
        "{n} without a (manager|boss)|who doesn't report to anyone)"
    ), n=many)
    return question, sql, f"keep rows where {join.foreign_key.name} is NULL"


def _reports_of(rng, join, many):
    """Those who report to one person."""
    person = rng.choice(join.table.people)
    spoken = speak(rng, " ".join(person), 0.5)[0]
    counted = rng.random() < 0.3
    sql = join.select("COUNT(*)" if counted else join.label("e"), " WHERE " + join.is_person("m", person))
    if counted:
        wording = "(how many {n} report to {v}|how many people does {v} manage)"
    else:
        wording = (
            "(who reports to {v}|which {n} report to {v}|list the {n} managed by {v}|who works under {v}|"
            "who does {v} manage|{n} reporting to {v})"
        )
    question = expand(rng, wording, n=many, v=spoken)
    return question, sql, f"{join.how} and filter the manager to {' '.join(person)}"


def _manager_of(rng, join):
    """The manager of one person."""
    person = rng.choice(join.table.people)
    spoken = speak(rng, " ".join(person), 0.5)[0]
    sql = join.select(join.label("m"), " WHERE " + join.is_person("e", person))
    question = expand(rng, (
        "(who is the (manager|boss|supervisor) of {v}|who does {v} report to|who is {v}'s (manager|boss)|"
        "who manages {v}|{v}'s boss)"
    ), v=spoken)
    action = (f"{join.how}, filter the {join.table.singulars[0]} to {' '.join(person)} and return the "
              f"manager")
    return question, sql, action


def _reports_per_manager(rng, join, many):
    """How many report to each manager, or who has the most."""
    top = rng.random() < 0.5
    items = join.label("m") + ("" if top else ", COUNT(*) AS report_count")
    order = " ORDER BY COUNT(*) DESC LIMIT 1" if top else ""
    sql = join.select(items, f" GROUP BY m.{join.key_name}{order}")
    if top:
        wording = (
            "(which manager has the most (direct reports|{n})|who manages the most (people|{n})|"
            "who has the most (direct reports|reports|subordinates))"
        )
    else:
        wording = (
            "(how many {n} does each manager have|number of (direct reports|{n}) per manager|"
            "how many people report to each manager|count of reports per manager)"
        )
    question = expand(rng, wording, n=many)
    return question, sql, f"{join.how} and count rows per manager" + (", keeping the highest" if top else "")
