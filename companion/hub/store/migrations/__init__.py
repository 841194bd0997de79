"""Alembic: how the schema came to be what it is."""
