"""SQL text: names and literals, annotated schemas, SELECT statements."""
