"""The parts of a game's screens as they serve any game, and what games make their own parts of."""
