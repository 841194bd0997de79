"""How much two pictures of a mat differ, place by place, whatever the light did in between.

Works at one pixel a mm. Light changes smoothly over the table: what changed smoothly, also within a soft shadow
or under another lamp, is taken out first (``light_between``, ``relit``). What is left is compared in logarithms,
lightness and colour apart, with a tolerance for printed edges that moved by a part of a pixel; where a picture is
as bright as it can be, it only says "at least so bright".
"""

from typing import NamedTuple

import cv2
import numpy as np

from vision.geometry.image import Image
from vision.geometry.plane import PX_PER_MM

Area = tuple[slice, slice]
"""Rows and columns of a rectangle at one pixel a mm."""

_CLIPPED = 238
"""From this grey level on a channel may have been brighter than the camera can say."""
_LUMA_UNIT = 0.20
_CHROMA_UNIT = 0.08
_EDGE_TOLERANCE = 0.35
"""Pixels that a printed edge may seem to have moved."""
_NOISE_OFFSET = 40.0
"""Added to grey levels before their logarithm: in dark places noise and reflections count as much as the print."""
_LOGARITHMS = np.log(np.arange(256, dtype=np.float32) + _NOISE_OFFSET).astype(np.float32)
_LUMA = np.array([0.2, 0.5, 0.3], np.float32)
_SQUARE = np.ones((3, 3), np.uint8)

_CELL = 6
_REACH, _FAR_REACH = 3.5, 14.0
_COARSER = 4
_DOUBTS = (0.30, 0.15, 0.08)
_LIGHT_OFFSET = 6.0
_FAR_WEIGHT = 0.03
_WHOLE = 0.95
_BY_OTHERS = 0.2


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
    return Look(smooth if light is None else relit(smooth, light), smooth >= _CLIPPED)


def light_between(now: Image, before: Image, where: Image | None = None) -> Image:
    """By how much the light has become brighter since, place by place and channel by channel.

    Two pictures of a mat (uint8 BGR, one pixel a mm); float32 of the same shape, to multiply grey levels with.
    Only smooth changes count: pieces that came or went are left out (estimated in cells, reweighted thrice).
    ``where``: which places to go by (bool).
    """
    height, width = now.shape[:2]
    size = (max(2, width // _CELL), max(2, height // _CELL))
    one, other = (cv2.resize(image, size, interpolation=cv2.INTER_AREA).astype(np.float32) for image in (now, before))
    usable = ((one < _CLIPPED) & (other < _CLIPPED)).astype(np.float32)
    if where is not None:
        usable *= (cv2.resize(where.astype(np.float32), size, interpolation=cv2.INTER_AREA) > _WHOLE)[..., None]
    ratio = np.log((one + _LIGHT_OFFSET) / (other + _LIGHT_OFFSET))
    # A lamp changes its strength sooner than its colour: where a channel is clipped the others speak for it.
    count = usable.sum(2, keepdims=True)
    others = (ratio * usable).sum(2, keepdims=True) / np.maximum(count, 1)
    ratio = np.where(usable > 0, ratio, others)
    trust = np.maximum(usable, (_BY_OTHERS * (count > 0)).astype(np.float32))
    typical = np.array([_median(ratio[..., k][trust[..., k] > 0]) for k in range(3)], np.float32)
    ratio -= typical
    light = np.zeros_like(ratio)
    for doubt in _DOUBTS:
        outlying = (np.abs(ratio - light) * usable).max(2, keepdims=True) / doubt
        weight = trust / (1 + outlying**4)
        light = _smooth(ratio, weight)
    gain = np.exp(light + typical)
    return np.asarray(cv2.resize(gain, (width, height), interpolation=cv2.INTER_LINEAR))


def _median(values: Image) -> float:
    return float(np.median(values)) if len(values) else 0.0


def _smooth(values: Image, weight: Image) -> Image:
    """A smooth surface through weighted values; where none is near, those further away count."""
    weighted = weight * values
    near = [cv2.GaussianBlur(each, (0, 0), _REACH) for each in (weighted, weight)]
    # What is smooth over so wide a reach is as smooth in a coarser grid.
    height, width = weight.shape[:2]
    size = (max(1, width // _COARSER), max(1, height // _COARSER))
    far = [
        cv2.GaussianBlur(cv2.resize(each, size, interpolation=cv2.INTER_AREA), (0, 0), _FAR_REACH / _COARSER)
        for each in (weighted, weight)
    ]
    distant = cv2.resize(far[0] / (far[1] + 0.1 * _FAR_WEIGHT), (width, height), interpolation=cv2.INTER_LINEAR)
    smooth: Image = (near[0] + _FAR_WEIGHT * distant) / (near[1] + _FAR_WEIGHT)
    return smooth


def relit(image: Image, light: Image) -> Image:
    """A picture (uint8 BGR) as it would look in another light (``light_between``), uint8."""
    return cv2.multiply(image, light, dtype=cv2.CV_8U)


def unlit(image: Image, light: Image) -> Image:
    """The opposite of ``relit``. What is clipped stays so: it may have been brighter than the camera can say."""
    divided = cv2.divide(image, light, dtype=cv2.CV_8U)
    return np.where(image >= _CLIPPED, np.maximum(divided, _CLIPPED), divided)


def difference(one: Look, other: Look) -> Image:
    """How much two looks in the same light differ, float32; above 1 is a change beyond doubt.

    Noise, also of a bad camera, stays below about 0.8.
    """
    level = cv2.LUT(other.pixels, _LOGARITHMS)
    apart = cv2.subtract(cv2.LUT(one.pixels, _LOGARITHMS), level)
    np.copyto(apart, 0, where=(one.clipped & (apart < 0)) | (other.clipped & (apart > 0)))
    luma = cv2.transform(apart, _LUMA[None])
    blue, green, red = (cv2.absdiff(part, luma) for part in cv2.split(apart))
    colour = cv2.max(cv2.max(blue, green), red)
    printed = cv2.extractChannel(level, 1)
    edge = cv2.subtract(cv2.dilate(printed, _SQUARE), cv2.erode(printed, _SQUARE)) * _EDGE_TOLERANCE
    by_luma = cv2.subtract(np.abs(luma), edge) * (1 / _LUMA_UNIT)
    by_colour = cv2.subtract(colour, 0.5 * edge) * (1 / _CHROMA_UNIT)
    return np.maximum(cv2.max(by_luma, by_colour), 0)


def changed(apart: Image) -> Image:
    """The changed places (bool) of a difference: specks and hairlines left out."""
    mask = (cv2.blur(apart, (3, 3)) > 0.75).astype(np.uint8)
    return cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)).astype(bool)


def box(shape: tuple[int, ...], x: float, y: float, width: float, height: float, *, margin: float = 0.0) -> Area:
    """Rows and columns of a rectangle given in mm, at one pixel a mm, within a mat of this shape (rows, columns)."""
    left, top = max(0, round(x - margin)), max(0, round(y - margin))
    right, bottom = min(shape[1], round(x + width + margin)), min(shape[0], round(y + height + margin))
    return slice(top, max(bottom, top + 1)), slice(left, max(right, left + 1))
