"""English wording: templates with choices, words, and what people do to them when they type."""
