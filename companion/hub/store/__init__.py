"""The hub's database: SQLite for one process, PostgreSQL for many."""
