"""Chinook, the one schema the model knows: annotations, filters, measures and questions of its own."""
