"""A tournament as one file: everything that was done and every game, for anybody to check without a network."""
