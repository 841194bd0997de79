"""How much two pictures of a mat differ, place by place, whatever the light did in between.

Works at one pixel a mm. Lightness is compared after local normalisation (a shadow or a dimmer lamp
scales a neighbourhood alike), colour after removing the tint that the whole mat has gained.
"""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.image import Image
from vision.plane import MAT_HEIGHT, MAT_WIDTH

COARSE = (round(MAT_WIDTH), round(MAT_HEIGHT))
"""Width and height in pixels of a mat at one pixel a mm."""

_NEIGHBOURHOOD = 6.0
_FLAT = 10.0
_LUMA_UNIT = 1.0
_CHROMA_UNIT = 0.10
_STEP_UNIT = 0.45
_OFFSET = 16.0


@dataclass(frozen=True, slots=True)
class Look:
    """What is compared of a picture at one pixel a mm, float32: normalised lightness, log lightness, chroma."""

    normal: Image
    level: Image
    chroma: Image

    def part(self, rows: slice, columns: slice) -> "Look":
        """The same, of a rectangle."""
        return Look(self.normal[rows, columns], self.level[rows, columns], self.chroma[rows, columns])


def coarse(sheet: Image) -> Image:
    """A rectified mat at one pixel a mm (uint8 BGR)."""
    return cv2.resize(sheet, COARSE, interpolation=cv2.INTER_AREA)


def look_at(image: Image) -> Look:
    """Prepare a picture (uint8 BGR, one pixel a mm) for comparison."""
    smooth = cv2.GaussianBlur(image, (0, 0), 0.7).astype(np.float32)
    luma = cv2.cvtColor(smooth, cv2.COLOR_BGR2GRAY)
    level = cv2.GaussianBlur(luma, (0, 0), _NEIGHBOURHOOD)
    detail = cv2.subtract(luma, level)
    spread = cv2.sqrt(cv2.GaussianBlur(cv2.multiply(detail, detail), (0, 0), _NEIGHBOURHOOD) + _FLAT**2)
    blue, _, red = cv2.split(smooth)
    bright = luma + 2 * _OFFSET
    chroma = cv2.merge([cv2.divide(cv2.subtract(part, luma), bright) for part in (blue, red)])
    return Look(cv2.divide(detail, spread), cv2.log(luma + _OFFSET), chroma)


def difference(one: Look, other: Look, weight: Image | None = None) -> Image:
    """How much two looks differ, float32; above 1 is a change beyond doubt, noise stays below about 0.4.

    ``weight`` (bool, same shape): where the two are thought to be alike, for judging what the light did.
    """
    alike = weight if weight is not None and weight.sum() > 400 else np.ones(one.level.shape, bool)
    # Every fourth place says as much about the light as all of them.
    sample = alike.ravel()[::4]
    apart: Image = np.abs(one.normal - other.normal) / _LUMA_UNIT
    parts = (cv2.subtract(one.level, other.level), *cv2.split(cv2.subtract(one.chroma, other.chroma)))
    for part, unit in zip(parts, (_STEP_UNIT, _CHROMA_UNIT, _CHROMA_UNIT), strict=True):
        light = np.median(part.ravel()[::4][sample])
        np.maximum(apart, np.abs(part - light) / unit, out=apart)
    return apart


def changed(apart: Image) -> Image:
    """The changed places (bool) of a difference: specks and hairlines left out."""
    mask = (cv2.blur(apart, (3, 3)) > 0.75).astype(np.uint8)
    return cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)).astype(bool)


def box(x: float, y: float, width: float, height: float, margin: float = 0.0) -> tuple[slice, slice]:
    """Rows and columns of a rectangle given in mm, at one pixel a mm, within the mat."""
    left, top = max(0, round(x - margin)), max(0, round(y - margin))
    right, bottom = min(COARSE[0], round(x + width + margin)), min(COARSE[1], round(y + height + margin))
    return slice(top, max(bottom, top + 1)), slice(left, max(right, left + 1))
