"""Room on an open table: regions that grow side by side, none into another, none over what lies there."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from companion.games.frames import Frame, Rect
from companion.games.free_room import Outline, meet, outline
from vision.sighting import Point

_STEP = 6.0
"""mm by which a side of a region is moved at a time."""


class Wish(NamedTuple):
    """A region that somebody wants, in mm of his frame: this large at least, so large at most."""

    frame: Frame
    least: Rect
    most: Rect


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
