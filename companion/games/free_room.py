"""Where there is room on a table: the rectangles in which nothing lies."""

import math
from collections.abc import Callable, Sequence
from functools import lru_cache

from companion.games.frames import Frame, Rect, mean, overlapping

Outline = tuple[tuple[float, float], ...]
"""Corners on the table (mm), clockwise."""

_NEXT = 12.0
"""mm between the places that are tried for one card."""


def outline(frame: Frame, rect: Rect) -> Outline:
    """A rectangle of a frame, on the table."""
    return tuple(frame.table(corner) for corner in rect.corners())


def meet(one: Outline, other: Outline) -> bool:
    """Whether two rectangles have an area in common."""
    (ax, ay, reach), (bx, by, further) = _around_it(one), _around_it(other)
    return math.hypot(ax - bx, ay - by) < reach + further and overlapping(one, other) > 1.0


@lru_cache(maxsize=1024)
def _around_it(rectangle: Outline) -> tuple[float, float, float]:
    """The circle through its corners: middle and radius (mm). Each is compared with many others."""
    x, y = mean(rectangle)
    return x, y, math.dist(rectangle[0], (x, y))


def free_spot(
    size: tuple[float, float],
    frame: Frame,
    reach: float,
    taken: Sequence[Outline],
    on_table: Callable[[tuple[float, float]], bool] = lambda _: True,
) -> tuple[float, float] | None:
    """Where (mm of the frame) a rectangle of this size lies free, as near to the origin as can be; None: nowhere.

    ``on_table``: whether a point can be seen.
    """
    steps = range(-int(reach // _NEXT), int(reach // _NEXT) + 1)
    near = [outline for outline in taken if math.dist(mean(outline), (frame.x, frame.y)) < 3 * reach]
    for x, y in sorted(((i * _NEXT, j * _NEXT) for i in steps for j in steps), key=lambda point: math.hypot(*point)):
        rect = Rect(x - size[0] / 2, y - size[1] / 2, x + size[0] / 2, y + size[1] / 2)
        corners = outline(frame, rect)
        if all(map(on_table, corners)) and not any(meet(corners, other) for other in near):
            return x, y
    return None


def roomiest(bounds: Rect, taken: Sequence[Rect], worth: Callable[[Rect], float]) -> Rect | None:
    """The free rectangle within ``bounds`` that is worth most; None: there is none.

    A free rectangle that cannot grow is bounded on each side by what is taken, or by the bounds: whatever lies in one
    leaves up to four smaller ones, left, right, above and below of it.
    """
    free = {bounds}
    for other in taken:
        for rect in [rect for rect in free if rect.meets(other)]:
            free.remove(rect)
            free |= {left for left in _around(rect, other) if left.width > 0 and left.height > 0}
        free = {rect for rect in free if not any(rect != larger and _holds(larger, rect) for larger in free)}
    return max(sorted(free), key=worth, default=None)


def _around(rect: Rect, other: Rect) -> tuple[Rect, ...]:
    return (
        rect._replace(right=other.left),
        rect._replace(left=other.right),
        rect._replace(bottom=other.top),
        rect._replace(top=other.bottom),
    )


def _holds(larger: Rect, rect: Rect) -> bool:
    return (
        larger.left <= rect.left
        and larger.top <= rect.top
        and larger.right >= rect.right
        and larger.bottom >= rect.bottom
    )
