"""The Companion: a referee, score keeper and witness for a real table of cards."""

# Before numpy: it says how many threads numpy's products may take.
import vision as vision

__version__ = "0.1.0"
