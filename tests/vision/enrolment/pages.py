"""Scanned pages made of our proxies: a lid, some dust, cards a little turned, at a resolution."""

from collections.abc import Sequence

import cv2
import numpy as np

from companion.games.architects.proxies import PROXIES
from vision.geometry.image import Image

PAGE_MM = (205.0, 190.0)


def page(faces: Sequence[str], dpi: int = 200, lid: int = 236, seed: int = 1, turn: float = 2.5) -> Image:
    """The faces row by row on a page, each turned by up to so many degrees; uint8 BGR."""
    rng = np.random.default_rng(seed)
    scale = dpi / 25.4
    width, height = (round(side * scale) for side in PAGE_MM)
    image = np.full((height, width, 3), lid, np.float32)
    x, y, deepest = 8.0, 8.0, 0.0
    for face in faces:
        size = PROXIES.size_mm(face)
        if x + size[0] > PAGE_MM[0] - 6:
            x, y, deepest = 8.0, y + deepest + 8, 0.0
        middle = (x + size[0] / 2 + rng.uniform(-1, 1), y + size[1] / 2 + rng.uniform(-2, 2))
        _stick(image, face, np.array(middle) * scale, rng.uniform(-turn, turn), scale)
        x, deepest = x + size[0] + 8, max(deepest, size[1])
    for _ in range(30):
        centre = (int(rng.integers(width)), int(rng.integers(height)))
        cv2.circle(image, centre, int(rng.integers(1, 4)), float(rng.uniform(60, 160)), -1)
    noisy = cv2.GaussianBlur(image, (0, 0), 0.7) + rng.normal(0, 1.5, image.shape)
    return np.asarray(np.clip(noisy, 0, 255), np.uint8)


def _stick(image: Image, face: str, middle: Image, turn: float, scale: float) -> None:
    art = PROXIES.picture(face, 6.0)
    height, width = art.shape[:2]
    size = np.array(PROXIES.size_mm(face)) * scale
    reach = int(np.hypot(*size) / 2 + 2 * scale)
    left, top = (int(v) - reach for v in middle)
    angle = np.deg2rad(turn)
    rotation = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * size / 2 @ rotation.T + middle - (left, top)
    source = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    matrix = cv2.getPerspectiveTransform(source, corners.astype(np.float32))
    drawn = cv2.warpPerspective(art, matrix, (2 * reach, 2 * reach), flags=cv2.INTER_AREA)
    x0, y0 = max(0, left), max(0, top)
    x1, y1 = min(image.shape[1], left + 2 * reach), min(image.shape[0], top + 2 * reach)
    drawn = drawn[y0 - top : y1 - top, x0 - left : x1 - left]
    under = image[y0:y1, x0:x1]
    shade = cv2.GaussianBlur(drawn[..., 3], (0, 0), 0.25 * scale).astype(np.float32)[..., None] / 255
    opacity = drawn[..., 3:].astype(np.float32) / 255
    under[:] = under * (1 - 0.12 * shade) * (1 - opacity) + drawn[..., :3] * opacity
