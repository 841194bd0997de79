"""How cards lie to each other that overlap: in columns, fanned so that the print at their heads is seen."""

from vision.sighting import Quad

_BESIDE, _FAR = 0.5, 0.95
"""Shares of a card's width and height: what lies further beside another is in another column, and what lies further
up or down does not overlap it."""
_BENEATH = 0.05
"""Share of a card's height: what lies no further up or down lies beside another, or exactly on it."""


def lies_further_up(one: Quad, other: Quad) -> bool:
    """Whether a card (its corners, clockwise from its own top left) lies further up in the column of another."""
    (left, top), (right, right_top), _, (low, bottom) = other
    across, down = (right - left, right_top - top), (low - left, bottom - top)
    apart = tuple(
        sum(corner[axis] for corner in one) / 4 - sum(corner[axis] for corner in other) / 4 for axis in (0, 1)
    )
    beside, below = (_share(apart, side) for side in (across, down))
    return abs(beside) < _BESIDE and _BENEATH < -below < _FAR


def _share(of: tuple[float, ...], side: tuple[float, float]) -> float:
    """How far something goes along a side, as a share of its length."""
    length = side[0] ** 2 + side[1] ** 2
    return (of[0] * side[0] + of[1] * side[1]) / length if length else 0.0
