"""The Companion: a referee, score keeper and witness for a real table of 7 Wonders games."""

__version__ = "0.1.0"
