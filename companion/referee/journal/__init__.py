"""The journal of a game: append-only, hash-chained, on disk before it is acknowledged."""
