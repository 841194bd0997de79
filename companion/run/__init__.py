"""One table: which processes it has, and how they are kept running."""
