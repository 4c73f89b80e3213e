"""What the questions on facts share."""
from questions.parts import Sample
from sql.select import Select


def filtered(schema, base, filters, items, needs=(), distinct=False):
    """A SELECT of items over a base table with filters; needs: tables to join besides, by name."""
    select = Select(schema, schema[base]).filter(filters)
    for name in needs:
        select.need(schema[name])
    select.items = items
    select.distinct = distinct
    return select


def fact_sample(schema, base, items, filters, action, question, needs=(), distinct=False):
    """The sample of such a SELECT."""
    return Sample(question, filtered(schema, base, filters, items, needs, distinct), action, filters)
