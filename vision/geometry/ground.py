"""What a table looks like where nothing lies on it, and what stands out from that.

The look of the table about any place is the median over an area far wider than any piece; how much it varies by itself
(its grain) is the median of what its pixels differ from that. A printed cloth has no one look: there pieces stand out
by how finely they are drawn.
"""

import cv2
import numpy as np

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


def off_ground(picture: Image, px_per_mm: float) -> Image:
    """By how many times its grain a table differs from its usual look, in the colour that tells most (float32).

    ``picture``: of the table (uint8 BGR), from straight above. What comes back has 0.5 pixels a mm.
    """
    scale = _PX_PER_MM / px_per_mm
    small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    lab = cv2.cvtColor(cv2.GaussianBlur(small, (0, 0), _SMOOTH), cv2.COLOR_BGR2LAB)
    side = max(3, (min(round(_AREA * _PX_PER_MM), *lab.shape[:2], _WIDEST) - 1) // 2 * 2 + 1)
    off = np.stack([np.abs(lab.astype(np.float32) - look) for look in _looks(lab, side)])
    grain = np.median(off[0].reshape(-1, 3), axis=0) + 1
    return np.asarray((off / grain).max(-1).min(0))


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


def edges(picture: Image, px_per_mm: float) -> Image:
    """The share (float32 0..1) of edges about each mm of a table; what comes back has 1 pixel a mm.

    ``picture``: of the table (uint8 BGR), from straight above. About the lines of a cloth's pattern it is a tenth to a
    third, on print more.
    """
    small = cv2.resize(picture, None, fx=1 / px_per_mm, fy=1 / px_per_mm, interpolation=cv2.INTER_AREA)
    lab = cv2.GaussianBlur(cv2.cvtColor(small, cv2.COLOR_BGR2LAB).astype(np.float32), (0, 0), _SMOOTH)
    slopes = (cv2.Sobel(lab, cv2.CV_32F, *way) for way in ((1, 0), (0, 1)))
    steep = np.sqrt(sum((slope**2 for slope in slopes), np.zeros_like(lab)).max(2))
    side = round(_FINE)
    return np.asarray(cv2.boxFilter((steep > _EDGE * (np.median(steep) + 1)).astype(np.float32), -1, (side, side)))
