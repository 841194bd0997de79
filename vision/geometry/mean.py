"""The mean of pictures of a scene that lies still: it has less noise than any of them."""

import cv2
import numpy as np

from vision.geometry.image import Image


def added(total: Image | None, picture: Image) -> Image:
    """A sum of pictures (uint16; ``None``: none yet) with one more (uint8); of 257 at most."""
    return picture.astype(np.uint16) if total is None else cv2.add(total, picture, dtype=cv2.CV_16U)


def mean(total: Image, many: int) -> Image:
    """The mean (uint8) of so many pictures, by their sum."""
    return cv2.convertScaleAbs(total, alpha=1 / many)
