"""How cards lie to each other that overlap: in columns, fanned so that the print at their heads is seen."""

import math

from companion.games.layout import Lie
from vision.sighting import Point, Quad

_BESIDE, _FAR = 0.5, 0.95
"""Shares of a card's width and height: what lies further beside another is in another column, and what lies further
up or down does not overlap it."""
_BENEATH = 0.05
"""Share of a card's height: what lies no further up or down lies beside another, or exactly on it."""


def lies_further_up(one: Quad, other: Quad) -> bool:
    """Whether a card (its corners, clockwise from its own top left) lies further up in the column of another."""
    (left, top), (right, right_top), _, low = other
    upright = Lie(*_middle(other), math.degrees(math.atan2(right_top - top, right - left)))
    width, height = math.dist(other[0], other[1]), math.dist(other[0], low)
    beside, below = upright.on_sheet(_middle(one), (0.0, 0.0))
    return abs(beside) < _BESIDE * width and _BENEATH * height < -below < _FAR * height


def _middle(quad: Quad) -> Point:
    return sum(x for x, _ in quad) / 4, sum(y for _, y in quad) / 4
