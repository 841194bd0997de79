"""What a mat's printed markers tell of the camera: their place, the light on them, how sharp they are.

They are the one thing on the table that is known exactly and always the same: white paper, black ink, straight
edges. A marker that is covered now shows another pattern, and tells nothing.
"""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import NamedTuple

import cv2
import numpy as np

from vision.geometry.image import Image, Points
from vision.geometry.plane import Plane

_CELLS = 6
"""Cells of a 4x4 marker with its border, each way."""
_DICTIONARY = cv2.aruco.DICT_4X4_250
_LEAST_CONTRAST = 12.0
"""Grey levels between paper and ink: with less the pattern is noise."""
_WRONG_CELLS = 1
"""Cells that may be read wrong, by a shadow's edge or glare; the dictionary bears one."""
_STEEPEST = 97.0
"""Percentile of the gradient that is an edge at its steepest, without single noisy pixels."""
_GAUSS = 2.507
"""The slope of a step of height 1, blurred by sigma, is 1 / (2.507 sigma) at its steepest."""


class Mark(NamedTuple):
    """One marker as seen now, and the number of its mat.

    ``at``: its middle (pixels). ``white``: the paper (BGR, 0..255). ``blur``: sigma of its edges (pixels).
    """

    mat: int
    at: tuple[float, float]
    white: tuple[float, float, float]
    blur: float


Marks = Mapping[int, Mark]
"""Marks by marker id."""


def marks(image: Image, planes: Iterable[Plane]) -> dict[int, Mark]:
    """The marks of these mats in a frame (uint8 BGR); markers that are covered or out of the picture are left out."""
    found = {}
    for plane in planes:
        for marker, corners in plane.corners.items():
            mark = _mark(image, plane.mat, marker, corners)
            if mark is not None:
                found[marker] = mark
    return found


@cache
def _pattern(marker: int) -> Image:
    """The cells of a marker with its border (6 x 6 bool, true is white)."""
    dictionary = cv2.aruco.getPredefinedDictionary(_DICTIONARY)
    return np.asarray(cv2.aruco.generateImageMarker(dictionary, marker, _CELLS)) > 127


@cache
def _samples() -> Points:
    """Five points in each of the 6 x 6 cells, in cells (180 x 2)."""
    inside = np.array([[0.5, 0.5], [0.35, 0.35], [0.65, 0.35], [0.65, 0.65], [0.35, 0.65]])
    cells = np.stack(np.meshgrid(np.arange(_CELLS), np.arange(_CELLS)), axis=-1).reshape(-1, 1, 2)
    return np.asarray((cells + inside).reshape(-1, 2))


def _mark(image: Image, mat: int, marker: int, corners: Points) -> Mark | None:
    square = np.array([[0, 0], [_CELLS, 0], [_CELLS, _CELLS], [0, _CELLS]], np.float32)
    to_frame = cv2.getPerspectiveTransform(square, np.asarray(corners, np.float32))
    points = np.round(cv2.perspectiveTransform(_samples()[None], to_frame)[0]).astype(int)
    height, width = image.shape[:2]
    low, high = corners.min(0).astype(int) - 4, corners.max(0).astype(int) + 5
    if (low < 0).any() or high[0] > width or high[1] > height:
        return None
    colours = image[points[:, 1], points[:, 0]].reshape(_CELLS * _CELLS, -1, 3).mean(axis=1)
    light = _pattern(marker).ravel()
    grey = colours.mean(axis=1)
    paper, ink = float(np.median(grey[light])), float(np.median(grey[~light]))
    contrast = paper - ink
    if contrast < _LEAST_CONTRAST or ((grey > (paper + ink) / 2) != light).sum() > _WRONG_CELLS:
        return None
    window = cv2.cvtColor(image[low[1] : high[1], low[0] : high[0]], cv2.COLOR_BGR2GRAY)
    blue, green, red = (float(value) for value in np.median(colours[light], axis=0))
    middle = corners.mean(0)
    return Mark(mat, (float(middle[0]), float(middle[1])), (blue, green, red), _blur(window, contrast))


def _blur(window: Image, contrast: float) -> float:
    """Sigma of the edges (pixels), from the steepest of them."""
    # Over two pixels each way, so that the noise of single pixels counts little.
    across = cv2.Scharr(window, cv2.CV_32F, 1, 0, scale=1 / 32)
    along = cv2.Scharr(window, cv2.CV_32F, 0, 1, scale=1 / 32)
    steepest = float(np.percentile(cv2.magnitude(across, along), _STEEPEST))
    return contrast / (_GAUSS * max(steepest, 0.1))
