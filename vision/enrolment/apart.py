"""Where two pictures of one spot differ, whatever the light did in between; sharp at the edges of what was laid."""

from typing import NamedTuple

import cv2
import numpy as np

from vision.geometry.image import Image

_OFFSET = 16.0
_LEVEL = 0.2
_CHROMA = 0.075
_STEP = 0.07
_SAMPLE = 7
_FEWEST = 200


class Look(NamedTuple):
    """What is compared of a picture, float32: log lightness, chroma (two), the steps of lightness (two)."""

    level: Image
    chroma: Image
    steps: Image


def look_at(picture: Image) -> Look:
    """Prepare a picture (uint8 BGR)."""
    smooth = cv2.GaussianBlur(picture, (0, 0), 1.2).astype(np.float32)
    luma = smooth @ np.array([0.114, 0.587, 0.299], np.float32)
    level = np.log(luma + _OFFSET)
    chroma = np.dstack([smooth[..., 0] - luma, smooth[..., 2] - luma]) / (luma + 2 * _OFFSET)[..., None]
    steps = np.dstack([cv2.Sobel(level, cv2.CV_32F, 1, 0), cv2.Sobel(level, cv2.CV_32F, 0, 1)]) / 4
    return Look(level, chroma, steps)


def changed(now: Look, before: Look) -> Image:
    """The places (bool) that differ beyond what light and noise do."""
    apart = _apart(now, before, np.ones(now.level.shape, bool))
    # A second time, the light judged by what has not changed: a large card is no change of light.
    return _mask(_apart(now, before, ~_mask(apart)))


def _mask(apart: Image) -> Image:
    return np.asarray(cv2.blur(apart, (3, 3)) > 1)


def _apart(now: Look, before: Look, alike: Image) -> Image:
    """How far apart, above 1 beyond doubt; ``alike`` (bool): where the light is to be judged."""
    sample = alike.ravel()[::_SAMPLE]
    if sample.sum() < _FEWEST:
        sample = np.ones_like(sample)
    level, chroma = now.level - before.level, now.chroma - before.chroma
    level = level - np.median(level.ravel()[::_SAMPLE][sample])
    chroma = chroma - np.median(chroma.reshape(-1, 2)[::_SAMPLE][sample], axis=0)
    steps = np.abs(now.steps - before.steps).max(2)
    highest = np.maximum(np.abs(level) / _LEVEL, np.abs(chroma).max(2) / _CHROMA)
    return np.asarray(np.maximum(highest, steps / _STEP))
