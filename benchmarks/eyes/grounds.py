"""Table tops to lay a card on: a plain mat, wood, a cloth printed with pictures."""

from collections.abc import Sequence

import cv2
import numpy as np

from vision.geometry.image import Image

SIDE = 700
"""Width and height of a ground in pixels."""

_MATS = ((60, 90, 40), (40, 40, 45), (110, 60, 40), (70, 70, 130), (150, 150, 150), (30, 60, 80))
_WOODS = ((70, 110, 160), (45, 75, 120), (110, 150, 190))
_PATCH = 350


def grounds(rng: np.random.Generator, pictures: Sequence[Image]) -> list[Image]:
    """Four of each kind (uint8 BGR); the cloth is a patchwork of ``pictures``."""
    mats, woods = [mat(rng) for _ in range(4)], [wood(rng) for _ in range(4)]
    return [*mats, *woods, *(cloth(rng, pictures) for _ in range(4))]


def mat(rng: np.random.Generator) -> Image:
    """One colour, some grain, a little uneven."""
    uneven = cv2.GaussianBlur(rng.normal(0, 30, (SIDE, SIDE)), (0, 0), 40)
    return _image(np.array(_MATS[rng.integers(len(_MATS))]) + rng.normal(0, 6, (SIDE, SIDE, 1)) + uneven[..., None])


def wood(rng: np.random.Generator) -> Image:
    """Boards with grain along them and dark seams between them."""
    rows, columns = np.mgrid[0:SIDE, 0:SIDE].astype(np.float32)
    bends = cv2.resize(rng.normal(0, 1, (8, 40)).astype(np.float32), (SIDE, SIDE), interpolation=cv2.INTER_CUBIC)
    fine = cv2.resize(rng.normal(0, 1, (30, SIDE)).astype(np.float32), (SIDE, SIDE))
    grain = np.sin(columns * 0.09 + bends * 3 + np.sin(rows * 0.004) * 4) + 0.6 * fine
    image = np.array(_WOODS[rng.integers(len(_WOODS))]) + grain[..., None] * np.array([9, 13, 16])
    image[columns % int(rng.uniform(120, 220)) < 3] *= 0.55
    return np.ascontiguousarray(np.rot90(_image(image + rng.normal(0, 4, image.shape)), int(rng.integers(2))))


def cloth(rng: np.random.Generator, pictures: Sequence[Image]) -> Image:
    """The worst case: pictures edge to edge."""
    out = np.zeros((SIDE, SIDE, 3), np.uint8)
    for top in range(0, SIDE, _PATCH):
        for left in range(0, SIDE, _PATCH):
            picture = pictures[int(rng.integers(len(pictures)))]
            scale = (_PATCH + 10) / min(picture.shape[:2])
            out[top : top + _PATCH, left : left + _PATCH] = cv2.resize(picture, None, fx=scale, fy=scale)[
                :_PATCH, :_PATCH
            ]
    return out


def _image(values: Image) -> Image:
    return np.clip(values, 0, 255).astype(np.uint8)
