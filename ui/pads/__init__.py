"""Move pads, one a game: everything that can happen at the table, entered by finger in as few taps as possible."""
