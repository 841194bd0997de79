"""Ribbons once the table's plane is known: their length, height and direction are, so faint and blurred ones show too.

The table is seen from above; wherever a bar of a ribbon's size is brighter than what is above, below and beside it, a
ribbon may lie. Brightness is compared by its logarithm: a shadow across the city changes nothing.
"""

from collections.abc import Iterator

import cv2
import numpy as np

from vision.geometry import channels
from vision.geometry.image import Image, Points
from vision.names.plane import TablePlane
from vision.names.ribbons import Ribbon

_DENSITY = 2.5
"""Pixels a mm: a ribbon is 11 high then."""
_TURNS = np.arange(-12.0, 12.1, 1.5)
"""Degrees by which a card may lie turned against the others."""
_HEIGHT, _INSIDE, _FLANK = 4.4, 2.6, 1.3
"""Millimetres: a ribbon's height (two photographs), the part of it looked at, the part of the band above and below."""
_PARTS = 8
"""Parts of its length that are each compared: a wall is bright all around, a bright spot is short."""
_AGAINST, _ENOUGH = -0.5, 0.22
"""Logarithms of brightness beyond which more contrast says no more: a ribbon stands out all along, be it a little (on
grey cards in sunlight 0.2, on all others at least 0.6)."""
_MORE = 0.15
"""What contrast beyond that counts: the middle of a clear ribbon is where it is clearest."""
_LEAST = 0.09
"""Mean contrast of a bar worth reading."""
_MOST_TABLE = 900.0
"""Millimetres of the table that are looked at: tables are wider, cities are not."""
_DARK = 12.0
"""Added to brightness (of 255) before its logarithm: noise in the dark is no contrast."""
_CLOSE = 4.0
"""Pixels a mm in which a ribbon's ends are looked for."""
_STRETCH = 1.3
"""Times by which a ribbon may be longer or shorter than the plane says as long as that is not known well."""
_LIKE_PAPER, _PAPERY = 0.3, 0.55
"""Log by which paper differs from itself, and the share of a ribbon's height that is paper wherever it is one."""
_FAINT = 0.05
"""Contrast (log) below which no ends are seen."""
_APART = (45.0, 5.0)
"""Millimetres along and across within which two bars are one."""
_OF_ONE_CARD = (45.0, 7.0)
"""Millimetres along and across within which two bars are of one card: a strip of 10 mm is hardly seen to be one."""


def find_strips(picture: Image, plane: TablePlane, along: Points, length: float, about: Points) -> list[Ribbon]:
    """All bars of a ribbon's size that lie about ``along`` (unit vector on the table), the clearest first.

    ``length``: in mm. ``about``: places (mm) near which cards lie.
    """
    down = np.array([-along[1], along[0]])
    low, high = _extent(picture, plane, np.column_stack([along, down]), about)
    size = high - low
    seen = plane.looked_at(picture, low[0] * along + low[1] * down, along, (float(size[0]), float(size[1])), _DENSITY)
    pale = np.log(channels.least(seen).astype(np.float32) + _DARK)
    found: list[tuple[float, Points, float]] = []
    for turn in _TURNS:
        found += _bars(pale, float(turn), length)
    found.sort(key=lambda each: -each[0])
    middles = np.array([middle for _, middle, _ in found]).reshape(-1, 2)
    kept: list[Ribbon] = []
    left = np.ones(len(found), bool)
    for k, (_, middle, turn) in enumerate(found):
        if left[k]:
            left &= ~_same(middle, turn, middles)
            kept.append(Ribbon(plane.in_picture(_corners(middle, turn, length, low, np.array([along, down])))))
    return kept


def _extent(picture: Image, plane: TablePlane, axes: Image, about: Points) -> tuple[Points, Points]:
    """The part of the table (along and down, mm) that the picture shows, no farther from the cards than a table is."""
    height, width = picture.shape[:2]
    rim = np.array([[x, y] for x in (0, width / 2, width) for y in (0, height / 2, height)], float)
    shown, cards = plane.on_table(rim) @ axes, about @ axes
    middle = (cards.min(0) + cards.max(0)) / 2
    return np.maximum(shown.min(0), middle - _MOST_TABLE / 2), np.minimum(shown.max(0), middle + _MOST_TABLE / 2)


def _bars(pale: Image, turn: float, length: float) -> Iterator[tuple[float, Points, float]]:
    """Bars that lie turned by ``turn`` degrees: contrast, middle (px), turn."""
    height, width = pale.shape
    matrix = cv2.getRotationMatrix2D((width / 2, height / 2), turn, 1.0)
    laid = cv2.warpAffine(pale, matrix, (width, height), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    part = length / _PARTS
    inside = cv2.blur(laid, _box(part, _INSIDE))
    flank = cv2.blur(laid, _box(part, _FLANK))
    off = round((_HEIGHT + _FLANK) / 2 * _DENSITY + 0.5)
    around = np.maximum(_moved(flank, 0, off), _moved(flank, 0, -off))
    contrast = _weighed(inside - around)
    steps = [round((k + 0.5 - _PARTS / 2) * part * _DENSITY) for k in range(_PARTS)]
    reach = max(map(abs, steps))
    wider = cv2.copyMakeBorder(contrast, 0, 0, reach, reach, cv2.BORDER_REPLICATE)
    total = np.zeros_like(contrast)
    for step in steps:
        total += wider[:, reach + step : reach + step + width]
    beside = round((length / 2 + part / 2) * _DENSITY)
    for step, nearest in ((beside, steps[-1]), (-beside, steps[0])):
        # Beyond its ends a ribbon is not brighter than its surroundings.
        ends = _moved(inside, nearest, 0) - _moved(inside, step, 0)
        total += _weighed(ends)
    mean = np.asarray(total / (_PARTS + 2))
    best = cv2.dilate(mean, np.ones(_box(8.0, 3.0)[::-1], np.uint8))
    rows, columns = np.nonzero((mean >= best) & (mean > _LEAST))
    back = cv2.invertAffineTransform(matrix)
    for row, column in zip(rows.tolist(), columns.tolist(), strict=True):
        yield float(mean[row, column]), back @ np.array([column + 0.5, row + 0.5, 1.0]), turn


def _weighed(contrast: Image) -> Image:
    """Contrasts, so that more than enough says little more."""
    more = np.clip(contrast - _ENOUGH, 0, 2 * _ENOUGH)
    more *= _MORE
    more += np.clip(contrast, _AGAINST, _ENOUGH)
    return np.asarray(more)


def _box(along: float, across: float) -> tuple[int, int]:
    """Millimetres to an odd number of pixels, width and height."""
    return 2 * int(along * _DENSITY / 2) + 1, 2 * int(across * _DENSITY / 2) + 1


def _moved(plane: Image, right: int, low: int) -> Image:
    """What lies so many pixels to the right and below each pixel."""
    height, width = plane.shape
    right, low = int(np.clip(right, 1 - width, width - 1)), int(np.clip(low, 1 - height, height - 1))
    there = plane[max(0, low) : height + min(0, low), max(0, right) : width + min(0, right)]
    beyond = (max(0, -low), max(0, low), max(0, -right), max(0, right))
    return np.asarray(cv2.copyMakeBorder(there, *beyond, cv2.BORDER_REPLICATE))


def _same(middle: Points, turn: float, others: Points) -> Image:
    """Which of other bars' middles (N x 2, px) are those of one bar again."""
    apart = (others - middle) / _DENSITY
    angle = np.deg2rad(-turn)
    along = np.abs(apart @ (np.cos(angle), np.sin(angle)))
    return np.asarray((along < _APART[0]) & (np.abs(apart @ (-np.sin(angle), np.cos(angle))) < _APART[1]))


def _corners(middle: Points, turn: float, length: float, low: Points, axes: Image) -> Points:
    """Corners on the table (mm), clockwise from the upper left."""
    # A picture turned by so many degrees against the clock shows level what lies turned as much with it.
    angle = np.deg2rad(turn)
    right = np.array([np.cos(angle), np.sin(angle)]) * length / 2
    under = np.array([-np.sin(angle), np.cos(angle)]) * _HEIGHT / 2
    centre = middle / _DENSITY + low
    local = np.array([centre - right - under, centre + right - under, centre + right + under, centre - right + under])
    return np.asarray(local @ axes)


def with_ends(picture: Image, plane: TablePlane, ribbon: Ribbon, length: float) -> Ribbon | None:
    """The bar from where it begins to where it ends, about ``length`` mm; ``None``: no such ends are seen.

    What was found may be a half of it, or an end too much: the plane is fitted to ends, not to what was looked for.
    """
    corners = plane.on_table(ribbon.quad)
    along = (corners[1] - corners[0]) / np.linalg.norm(corners[1] - corners[0])
    down = np.array([-along[1], along[0]])
    whole, high = 2 * length + 2 * _FLANK, _HEIGHT + 2 * _FLANK
    start = corners.mean(0) - along * whole / 2 - down * high / 2
    seen = plane.looked_at(picture, start, along, (whole, high), _CLOSE)
    pale = np.log(seen.astype(np.float32) + _DARK)
    edge, middle = round(_FLANK * _CLOSE), pale.shape[0] // 2
    reach = round(_INSIDE / 2 * _CLOSE)
    inside = pale[middle - reach : middle + reach + 1]
    quarter = inside.shape[1] // 4
    paper = np.percentile(inside[:, quarter:-quarter].reshape(-1, 3), 70, axis=0)
    flanks = [np.median(rows[:, quarter:-quarter].reshape(-1, 3), axis=0) for rows in (pale[:edge], pale[-edge:])]
    usual = min(float((paper - flank).max()) for flank in flanks)
    if usual < _FAINT:
        return None
    papery = (channels.most(np.abs(inside - paper)) < min(_LIKE_PAPER, usual / 2)).mean(0)
    sums = np.concatenate([[0.0], np.cumsum(papery - _PAPERY)])
    best = (-np.inf, 0, 0)
    for long in range(round(length * _CLOSE / _STRETCH), round(length * _CLOSE * _STRETCH) + 1):
        totals = sums[long:] - sums[:-long]
        at = int(totals.argmax())
        if totals[at] > best[0]:
            best = (float(totals[at]), at, long)
    _, left, long = best
    if not 0 < left < len(sums) - 1 - long or long in {
        round(length * _CLOSE / _STRETCH),
        round(length * _CLOSE * _STRETCH),
    }:
        return None
    first = start + along * left / _CLOSE + down * _FLANK
    last = first + along * long / _CLOSE
    low = down * _HEIGHT
    return Ribbon(plane.in_picture(np.array([first, last, last + low, first + low])))


def of_one_card(ends: Points, other: Points) -> bool:
    """Whether two bars (corners, mm) are of one card."""
    along = (ends[1] - ends[0]) / np.linalg.norm(ends[1] - ends[0])
    apart = other.mean(0) - ends.mean(0)
    return abs(float(apart @ along)) < _OF_ONE_CARD[0] and abs(float(apart @ (-along[1], along[0]))) < _OF_ONE_CARD[1]


def laid_anew(plane: TablePlane, ribbon: Ribbon, length: float) -> Ribbon:
    """The bar as long as one is on this plane, about its own middle."""
    corners = plane.on_table(ribbon.quad)
    along = (corners[1] - corners[0]) / np.linalg.norm(corners[1] - corners[0])
    down = np.array([-along[1], along[0]]) * _HEIGHT / 2
    middle, half = corners.mean(0), along * length / 2
    return Ribbon(
        plane.in_picture(
            np.array([middle - half - down, middle + half - down, middle + half + down, middle - half + down])
        )
    )
