"""Things of a known size of which a table shows a part only, found by their four straight sides.

On a printed cloth, or where a lamp burns out thing and table, a board stands out in parts: what of it has the cloth's
own colours does not. Its edge is there all the same: paper, thickness and shadow make a line all along each side.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import cv2
import numpy as np

from vision.geometry import channels
from vision.geometry.image import Image, Points
from vision.geometry.quads import area, clockwise, intersection, overlap

_PX_PER_MM = 0.5
"""At which sides are looked for: an edge is two pixels wide there."""
_SMOOTH = 1.0
"""Pixels (standard deviation)."""
_EDGE = 4.0
"""Times the usual slope of a table's lightness and colours from which on an edge is one, as of ``ground.edges``."""
_OFF = 3
"""Pixels across a side within which its edge may lie: 2 mm on either side, as far as a part's turn leaves it."""
_TURNS = (0.0, -2.5, 2.5)
"""Degrees by which a part of a thing may seem turned against all of it."""
_SIDE = 0.95
"""How much of each side is an edge at least: all of 47 boards on a checked cloth in bad light had more, and of all
other places on two such tables none had more than 0.9."""
_AROUND = 10.0
"""mm around a thing in which nothing, or less, stands out: the next thing lies 14 mm off."""
_FILLED = 0.3
"""How much more of a thing (share of its area) stands out than of what is around it."""
_MINE = 0.6
"""Share of a part that lies in a thing it is a part of."""
_OTHERS = 0.2
"""Share of a thing that may be covered by pieces that are known: coins lie on a board."""
_SAME = 0.3
"""Share of each other from which on of two things only the likelier one is there."""


class SeenFromAbove(NamedTuple):
    """A table at ``_PX_PER_MM``: its slopes to the right and down (x 3 colours), and what stands out (0..1)."""

    across: Image
    down: Image
    filled: Image


class _Found(NamedTuple):
    """A thing (4 x 2, mm), and how much tells of it."""

    likely: float
    quad: Points


def four_sided(
    table: SeenFromAbove, size: tuple[float, float], parts: Sequence[Points], known: Sequence[Points]
) -> list[Points]:
    """The things of this size (mm) of which one of these parts shows (4 x 2, mm): corners, clockwise (4 x 2, mm).

    ``known``: pieces (4 x 2, mm); what they cover is no such thing.
    """
    found: list[_Found] = []
    for part in sorted(parts, key=area, reverse=True):
        if not any(is_part(part, one.quad) for one in found):
            found += _about(table, size, part)
    kept: list[Points] = []
    for one in sorted(found, key=lambda each: -each.likely):
        covered = sum(intersection(one.quad, piece) for piece in known)
        if covered < _OTHERS * area(one.quad) and all(overlap(one.quad, other) < _SAME for other in kept):
            kept.append(one.quad)
    return kept


def is_part(part: Points, whole: Points) -> bool:
    """Whether a thing is but a part of another."""
    return intersection(part, whole) > _MINE * area(part)


def seen_from_above(view: Image, stands: Image) -> SeenFromAbove:
    """See there. ``view``: uint8 BGR, a pixel a mm; ``stands``: what of it stands out (bool), any pixels a mm."""
    small = cv2.resize(view, None, fx=_PX_PER_MM, fy=_PX_PER_MM, interpolation=cv2.INTER_AREA)
    lab = cv2.GaussianBlur(cv2.cvtColor(small, cv2.COLOR_BGR2LAB).astype(np.float32), (0, 0), _SMOOTH)
    across, down = (cv2.Sobel(lab, cv2.CV_32F, *way) for way in ((1, 0), (0, 1)))
    edge = _EDGE * (np.median(np.sqrt(channels.most(across**2 + down**2))) + 1)
    filled = cv2.resize(stands.astype(np.float32), small.shape[1::-1], interpolation=cv2.INTER_AREA)
    return SeenFromAbove(across / edge, down / edge, filled)


def _about(table: SeenFromAbove, size: tuple[float, float], part: Points) -> list[_Found]:
    """The likeliest thing of this size about a part, none or one."""
    way = max(np.diff(part[:3], axis=0), key=np.linalg.norm)
    turned = float(np.degrees(np.arctan2(way[1], way[0])))
    for turn in _TURNS:
        if found := [one for one in _at(table, size, part.mean(0), turned + turn) if one is not None]:
            return [max(found, key=lambda each: each.likely)]
    return []


def _at(table: SeenFromAbove, size: tuple[float, float], middle: Points, turn: float) -> Iterator[_Found | None]:
    """The likeliest thing that a place (mm) is in, along a direction (degrees) and across it."""
    side = 2 * round((max(size) + _AROUND) * _PX_PER_MM)
    # Twice the radius of the circle that is seen whole after it is turned.
    around = round(side / np.sqrt(2))
    corner = np.rint(middle * _PX_PER_MM).astype(int) - around
    about = SeenFromAbove(*(_cut(each, corner, 2 * around) for each in table))
    upright = cv2.getRotationMatrix2D((middle * _PX_PER_MM - corner).tolist(), turn, 1.0)
    upright[:, 2] += side / 2 - (middle * _PX_PER_MM - corner)
    slopes = (channels.most(np.abs(about.across * x + about.down * y)) for x, y in upright[:, :2].tolist())
    looks = np.dstack([*slopes, about.filled])
    left_right, top_bottom, filled = cv2.split(cv2.warpAffine(looks, upright, (side, side)))
    up_and_down, across = _edges(left_right, (1, _OFF)), _edges(top_bottom, (_OFF, 1))
    back = cv2.invertAffineTransform(upright)
    back[:, 2] += corner
    for each in (size, size[::-1]):
        seen = _likeliest(up_and_down, across, filled, each)
        if seen is not None:
            at = back @ (*seen[1:], 1.0) / _PX_PER_MM
            yield _Found(seen[0], clockwise(cv2.boxPoints((at.tolist(), each, turn))))


def _edges(slopes: Image, off: tuple[int, int]) -> Image:
    """Where an edge is (0..1), x 2: so many rows and columns about any slope, and about where one is steepest."""
    near, steepest = np.ones(off), slopes >= cv2.dilate(slopes, np.ones(off))
    return np.dstack([cv2.dilate(np.minimum(each, 1.0), near) for each in (slopes, slopes * steepest)])


def _cut(values: Image, corner: Points, side: int) -> Image:
    """A square of a picture; nothing where that does not reach."""
    left, top = corner.tolist()
    height, width = values.shape[:2]
    rows, columns = slice(max(0, top), min(height, top + side)), slice(max(0, left), min(width, left + side))
    cut = np.zeros((side, side, *values.shape[2:]), values.dtype)
    cut[rows.start - top : rows.stop - top, columns.start - left : columns.stop - left] = values[rows, columns]
    return cut


def _likeliest(
    up_and_down: Image, across: Image, filled: Image, size: tuple[float, float]
) -> tuple[float, int, int] | None:
    """How likely and where (pixels) an upright thing lies that the middle is in; None: none does.

    ``up_and_down``, ``across``: the edges that run so, see ``_edges``; ``filled``: what stands out.
    """
    wide, high = (round(mm * _PX_PER_MM) for mm in size)
    rim, half = round(_AROUND * _PX_PER_MM), len(filled) / 2
    stands, lies = _means(up_and_down, (1, high)), _means(across, (wide, 1))
    sides = [_moved(stands, (by, 0)) for by in (-(wide // 2), wide // 2)]
    sides += [_moved(lies, (0, by)) for by in (-(high // 2), high // 2)]
    inner, outer = (wide, high), (wide + 2 * rim, high + 2 * rim)
    inside = _means(filled, inner)
    beside = (_means(filled, outer) * np.prod(outer) - inside * np.prod(inner)) / (np.prod(outer) - np.prod(inner))
    y, x = np.indices(filled.shape)
    near = (np.abs(x - half) < wide / 2) & (np.abs(y - half) < high / 2)
    edges = np.stack(sides)
    there = near & (edges[..., 0].min(0) > _SIDE) & (inside - beside > _FILLED)
    if not there.any():
        return None
    likely = np.where(there, edges[..., 1].mean(0) + inside - beside, 0.0)
    row, column = divmod(int(likely.argmax()), likely.shape[1])
    return float(likely[row, column]), column, row


def _means(values: Image, size: tuple[int, int]) -> Image:
    """The mean of values over a rectangle (pixels) about each pixel."""
    return cv2.boxFilter(values, -1, size, borderType=cv2.BORDER_CONSTANT)


def _moved(values: Image, by: tuple[int, int]) -> Image:
    """What lies so many pixels to the right and below of each pixel."""
    return np.roll(values, (-by[1], -by[0]), (0, 1))
