"""Questions on any annotated schema: filters, measures, groupings and the intents that combine them."""
