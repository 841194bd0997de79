"""Live tables, one picture a game: what lies there, at a glance, and what is tapped for more."""
