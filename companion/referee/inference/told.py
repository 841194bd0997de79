"""Whether what has been told is which piece it is that lies there unread."""

from collections import Counter

from companion.referee.inference.baseline import ANY, Baseline, Expected, best, is_surely_named, split
from vision.sighting import Sighting


def lying_is_told(seen: Sighting, before: Baseline, should: Expected) -> bool:
    """Whether a piece of a zone of which nobody knew what it is must be what should lie there by now instead.

    That is so where more such pieces lie than should, or none that has come since can be what was told.
    """
    if isinstance(should, int) or isinstance(before.expected, int):
        return False
    told = Counter(should) - Counter(before.expected)
    if len(before.expected) != len(should) or (Counter(before.expected) - Counter(should)).keys() != {ANY}:
        return False
    unread = sum(before.known.get(piece.track) == ANY for piece in before.seen.pieces)
    _, come = split(seen, before)
    others = bool(come) and all(is_surely_named(piece) and best(piece) not in told for piece in come)
    return unread > should.count(ANY) or (unread > 0 and others)
