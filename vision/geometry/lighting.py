"""What the light did between two small grey frames: it changes smoothly, arms and pieces have edges."""

import cv2
import numpy as np

from vision.geometry.image import Image

_CELL, _REACH = 4, 6.0
_DOUBTS = (0.3, 0.2, 0.15)
_DARK, _LITTLE = 6.0, 0.03


def brighter(now: Image, before: Image) -> Image:
    """By how much the light has become brighter since, place by place: float32, to multiply grey levels with.

    Both pictures float32, of the same shape (``motion.small_grey``); what changed otherwise is left out.
    """
    size = (max(2, now.shape[1] // _CELL), max(2, now.shape[0] // _CELL))
    one, other = (cv2.resize(image, size, interpolation=cv2.INTER_AREA) for image in (now, before))
    ratio = np.log((one + _DARK) / (other + _DARK))
    typical = float(np.median(ratio))
    light = np.full_like(ratio, typical)
    for doubt in _DOUBTS:
        weight = 1 / (1 + ((ratio - light) / doubt) ** 4)
        # Where everything is in doubt the light is the usual one.
        light = (cv2.GaussianBlur(ratio * weight, (0, 0), _REACH) + _LITTLE * typical) / (
            cv2.GaussianBlur(weight, (0, 0), _REACH) + _LITTLE
        )
    gain: Image = cv2.resize(np.exp(light), now.shape[::-1], interpolation=cv2.INTER_LINEAR)
    return gain
