"""What stands out from a table seen from straight above, whether it has a name or not."""

from collections.abc import Sequence

import cv2
import numpy as np

from vision.geometry.ground import edges, off_ground, uncommon
from vision.geometry.image import Image, Points
from vision.geometry.quads import area, clockwise, extent, overlap, whole_things
from vision.stills.four_sides import four_sided, is_part, seen_from_above

_TIMES, _FAINTLY = 6.0, 4.0
"""Times the table's grain from which on something stands out; and how far what hardly does reaches, as beside a window
that burns out thing and table: a blurred edge lies where half of what stands out does."""
_GAP, _THREAD = 10.0, 14.0
"""mm: what lies so close is one thing; joints between planks are thinner and none."""
_COLOUR_GAP = 5.0
"""The same of colours: a piece shows whole by them, and a card beside a board is a thing of its own."""
_RIM = 3.0
"""mm around a known piece that are its own: its shadow, and what its corners are off."""
_PRINT = 0.5
"""Share of edges from which on something printed lies there."""
_ALIKE, _SAME = 0.6, 0.8
"""Share of each other from which on two things are one, found twice; and of what is found by its colours, which has a
thing whole where another way has a part of it (a board that is told 14 mm too small each way has 0.8 of itself)."""
_LEAST = 45.0
"""mm of a thing's longer side: less is a token, or dirt."""
_FITS, _BARELY = 0.25, 3.0
"""Share of its sides by which a thing smaller than that may be off one that is looked for; and times the grain from
which on it stands out: its size tells of it as well."""


def standing_out(view: Image, known: Sequence[Points], sizes: Sequence[tuple[float, float]] = ()) -> list[Points]:
    """The smallest rectangles (4 x 2, mm from the view's left upper corner, clockwise) around things on a table.

    ``view``: uint8 BGR, from straight above, a pixel a mm. ``known``: pieces (4 x 2, mm) that are not told again.
    Things that touch are one. On a printed cloth one thing may be told several times, as different ways of looking
    have it. ``sizes`` (mm): of rectangles that may lie there; of such a one not its parts are told, but all of it,
    once. Smaller things than a card are told where they are of such a size.
    """
    off, wide = off_ground(view), float(view.shape[1])
    rare, drawn = uncommon(view), edges(view) > _PRINT
    found, whole = (_things(off > times, wide, known) for times in (_TIMES, _FAINTLY))
    found = [_whole(one, whole) if _hardly(one, off, wide) else one for one in found]
    seldom = _things(rare, wide, known, _COLOUR_GAP)
    found += [one for one in seldom if not any(_alike(one, other, _SAME) for other in found)]
    printed = _things(drawn, wide, known)
    found += [one for one in printed if not any(_alike(one, other) for other in found)]
    if small := [size for size in sizes if max(size) < _LEAST]:
        seen = *_things(off > _BARELY, wide, known, least=0.0), *_things(rare, wide, known, _COLOUR_GAP, least=0.0)
        told = [one for one in seen if any(_fits(one, size) for size in small)]
        found += [one for k, one in enumerate(told) if not any(_alike(one, other) for other in (*found, *told[:k]))]
    if not (large := [size for size in sizes if size not in small]):
        return found
    drawn = cv2.resize(drawn.astype(np.uint8), off.shape[::-1], interpolation=cv2.INTER_AREA) > 0
    table = seen_from_above(view, (off > _TIMES) | rare | drawn)
    rectangles = [one for size in large for one in four_sided(table, size, found, known)]
    return [*rectangles, *(one for one in found if not any(is_part(one, whole) for whole in rectangles))]


def _hardly(one: Points, off: Image, wide: float) -> bool:
    """Whether half of what a thing stands out by is too little to tell it by; ``wide``: mm that are seen."""
    inside = np.zeros(off.shape, np.uint8)
    cv2.fillConvexPoly(inside, np.rint(one * off.shape[1] / wide).astype(np.int32), 1)
    return float(np.median(off[inside > 0])) < 2 * _TIMES


def _whole(one: Points, others: Sequence[Points]) -> Points:
    """The thing as these have it, if they have it."""
    return next((other for other in others if _alike(one, other)), one)


def _alike(one: Points, other: Points, share: float = _ALIKE) -> bool:
    small, large = sorted((area(one), area(other)))
    return small > share * large and overlap(one, other) > share


def _fits(one: Points, size: tuple[float, float]) -> bool:
    """Whether a thing is about as large as that (mm), either way round."""
    return all(abs(a / b - 1) < _FITS for a, b in zip(sorted(extent(one)), sorted(size), strict=True))


def _things(
    where: Image, wide: float, known: Sequence[Points], joined: float = _GAP, *, least: float = _LEAST
) -> list[Points]:
    """The things of a mask (bool) of so many mm; ``joined``: mm that may lie between parts of one."""
    stands = where.astype(np.uint8)
    scale = stands.shape[1] / wide
    for quad in known:
        middle = quad.mean(0)
        grown = middle + (quad - middle) * (1 + 2 * _RIM / np.linalg.norm(quad - middle, axis=1, keepdims=True))
        cv2.fillConvexPoly(stands, np.rint(grown * scale).astype(np.int32), 0)
    gap, thread = (round(mm * scale) // 2 * 2 + 1 for mm in (joined, _THREAD))
    contours, _ = cv2.findContours(whole_things(stands, gap, thread), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    quads = [clockwise((cv2.boxPoints(cv2.minAreaRect(contour)) + 0.5) / scale) for contour in contours]
    return [quad for quad in quads if max(extent(quad)) > least]
