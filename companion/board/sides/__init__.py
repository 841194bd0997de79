"""What lies on the table, as chips: one module a game, and what they share."""
