"""What a table looks like where nothing lies on it, and what stands out from that.

The look of the table about any place is the median over an area far wider than any piece; how much it varies by itself
(its grain) is the median of what its pixels differ from that. A printed cloth has no one look: there pieces stand out
by colours that are seldom, and by how finely they are drawn.
"""

import cv2
import numpy as np

from vision.geometry import channels
from vision.geometry.image import Image

_PX_PER_MM = 0.5
"""At which the table is looked at: a card has 28 by 40 pixels, and grain is finer."""
_AREA = 500.0
"""mm of the square whose median is the table's look: at most a third of it is a player's things."""
_WIDEST = 255
"""Pixels: OpenCV's median goes no further with bytes."""
_SMOOTH = 1.0
"""Pixels (standard deviation)."""

_EDGE = 4.0
"""Times the usual slope of a table's lightness and colours from which on there is an edge."""
_FINE = 21.0
"""mm of the square over which edges are counted: a cloth's pattern is coarser than print."""

_ABOUT = 60.0
"""mm (standard deviation) about a place whose mean it is compared with: a cloth's pattern repeats in less than twice
that, a lamp's light falls off in more."""
_BLACK = 8.0
"""Grey levels added before a logarithm: noise of a black place is no colour."""
_BIN, _BINS = np.array([0.2, 0.12, 0.1], np.float32), 24
"""Colours that are alike: of lightness, red and blue against green (natural logarithms), a bin on either side; how many
bins each way. Light leaves a cloth's colours within 0.15, 0.1 and 0.1 of their mean, 0.5 is from one to the next."""
_SELDOM = 0.06
"""Share of the area below which a colour is no table's. A cloth's colours have a fifth of it and more; the largest
board (260 x 100 mm) takes a tenth, in several colours."""
_NOTHING = 1e-3
"""No division by nothing."""


def off_ground(picture: Image) -> Image:
    """By how many times its grain a table differs from its usual look, in the colour that tells most (float32).

    ``picture``: of the table (uint8 BGR), from straight above, a pixel a mm. What comes back has 0.5 pixels a mm.
    """
    small = _shrunk(picture, _PX_PER_MM)
    lab = cv2.cvtColor(cv2.GaussianBlur(small, (0, 0), _SMOOTH), cv2.COLOR_BGR2LAB)
    side = max(3, (min(round(_AREA * _PX_PER_MM), *lab.shape[:2], _WIDEST) - 1) // 2 * 2 + 1)
    off = np.stack([np.abs(lab.astype(np.float32) - look) for look in _looks(lab, side)])
    grain = np.median(off[0].reshape(-1, 3), axis=0) + 1
    return np.asarray(channels.most(off / grain).min(0))


def _shrunk(picture: Image, scale: float) -> Image:
    return np.asarray(cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA))


def _looks(lab: Image, side: int) -> tuple[Image, ...]:
    """The table's look about each pixel: the median about it, and about the nearest place wholly in the picture.

    Close to the picture's rim the first is half of what lies beyond the table (OpenCV repeats the rim's pixels): a
    floor's look instead of the table's. The second does not follow the light to the rim. The table is like one of them.
    A picture no larger than the square has but one look.
    """
    about = np.stack([cv2.medianBlur(np.ascontiguousarray(lab[..., k]), side) for k in range(3)], axis=-1)
    rim = side // 2
    inner = about[rim:-rim, rim:-rim]
    if min(inner.shape[:2]) <= 2:
        return (about,)
    return about, cv2.copyMakeBorder(inner, rim, rim, rim, rim, cv2.BORDER_REPLICATE)


def edges(picture: Image) -> Image:
    """The share (float32 0..1) of edges about each mm of a table; what comes back has 1 pixel a mm.

    ``picture``: of the table (uint8 BGR), from straight above, a pixel a mm. About the lines of a cloth's pattern it is
    a tenth to a third, on print more.
    """
    lab = cv2.GaussianBlur(cv2.cvtColor(picture, cv2.COLOR_BGR2LAB).astype(np.float32), (0, 0), _SMOOTH)
    slopes = (cv2.Sobel(lab, cv2.CV_32F, *way) for way in ((1, 0), (0, 1)))
    steep = np.sqrt(channels.most(sum((slope**2 for slope in slopes), np.zeros_like(lab))))
    side = round(_FINE)
    return np.asarray(cv2.boxFilter((steep > _EDGE * (np.median(steep) + 1)).astype(np.float32), -1, (side, side)))


def uncommon(picture: Image) -> Image:
    """Where a table has a colour that is seldom about there (bool): also on a printed cloth, in any light.

    ``picture``: of the table (uint8 BGR), from straight above, a pixel a mm. What comes back has 0.5 pixels a mm.

    Each place is compared with the mean about it, so that light drops out; what is seldom counts no longer for that
    mean when it is taken a second time, or a dark board would brighten what lies beside it.
    """
    small = _shrunk(picture, _PX_PER_MM)
    log = np.log(cv2.GaussianBlur(small, (0, 0), _SMOOTH).astype(np.float32) + _BLACK)
    colour = np.dstack([channels.mean(log), log[..., 2] - log[..., 1], log[..., 0] - log[..., 1]])
    common = np.ones(colour.shape[:2], np.float32)
    for _ in range(2):
        weight = cv2.GaussianBlur(common, (0, 0), _ABOUT * _PX_PER_MM) + _NOTHING
        about = cv2.GaussianBlur(colour * common[..., None], (0, 0), _ABOUT * _PX_PER_MM) / weight[..., None]
        common = (_shares(colour - about) >= _SELDOM).astype(np.float32)
    return np.asarray(common == 0)


def _shares(colour: Image) -> Image:
    """Which share (0..1) of the table about each pixel has its colour, give or take a bin (H x W x 3, float32)."""
    bins = np.clip(np.floor(colour / _BIN) + _BINS // 2, 0, _BINS - 1).astype(np.int64)
    index = (bins[..., 0] * _BINS + bins[..., 1]) * _BINS + bins[..., 2]
    side = round(_AREA * _PX_PER_MM)
    step = side // 4
    shares, weights = np.zeros(index.shape, np.float32), np.full(index.shape, _NOTHING, np.float32)
    for y, top in _windows(index.shape[0], side, step):
        for x, left in _windows(index.shape[1], side, step):
            seen = index[top : top + side, left : left + side]
            counts = np.bincount(seen.ravel(), minlength=_BINS**3).reshape((_BINS,) * 3) / seen.size
            for axis in range(3):
                counts = counts + np.roll(counts, 1, axis) + np.roll(counts, -1, axis)
            rows, columns = (slice(max(0, at - step), at + step + 1) for at in (y, x))
            there = index[rows, columns]
            nearness = _nearness(rows.start - y, there.shape[0], step)[:, None] * _nearness(
                columns.start - x, there.shape[1], step
            )
            shares[rows, columns] += nearness * counts.ravel()[there]
            weights[rows, columns] += nearness
    return np.asarray(shares / weights)


def _windows(length: int, side: int, step: int) -> list[tuple[int, int]]:
    """Places ``step`` pixels apart, and where the window of each begins: it lies wholly in the picture."""
    places = sorted({min(at, length - 1) for at in range(0, length + step, step)})
    return [(at, min(max(0, at - side // 2), max(0, length - side))) for at in places]


def _nearness(start: int, count: int, step: int) -> Image:
    """How much each pixel of a row belongs to a place: 1 there, 0 ``step`` pixels from it."""
    return np.asarray(1 - np.abs(np.arange(start, start + count)) / (step + 1), np.float32)
