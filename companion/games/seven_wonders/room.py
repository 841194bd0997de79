"""Room on an open table: regions that grow side by side, none into another, none over what lies there."""

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

from companion.games.open_table import (
    Frame,
    Rect,
    mean,
    overlapping,
)
from vision.sighting import Point

Outline = tuple[Point, ...]
"""Corners on the table (mm), clockwise."""

_STEP = 6.0
"""mm by which a side of a region is moved at a time."""
_NEXT = 12.0
"""mm between the places that are tried for one card."""


class Wish(NamedTuple):
    """A region that somebody wants, in mm of his frame: this large at least, so large at most."""

    frame: Frame
    least: Rect
    most: Rect


def outline(frame: Frame, rect: Rect) -> Outline:
    """A rectangle of a frame, on the table."""
    return tuple(frame.table(corner) for corner in rect.corners())


def meet(one: Outline, other: Outline) -> bool:
    """Whether two rectangles have an area in common."""
    return _near(one, other) and overlapping(one, other) > 1.0


def _near(one: Outline, other: Outline) -> bool:
    (ax, ay), (bx, by) = (mean(each) for each in (one, other))
    return math.hypot(ax - bx, ay - by) < math.dist(one[0], (ax, ay)) + math.dist(other[0], (bx, by))


def shared_out(
    wishes: Sequence[Wish], taken: Sequence[Outline], on_table: Callable[[Point], bool]
) -> list[Rect | None]:
    """What each gets: all grow alike, a side at a time, while there is room; None: not even the least is free.

    ``taken``: where nothing else may lie; ``on_table``: whether a point can be seen.
    """
    got: list[Rect | None] = []

    def free(wish: Wish, rect: Rect, others: Sequence[Outline]) -> bool:
        corners = outline(wish.frame, rect)
        return all(map(on_table, corners)) and not any(meet(corners, other) for other in (*taken, *others))

    def of_others(k: int) -> list[Outline]:
        return [
            outline(wish.frame, rect)
            for j, (wish, rect) in enumerate(zip(wishes, got, strict=False))
            if j != k and rect is not None
        ]

    for wish in wishes:
        got.append(wish.least if free(wish, wish.least, of_others(len(got))) else None)
    growing = [(k, side) for side in range(4) for k in range(len(wishes)) if got[k] is not None]
    while growing:
        still = []
        for k, side in growing:
            rect = got[k]
            assert rect is not None
            larger = _moved(rect, wishes[k].most, side)
            if larger != rect and free(wishes[k], larger, of_others(k)):
                got[k] = larger
                still.append((k, side))
        growing = still
    return got


def _moved(rect: Rect, most: Rect, side: int) -> Rect:
    """A rectangle with one side (left, top, right, bottom) a step further out, at most as far as ``most``."""
    sides = list(rect)
    way = -1 if side < 2 else 1
    sides[side] = way * min(way * sides[side] + _STEP, way * most[side])
    return Rect(*sides)


def free_spot(size: tuple[float, float], frame: Frame, reach: float, taken: Sequence[Outline]) -> Point | None:
    """Where (mm of the frame) a rectangle of this size lies free, as near to the origin as can be; None: nowhere."""
    steps = range(-int(reach // _NEXT), int(reach // _NEXT) + 1)
    near = [outline for outline in taken if math.dist(mean(outline), (frame.x, frame.y)) < 3 * reach]
    for x, y in sorted(((i * _NEXT, j * _NEXT) for i in steps for j in steps), key=lambda point: math.hypot(*point)):
        rect = Rect(x - size[0] / 2, y - size[1] / 2, x + size[0] / 2, y + size[1] / 2)
        corners = outline(frame, rect)
        if not any(meet(corners, other) for other in near):
            return x, y
    return None
