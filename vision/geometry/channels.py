"""The least, the most and the mean of a pixel's channels.

numpy reduces a last axis of three numbers twenty times as slowly as it compares three planes (measured, 500 x 560).
"""

from functools import reduce

import numpy as np

from vision.geometry.image import Image


def least(picture: Image) -> Image:
    """The least of each pixel's channels (H x W)."""
    return reduce(np.minimum, _planes(picture))


def most(picture: Image) -> Image:
    """The most of each pixel's channels (H x W)."""
    return reduce(np.maximum, _planes(picture))


def mean(picture: Image) -> Image:
    """The mean of each pixel's channels (floats H x W)."""
    planes = [plane.astype(np.float32) if plane.dtype == np.uint8 else plane for plane in _planes(picture)]
    return np.asarray(reduce(np.add, planes) / len(planes))


def _planes(picture: Image) -> list[Image]:
    return [picture[..., k] for k in range(picture.shape[-1])]
