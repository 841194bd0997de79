"""Pieces that lie exactly on others: people do not lay cards like that, so what vision took for two may be one."""

from companion.referee.inference.named import best
from vision.sighting import Quad, SeenPiece, Sighting

_EXACTLY = 6.0
"""mm between the corners of a piece and those of one that lies exactly on it (by hand)."""


def covers_one(piece: SeenPiece, seen: Sighting) -> bool:
    """Whether a piece lies exactly on one of its place with another face; a card seen twice is read as what it is."""
    others = [one for one in seen.pieces[: seen.pieces.index(piece)] if best(one) != best(piece)]
    return piece.spot is None and any(coincide(piece.quad, one.quad) for one in others)


def is_covered(piece: SeenPiece, seen: Sighting) -> bool:
    """Whether another piece of its place lies exactly on it, and is no strange thing."""
    at = seen.pieces.index(piece)
    return piece.spot is None and any(one.faces and coincide(piece.quad, one.quad) for one in seen.pieces[at + 1 :])


def coincide(one: Quad, other: Quad) -> bool:
    """Whether two pieces lie in one place, either way up."""
    return any(
        all((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 <= _EXACTLY**2 for a, b in zip(one, turned, strict=True))
        for turned in (other, (*other[2:], *other[:2]))
    )
