"""Pieces that nobody has read, of which it was told or guessed which is which."""

from collections import Counter
from collections.abc import Mapping, Sequence

from companion.referee.inference.baseline import ANY, Baseline, Expected, split
from companion.referee.inference.named import best, is_surely_named
from vision.sighting import SeenPiece, Sighting


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


def may_be_instead(piece: SeenPiece, baseline: Baseline, left: Mapping[str, int], unenrolled: Sequence[str]) -> str:
    """Another face that lies there and that a piece may be as well; empty: none.

    Of pieces of faces that are not enrolled nobody knows which each is where that was guessed, however each looks.
    """
    if piece.track not in baseline.guessed:
        return ""
    among = {baseline.known[track] for track in baseline.guessed}.union(baseline.absent).intersection(unenrolled)
    return next((face for face, count in left.items() if count > 0 and face in among), "")
