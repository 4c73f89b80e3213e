"""Invented domains: a bank of annotated schemas, and random instances of them with data."""
