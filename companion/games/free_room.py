"""Where there is room on a table: the rectangles in which nothing lies."""

from collections.abc import Callable, Sequence

from companion.games.open_table import Rect


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
