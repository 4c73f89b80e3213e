"""The forms of a question on a measure and a dimension: per group, ranked, first, top, above a threshold."""
import re

from questions.parts import Sample
from questions.phrases import afters, befores
from sql.names import literal
from sql.select import Select
from text.templates import expand


def measure_sample(schema, rng, measure, dimension, filters):
    """A question on the measure by the dimension, in a drawn form.

    None when the measure would count rows twice, when the form has no wording for this measure, or when a
    filter's adjective finds no noun to stand before.
    """
    select = Select(schema, measure.base)
    for table in measure.needs:
        select.need(table)
    select.need(dimension.table).filter(filters)
    if select.fans_out and not measure.needs:
        return None
    select.group = dimension.group
    form = rng.choice(FORMS)
    noun = rng.choice(measure.nouns)
    adjectives = befores(filters)
    if adjectives:
        noun = _with_adjectives(measure.base, noun, adjectives)
        if noun is None or form in FORMS_WITHOUT_NOUN:
            return None
    return form(rng, _Draft(select, measure, dimension, filters, noun))


def _with_adjectives(table, noun, adjectives):
    """The measure's noun with the adjectives before the counted thing, or None when it is not in there."""
    for word in table.plurals + table.singulars:
        if word in noun:
            return noun.replace(word, adjectives + " " + word, 1)
    return None


class _Draft:
    """A question that has a measure, a dimension and a noun, but no form yet."""

    def __init__(self, select, measure, dimension, filters, noun):
        self.select, self.measure, self.dimension, self.filters = select, measure, dimension, filters
        self.noun = noun
        self.number_noun = noun.replace("how many ", "number of ")
        self.after = afters(filters)
        self.who = "who" if dimension.is_people else "which " + dimension.singular
        self.item = f"{measure.expression} AS {measure.alias}"

    def steps(self, last):
        """The action: grouping, measure and a last step."""
        return f"{self.dimension.why}, {self.measure.why}{last}"

    def sample(self, question, action, sql=None):
        """The finished sample."""
        return Sample(question, self.select, action, self.filters, sql=sql)


def unrounded(expression):
    """The aggregate without its ROUND, to sort and compare by."""
    match = re.fullmatch(r"ROUND\((.*), 2\)", expression)
    return match.group(1) if match else expression


def _ranked(rng, draft):
    """All groups, the highest first."""
    select, noun = draft.select, draft.number_noun
    select.items = draft.dimension.items + [draft.item]
    select.order = draft.measure.alias + " DESC"
    question = expand(rng, (
        "([list|show] {ds} (ranked|ordered|sorted) by {n} {f}|{ds} by {n} {f}|rank [the] {ds} by {n} {f}|"
        "(ranking|rank) of {ds} by {n} {f}|{ds} with the (most|highest) {n2} {f}, ranked|"
        "list {ds} from (highest|most) to (lowest|least) {n2} {f})"
    ), ds=draft.dimension.plural, n=noun, n2=noun.replace("number of ", ""), f=draft.after)
    return draft.sample(question, f"{draft.dimension.why} and {draft.measure.why}, sorted descending")


def _per_group(rng, draft, order="", action=""):
    """The measure for each group; a date's parts come in their order."""
    select, dimension = draft.select, draft.dimension
    select.items = dimension.items + [draft.item]
    if not order and dimension.items[0].startswith("strftime"):
        select.order = dimension.items[0].split(" AS ")[-1]
    if not draft.noun.startswith("how many"):
        wording = (
            "([what is the|show the|show|show me|give me the|list the|] {n} {f} (per|by|for each|for every|"
            "by|per) {d} {o}|for each {d} show the {n} {f} {o}|{f} {n} (by|per) {d} {o}|{d} and {n} {f} {o}|"
            "{n} {f} grouped by {d} {o})"
        )
    elif dimension.is_people:
        wording = "{n} {f} does each {d} have {o}"
    else:
        wording = "{n} {f} (are there |do we have |)(per|for each|in each|by) {d} {o}"
    question = expand(rng, wording, n=draft.noun, f=draft.after, d=dimension.singular, o=order)
    return draft.sample(question, f"{dimension.why} and {draft.measure.why}{action}")


def _per_group_sorted(rng, draft):
    """The measure for each group, sorted by it."""
    descending = rng.random() < 0.75
    draft.select.order = draft.measure.alias + (" DESC" if descending else "")
    if descending:
        wording = (
            "(sorted|ordered|ranked) (from high to low|descending|by that|from highest to lowest|"
            "highest first)"
        )
    else:
        wording = "(sorted|ordered) (ascending|from low to high|lowest first)"
    return _per_group(rng, draft, expand(rng, wording), ", sorted by it")


def _highest(rng, draft):
    """The group with the highest value."""
    return _extreme(rng, draft, draft.measure.most, " DESC", "highest")


def _lowest(rng, draft):
    """The group with the lowest value."""
    return _extreme(rng, draft, draft.measure.least, " ASC", "lowest")


def _extreme(rng, draft, wordings, direction, kept):
    """The first group in one direction, maybe with its value; None without a wording for that."""
    if not wordings:
        return None
    select, measure, dimension = draft.select, draft.measure, draft.dimension
    words = rng.choice(wordings)
    slots = dict(d=dimension.singular, f=draft.after, who=draft.who)
    if words.startswith("!"):
        question = expand(rng, words[1:], **slots)
    elif words.startswith("with "):
        question = expand(rng, "([what is the|find the|the|show the] {d} {w} {f}|"
                               "which {d} is the one {w} {f})",
                          w=words, **slots)
    elif draft.after:
        question = expand(rng, "({who} {w} {f}|which {d} {w} {f}|what {d} {w} {f}|{who} {w} {f}|"
                               "{f}, which {d} {w})",
                          w=words, **slots)
    else:
        question = expand(rng, "({who} {w}|which {d} {w}|what {d} {w}|find the {d} that {w}|"
                               "the {d} that {w})",
                          w=words, **slots)
    with_value = rng.random() < 0.25
    if with_value:
        if measure.expression == "COUNT(*)":
            wording = "(and how many|and what is the number|with the (count|number)|and the {n})"
        else:
            wording = "(and (what is it|how much)|with the {n}|and how much)"
        question += " " + expand(rng, wording, n=draft.noun)
    select.items = dimension.items + ([draft.item] if with_value else [])
    select.order = (measure.alias if with_value else unrounded(measure.expression)) + direction
    select.limit = 1
    return draft.sample(question, draft.steps(" and keep the " + kept))


def _top(rng, draft):
    """The few groups with the highest values."""
    select, measure = draft.select, draft.measure
    limit = rng.choice([2, 3, 3, 5, 5, 5, 10, 10])
    with_most = [words for words in measure.most if words.startswith("with ")]
    if with_most:
        wording = (
            "([what are|show|list|give me|show me|who are] [the] top {k} {ds} by {n} {f}|"
            "top {k} {ds} by {n} {f}|(the|) {k} {ds} {w} {f}|rank the top {k} {ds} by {n} {f}|"
            "top {k} {ds} {w} {f})"
        )
    else:
        wording = (
            "([what are|show|list|give me|show me|who are] [the] top {k} {ds} by {n} {f}|"
            "top {k} {ds} by {n} {f}|rank the top {k} {ds} by {n} {f})"
        )
    # Drawn even when no wording uses it: what is drawn later must not depend on that.
    words = rng.choice(with_most or [""])
    question = expand(rng, wording, k=limit, ds=draft.dimension.plural, n=draft.number_noun, f=draft.after,
                      w=words)
    select.items = draft.dimension.items + [draft.item]
    select.order = measure.alias + " DESC"
    select.limit = limit
    return draft.sample(question, draft.steps(f", sort descending and keep {limit}"))


def _draw_threshold(rng, draft):
    """Restricts the groups to those above or below a threshold: (wording, the condition), or None."""
    measure = draft.measure
    if not measure.more or not measure.thresholds:
        return None
    threshold = rng.choice(measure.thresholds)
    words = expand(rng, rng.choice(measure.more))
    words = words.replace("{k}", ("$%s" if measure.is_money and rng.random() < 0.15 else "%s") % threshold)
    operator = ">=" if "at least" in words else ">"
    if rng.random() < 0.35 and "more than" in words:
        if rng.random() < 0.6:
            words = words.replace("more than", "at least")
        else:
            words = words.replace("more than", rng.choice(["fewer than", "less than", "fewer than"]))
        operator = ">=" if "at least" in words else "<"
    elif rng.random() < 0.08 and "more than" in words and measure.expression == "COUNT(*)":
        words, operator = words.replace("more than", "exactly"), "="
    if draft.dimension.is_people and rng.random() < 0.6 and words.startswith("that "):
        words = words.replace("that ", "who ", 1)
    draft.select.having = f"{unrounded(measure.expression)} {operator} {literal(threshold)}"
    return words, f"{operator} {threshold}"


def _as_verb(words):
    """The wording of a threshold after 'which groups': without its pronoun, 'with' as 'have'."""
    return re.sub(r"^with ", "have ", re.sub(r"^(that|who) ", "", words))


def _above_threshold(rng, draft):
    """The groups above a threshold."""
    drawn = _draw_threshold(rng, draft)
    if not drawn:
        return None
    words, condition = drawn
    question = expand(rng, (
        "(which {ds} {wv} {f}|(list|show|find|show me|what are|give me|) [the|all] {ds} {w} {f}|{ds} {w} {f})"
    ), ds=draft.dimension.plural, w=words, wv=_as_verb(words), f=draft.after)
    with_value = rng.random() < 0.15
    if with_value:
        question += " " + expand(rng, "(with|and) the {n}", n=draft.number_noun)
    draft.select.items = draft.dimension.items + ([draft.item] if with_value else [])
    return draft.sample(question, draft.steps(f" and keep groups {condition} with HAVING"))


def _number_above_threshold(rng, draft):
    """How many groups are above a threshold."""
    drawn = _draw_threshold(rng, draft)
    if not drawn:
        return None
    words, condition = drawn
    draft.select.items = [draft.dimension.group]
    question = expand(rng, (
        "(how many {ds} {wv} {f}|number of {ds} {w} {f}|how many {ds} are there {w} {f}|"
        "count the {ds} {w} {f})"
    ), ds=draft.dimension.plural, w=words, wv=_as_verb(words), f=draft.after)
    action = draft.steps(f", keep groups {condition} and count those groups in an outer query")
    return draft.sample(question, action, sql=counted(draft.select))


def counted(select):
    """The number of rows of a statement, as a statement."""
    return "SELECT COUNT(*) FROM (%s)" % select.sql()


FORMS = [_ranked, _per_group, _per_group, _per_group, _highest, _highest, _highest, _top, _top, _lowest,
         _above_threshold, _number_above_threshold, _per_group_sorted]
# The wordings of these have no noun for the counted thing, so that no adjective can stand before it.
FORMS_WITHOUT_NOUN = (_highest, _top, _lowest, _above_threshold, _number_above_threshold)
