"""The Companion: a referee, score keeper and witness for a real table of cards."""

__version__ = "0.1.0"
