"""How good a picture of a piece is: sharp, not blown out, large enough. The shot that is enrolled decides a lot."""

from typing import NamedTuple

import cv2
import numpy as np

from vision.geometry import channels
from vision.geometry.image import Image

SMALLEST = 100
"""Pixels along the longer side below which a card's small signs are lost."""

_SIDE = 320
"""Pixels of the long side at which sharpness is measured, so that it means the same for any camera."""
_CONTRAST, _SOFT, _GLARING = 5.0, 0.24, 0.10
"""Grey levels below which nothing is on a picture, sharpness below which it is blurred, share that is burnt out from
which on it glares (chosen by hand; the run is not recorded)."""
_WHITE = 250
"""Grey level from which on all colours are burnt out: JPEG leaves 255 by a few."""
_DIM = 16.0
"""Grey levels below which dark and darker are not told apart."""


class Quality(NamedTuple):
    """What was measured of one picture.

    ``sharpness``: share of its variation that a further blur takes away (0..1; above 0.3 sharp, below 0.2 blurred).
    ``blown``: share of it that is pure white in connected spots. ``contrast``: standard deviation, grey levels.
    ``clearness``: fine contrast in proportion to what is about it (0.1 to 0.3 on cards). ``side``: its longer side in
    pixels.
    """

    sharpness: float
    blown: float
    contrast: float
    clearness: float
    side: int

    @property
    def empty(self) -> bool:
        """Nothing can be made out on it."""
        return self.contrast < _CONTRAST

    @property
    def blurred(self) -> bool:
        """Too soft to learn from."""
        return self.sharpness < _SOFT

    @property
    def glaring(self) -> bool:
        """A lamp's reflection, or too much light, has wiped out a part of it."""
        return self.blown > _GLARING

    @property
    def small(self) -> bool:
        """Seen with too few pixels."""
        return self.side < SMALLEST

    @property
    def worth(self) -> float:
        """By which the best of several shots of one piece is chosen: the least clipped, the sharpest, the clearest.

        A shine that burns nothing out lies over the print like a veil: brighter, and with less contrast.
        """
        return self.sharpness - 4 * self.blown + self.clearness


def judge(picture: Image) -> Quality:
    """Measure a picture (uint8 BGR or BGRA) that one piece fills."""
    opacity = picture[..., 3] > 127 if picture.shape[2] == 4 else np.ones(picture.shape[:2], bool)
    colours = np.ascontiguousarray(picture[..., :3])
    grey = cv2.cvtColor(colours, cv2.COLOR_BGR2GRAY)
    inside = grey[opacity] if opacity.any() else grey.ravel()
    clear = float(_fine(grey)[opacity].std()) if opacity.any() else 0.0
    return Quality(_sharpness(grey), _blown(colours, opacity), float(inside.std()), clear, max(grey.shape))


def _sharpness(grey: Image) -> float:
    """Crete-Roffet's measure on edges above the noise: blurring again changes little in what is blurred already."""
    scale = _SIDE / max(grey.shape)
    small = cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else grey
    smooth = cv2.GaussianBlur(small.astype(np.float32), (0, 0), 1.2)
    lost = []
    for axis, kernel in ((1, (9, 1)), (0, (1, 9))):
        before = np.abs(np.diff(smooth, axis=axis))
        after = np.abs(np.diff(cv2.blur(smooth, kernel), axis=axis))
        edges = before > 2.0
        total = float(before[edges].sum())
        lost.append(float(np.maximum(0, before - after)[edges].sum()) / total if total > 0 else 0.0)
    return max(lost)


def _fine(grey: Image) -> Image:
    """What is lighter or darker than its surroundings, as a logarithm: light and shadow over a whole part drop out."""
    level: Image = np.log(cv2.GaussianBlur(grey.astype(np.float32), (0, 0), 1.2) + _DIM)
    return level - cv2.GaussianBlur(level, (0, 0), 0.04 * max(grey.shape))


def _blown(colours: Image, opacity: Image) -> float:
    white = ((channels.least(colours) >= _WHITE) & opacity).astype(np.uint8)
    # Thin white lines are print; a reflection is a spot.
    reach = max(3, round(0.02 * max(white.shape)))
    spots = cv2.morphologyEx(white, cv2.MORPH_OPEN, np.ones((reach, reach), np.uint8))
    return float(spots.sum()) / max(1, int(opacity.sum()))
