"""How much two pictures of a mat differ, place by place, whatever the light did in between.

Works at one pixel a mm. Light changes smoothly over the table: what changed smoothly, also within a soft shadow
or under another lamp, is taken out first (``vision.geometry.photometric``). What is left is compared in logarithms,
lightness and colour apart, with a tolerance for printed edges that moved by a part of a pixel; where a picture is
as bright as it can be, it only says "at least so bright".
"""

from typing import NamedTuple

import cv2
import numpy as np

from vision.geometry.image import Image
from vision.geometry.photometric import CLIPPED, relit
from vision.geometry.plane import PX_PER_MM

Area = tuple[slice, slice]
"""Rows and columns of a rectangle at one pixel a mm."""

_LUMA_UNIT = 0.20
"""Log of lightness that is a change beyond doubt: above a bad camera's noise, below a printed line."""
_CHROMA_UNIT = 0.08
"""The same of a channel beside lightness."""
_EDGE_TOLERANCE = 0.35
"""Pixels that a printed edge may seem to have moved."""
_NOISE_OFFSET = 40.0
"""Added to grey levels before their logarithm: in dark places noise and reflections count as much as the print."""
_LOGARITHMS = np.log(np.arange(256, dtype=np.float32) + _NOISE_OFFSET).astype(np.float32)
_LUMA = np.array([0.2, 0.5, 0.3], np.float32)
"""Weights of blue, green and red in lightness."""
_SQUARE = np.ones((3, 3), np.uint8)


class Look(NamedTuple):
    """What is compared of a picture: its pixels (uint8 BGR), and where a channel is clipped (bool, same shape)."""

    pixels: Image
    clipped: Image

    def part(self, rows: slice, columns: slice) -> "Look":
        """The same, of a rectangle."""
        return Look(self.pixels[rows, columns], self.clipped[rows, columns])


def coarse(sheet: Image) -> Image:
    """A rectified mat at one pixel a mm (uint8 BGR)."""
    height, width = sheet.shape[:2]
    return cv2.resize(sheet, (round(width / PX_PER_MM), round(height / PX_PER_MM)), interpolation=cv2.INTER_AREA)


def look_at(image: Image, light: Image | None = None) -> Look:
    """Prepare a picture (uint8 BGR, one pixel a mm) for comparison, relit (see ``relit``) by ``light``."""
    smooth = cv2.GaussianBlur(image, (0, 0), 0.7)
    return Look(smooth if light is None else relit(smooth, light), smooth >= CLIPPED)


def difference(one: Look, other: Look) -> Image:
    """How much two looks in the same light differ, float32; above 1 is a change beyond doubt.

    Noise, also of a bad camera, stays below about 0.8.
    """
    apart = _logarithmic(one, other)
    luma = cv2.transform(apart, _LUMA[None])
    blue, green, red = (cv2.absdiff(part, luma) for part in cv2.split(apart))
    colour = cv2.max(cv2.max(blue, green), red)
    printed = cv2.LUT(cv2.extractChannel(other.pixels, 1), _LOGARITHMS)
    edge = cv2.subtract(cv2.dilate(printed, _SQUARE), cv2.erode(printed, _SQUARE)) * _EDGE_TOLERANCE
    by_luma = cv2.subtract(np.abs(luma), edge) * (1 / _LUMA_UNIT)
    by_colour = cv2.subtract(colour, 0.5 * edge) * (1 / _CHROMA_UNIT)
    return np.maximum(cv2.max(by_luma, by_colour), 0)


def tint(one: Look, other: Look) -> Image:
    """By how much each channel differs beside lightness: float32 logarithms, blue, green, red; 0 in another grey."""
    apart = _logarithmic(one, other)
    return apart - cv2.transform(apart, _LUMA[None])[..., None]


def _logarithmic(one: Look, other: Look) -> Image:
    """By how much one look is brighter than the other, channel by channel (logarithm, float32)."""
    apart = cv2.subtract(cv2.LUT(one.pixels, _LOGARITHMS), cv2.LUT(other.pixels, _LOGARITHMS))
    np.copyto(apart, 0, where=(one.clipped & (apart < 0)) | (other.clipped & (apart > 0)))
    return apart


def changed(apart: Image) -> Image:
    """The changed places (bool) of a difference: specks and hairlines left out."""
    mask = (cv2.blur(apart, (3, 3)) > 0.75).astype(np.uint8)
    return cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)).astype(bool)


def box(shape: tuple[int, ...], x: float, y: float, width: float, height: float, *, margin: float = 0.0) -> Area:
    """Rows and columns of a rectangle given in mm, at one pixel a mm, within a mat of this shape (rows, columns)."""
    left, top = max(0, round(x - margin)), max(0, round(y - margin))
    right, bottom = min(shape[1], round(x + width + margin)), min(shape[0], round(y + height + margin))
    return slice(top, max(bottom, top + 1)), slice(left, max(right, left + 1))


def surroundings(where: Image, margin: float) -> Area:
    """Rows and columns about all that is set (bool, one pixel a mm), and so many mm around; it must not be empty."""
    rows, columns = np.flatnonzero(where.any(1)), np.flatnonzero(where.any(0))
    return box(
        where.shape,
        float(columns[0]),
        float(rows[0]),
        float(columns[-1] - columns[0] + 1),
        float(rows[-1] - rows[0] + 1),
        margin=margin,
    )
