"""A photograph as another phone, hand and lamp would have taken it: other angle, turn, crop, focus, light, size."""

from typing import NamedTuple

import cv2
import numpy as np

from vision.geometry.homography import transform_points
from vision.geometry.image import Image, Points

_FOCAL = 0.75
"""Focal length by the long side, of the phone that took the picture."""
_SIDES = (4000, 4000, 3200, 2400)
"""Pixels of the long side: what phones send, and what is left when a picture went through a messenger."""


class Spoilt(NamedTuple):
    """The picture; ``matrix``: homography from the pixels of the first to its own; ``said``: what was done."""

    picture: Image
    matrix: Image
    said: str


def spoilt(picture: Image, whole: Points, seed: int) -> Spoilt:
    """Another photograph of what one shows; ``whole``: points (px) that stay in the picture."""
    rng = np.random.default_rng(seed)
    height, width = picture.shape[:2]
    side = int(rng.choice(_SIDES))
    tilt = rng.uniform(-22, 22), rng.uniform(-22, 22)
    turn = float(rng.choice([0, 0, 0, 90, 180, 270])) + rng.normal(0, 7)
    matrix = _seen_from(tilt, turn, (width, height))
    shown = transform_points(matrix, whole)
    low, high = shown.min(0), shown.max(0)
    low, high = low - rng.uniform(0.02, 0.2, 2) * (high - low), high + rng.uniform(0.02, 0.2, 2) * (high - low)
    zoom = side / float((high - low).max())
    matrix = np.diag([zoom, zoom, 1.0]) @ np.array([[1, 0, -low[0]], [0, 1, -low[1]], [0, 0, 1]]) @ matrix
    size = (round(float(high[0] - low[0]) * zoom), round(float(high[1] - low[1]) * zoom))
    taken = cv2.warpPerspective(
        picture,
        matrix,
        size,
        flags=cv2.INTER_AREA if zoom < 1 else cv2.INTER_CUBIC,
        borderValue=picture.reshape(-1, 3).mean(0),
    )
    light = rng.uniform(0.55, 1.35)
    blur = float(rng.choice([0.0, 0.8, 1.4, 2.0])) * side / 4000
    shade = rng.uniform(0.35, 1.0)
    quality = int(rng.integers(55, 95))
    lit: Image = taken.astype(np.float32) * light * rng.uniform(0.85, 1.15, 3).astype(np.float32)
    lit *= _shadow(size, shade, rng)[:, :, None]
    if blur:
        lit = cv2.GaussianBlur(lit, (0, 0), blur)
    lit += rng.normal(0, rng.uniform(1, 6), lit.shape).astype(np.float32)
    done = np.clip(lit, 0, 255).astype(np.uint8)
    _, packed = cv2.imencode(".jpg", done, [cv2.IMWRITE_JPEG_QUALITY, quality])
    said = (
        f"{side} px, tilt {tilt[0]:.0f} {tilt[1]:.0f}, turn {turn:.0f}, light {light:.2f}, blur {blur:.1f}, "
        f"shade {shade:.2f}, q {quality}"
    )
    return Spoilt(np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR)), matrix, said)


def _seen_from(tilt: tuple[float, float], turn: float, size: tuple[int, int]) -> Image:
    """The homography of a camera turned about its own middle and tilted about what it looks at."""
    width, height = size
    focal = _FOCAL * max(width, height)
    camera = np.array([[focal, 0, width / 2], [0, focal, height / 2], [0, 0, 1]])
    plane = np.linalg.inv(camera)
    aslant, _ = cv2.Rodrigues(np.deg2rad(np.array([tilt[0], tilt[1], 0.0])))
    about, _ = cv2.Rodrigues(np.array([0.0, 0.0, np.deg2rad(turn)]))
    pose = about @ aslant
    # The table lies at distance 1; the camera turns about the point of it in the middle of the picture.
    lifted = np.column_stack([pose[:, 0], pose[:, 1], [0, 0, 1.0]])
    return np.asarray(camera @ lifted @ plane)


def _shadow(size: tuple[int, int], shade: float, rng: np.random.Generator) -> Image:
    """A hand's or head's shadow: one soft shape, ``shade`` as bright as the rest."""
    width, height = size
    small: Image = np.ones((height // 8 + 1, width // 8 + 1), np.float32)
    middle = (int(rng.integers(small.shape[1])), int(rng.integers(small.shape[0])))
    axes = tuple(int(one) for one in rng.integers(min(small.shape) // 6, min(small.shape) // 2, 2))
    cv2.ellipse(small, middle, axes, float(rng.uniform(0, 180)), 0, 360, float(shade), -1)
    small = cv2.GaussianBlur(small, (0, 0), float(rng.uniform(2, 12)))
    return np.asarray(cv2.resize(small, (width, height)))
