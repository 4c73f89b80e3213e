"""Questions on Chinook's own measures."""
from questions.intents.measure_forms import counted, measure_sample


def chinook_measure(schema, rng):
    """A weighted measure by one of its groupings, maybe with one of its filters; or None."""
    drawn = rng.choices(schema.measures, [entry.weight for entry in schema.measures])[0]
    measure, dimension = drawn.measure, rng.choice(drawn.dimensions)(rng)
    filters = []
    if drawn.filters and rng.random() < drawn.filter_chance:
        found = schema.filters[rng.choice(drawn.filters)](schema, rng)
        filters = [found]
        _reword(rng, found, measure)
        if dimension.label_table and found.table is dimension.label_table:
            return None
    sample = measure_sample(schema, rng, measure, dimension, filters)
    if sample and sample.select:
        if dimension.group.endswith("Composer]"):
            _skip_nulls(sample, dimension, "skip rows without a Composer, ")
        if dimension.group.endswith("State]"):
            _skip_nulls(sample, dimension, "skip missing states, ")
    return sample


def _reword(rng, found, measure):
    """Puts the filter into the words that go with the measure: 'sales on Rock', 'from german customers'."""
    table, of_lines = found.table.name, measure.base.name == "InvoiceLine"
    if found.before:
        if table in ("Invoice", "Customer"):
            found.after, found.before = f"from {found.before} customers", ""
        elif table == "Genre" and of_lines:
            wording = rng.choice(["on %s", "on %s music", "on %s tracks", "for %s"])
            found.after, found.before = wording % found.before, ""
    elif table == "Genre" and measure.alias == "revenue":
        found.after = f"on {found.value.spoken}"
    elif table == "Artist" and measure.alias == "revenue":
        found.after = rng.choice(["on %s", "on %s songs", "on music by %s"]) % found.value.spoken


def _skip_nulls(sample, dimension, action):
    """Leaves out the group of rows that have no value to group by."""
    select = sample.select
    select.where.append(dimension.group + " IS NOT NULL")
    sample.sql = counted(select) if "COUNT(*) FROM (" in sample.sql else select.sql()
    sample.action = action + sample.action
