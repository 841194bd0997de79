"""Cards that lie under a larger piece and stick out from it: their edges show beside it.

Whatever is printed on the card, and whether its face or its back is up: beyond one edge of the piece three more edges
bound a strip of a card's width.
"""

from collections.abc import Sequence
from typing import NamedTuple

import cv2
import numpy as np

from vision.geometry.channels import cie_lab
from vision.geometry.homography import rectangle, shifted, transform_points
from vision.geometry.image import Image, Points
from vision.geometry.quads import area, overlap
from vision.recognition.kinds import Size
from vision.stills.covered import open_part
from vision.stills.placing import Shown


class Strip(NamedTuple):
    """What of a card may stick out beside a piece: which share of its edges is there, how much shows (px²), where."""

    edges: float
    area: float
    quad: Points


_PX_PER_MM = 2.0
"""At which edges are looked for."""
_EDGE = 9.0
"""Difference of colour (CIE L*a*b*) that an edge is."""
_NEAR, _REACH = 1.0, 3.5
"""mm on each side of an edge: those next to it are not compared, for cards lie a little askew and cast shadows."""
_LEAST, _MOST = 0.1, 0.7
"""Shares of a card's height that stick out."""
_AT_ONCE = 4.0
"""mm beyond the piece in which the card's edges must already be: what lies further off is not under it. Where the
piece's edge is misjudged by 1 mm, three quarters are still there."""
_WIDER = 1.0
"""mm by which a card may seem wider or narrower."""
_UNDER = 0.1
"""Share of the smaller of two pieces from which on one lies under the other."""


def sticks_out(picture: Shown, quad: Points, size: Size, card: Size, others: Sequence[Points]) -> Strip:
    """The likeliest strip of a card beside a piece, along the best of its sides.

    ``quad``: the piece's corners (px), ``size``: in mm; ``others``: corners of what else lies there and not under the
    piece, whose edges are theirs.
    """
    strips = []
    others = [other for other in others if overlap(other, quad) < _UNDER]
    for turns in range(4):
        turned = np.roll(quad, -turns, axis=0)
        wide = size[turns % 2]
        corners = rectangle((wide, size[1 - turns % 2])).astype(np.float32)
        matrix = np.asarray(cv2.getPerspectiveTransform(corners, turned.astype(np.float32)), float)
        strips.append(_beyond(picture, matrix, wide, card, others))
    return max(strips, key=lambda strip: strip.edges)


def _beyond(picture: Shown, matrix: Image, wide: float, card: Size, others: Sequence[Points]) -> Strip:
    """The same beyond the upper side of a piece (homography, mm to px) that is so wide (mm)."""
    high, brim = _MOST * card[1], _REACH + 1.0
    if wide < card[0]:
        return Strip(0.0, 0.0, transform_points(matrix, rectangle((wide, 1.0))))
    region = matrix @ shifted(-brim, -high)
    frame = (round((wide + 2 * brim) * _PX_PER_MM), round(high * _PX_PER_MM))
    size = (wide + 2 * brim, high)
    seen = picture.patch(region, size, frame)
    # A piece's own edges are found up to so far beside it.
    beside = np.ones((2 * round(_REACH * _PX_PER_MM) + 1,) * 2, np.uint8)
    free = cv2.erode(open_part(region, size, frame, others), beside, borderValue=1)
    lab = cie_lab(seen)
    sides = _edges(lab) * free
    tops = _edges(lab.transpose(1, 0, 2)).T * free
    edges, (out, left, width) = _bounded(sides[::-1], tops[::-1], card)
    corners = rectangle((width, out)) / _PX_PER_MM + (left / _PX_PER_MM, high - out / _PX_PER_MM)
    quad = transform_points(region, corners)
    return Strip(edges, area(quad), quad)


def _edges(lab: Image) -> Image:
    """1 where what lies left of a pixel differs from what lies right of it; rows x columns."""
    near, reach = round(_NEAR * _PX_PER_MM), round(_REACH * _PX_PER_MM)
    blurred = cv2.boxFilter(lab, -1, (reach - near, 3))
    off = near + (reach - near) // 2
    apart = np.zeros(lab.shape[:2], np.float32)
    apart[:, off:-off] = np.linalg.norm(blurred[:, : -2 * off] - blurred[:, 2 * off :], axis=2)
    # An edge is found a little beside where it is, too.
    return cv2.dilate((apart > _EDGE).astype(np.float32), np.ones((1, 3)))


def _bounded(sides: Image, tops: Image, card: Size) -> tuple[float, tuple[int, int, int]]:
    """The best strip, by the least of its three edges; rows count outwards from the piece.

    With how many rows it goes out, its first column, and its width in columns.
    """
    rows, columns = sides.shape
    along = sides.cumsum(0) / np.arange(1, rows + 1)[:, None]
    along = np.minimum(along, along[round(_AT_ONCE * _PX_PER_MM) - 1])
    across = np.pad(tops, ((0, 0), (1, 0))).cumsum(1)
    least = round(_LEAST * card[1] * _PX_PER_MM)
    best, where = 0.0, (least, 0, round(card[0] * _PX_PER_MM))
    for width in range(round((card[0] - _WIDER) * _PX_PER_MM), round((card[0] + _WIDER) * _PX_PER_MM) + 1):
        if width >= columns:
            break
        inner = slice(least, rows)
        top = (across[:, width:] - across[:, :-width])[inner] / width
        two = np.minimum(along[inner, : columns - width], along[inner, width:])
        three = np.minimum(two, top[:, : two.shape[1]])
        # An edge is found a little before where it is, and beyond: as far out as it is seen.
        out = int(np.flatnonzero(three.max(1) == three.max())[-1])
        left = int(three[out].argmax())
        if three[out, left] > best:
            best, where = float(three[out, left]), (least + out, left, width)
    return best, where
