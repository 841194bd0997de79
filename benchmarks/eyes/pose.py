"""Where a card lies in a picture: a pinhole camera's view of it, and cutting it out again."""

import cv2
import numpy as np

from benchmarks.eyes.boxes import Card
from vision.geometry.image import Image, Points

Rng = np.random.Generator


def pinhole(shape: tuple[int, ...], tall: float, rng: Rng, tilt: float, *, any_turn: bool = True) -> Points:
    """Corners (4 x 2, from the piece's own top left, clockwise, about 0, 0) seen from up to ``tilt`` degrees aside.

    ``shape``: rows and columns of its picture; ``tall``: its longer side in pixels.
    """
    height, width = shape[:2]
    flat = np.array([[-width, -height], [width, -height], [width, height], [-width, height]]) / (2 * max(shape[:2]))
    turn = rng.uniform(0, 2 * np.pi) if any_turn else 0.0
    flat = flat @ np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    azimuth, lean = rng.uniform(0, 2 * np.pi), np.deg2rad(rng.uniform(0, tilt))
    axis = np.array([np.cos(azimuth), np.sin(azimuth), 0.0])
    cross = np.array([[0, 0, axis[1]], [0, 0, -axis[0]], [-axis[1], axis[0], 0]])
    rotation = np.eye(3) + np.sin(lean) * cross + (1 - np.cos(lean)) * cross @ cross
    places = np.c_[flat, np.zeros(4)] @ rotation.T
    away = rng.uniform(6, 14)
    corners: Points = places[:, :2] / (away + places[:, 2:]) * away * tall
    return corners


def laid(card: Card, quad: Points, canvas: tuple[int, ...]) -> tuple[Image, Image]:
    """A card's picture (uint8 BGR) and opacity (uint8) at a quad of a canvas (rows, columns)."""
    height, width = card.picture.shape[:2]
    scale = float(max(np.linalg.norm(quad[0] - quad[3]), np.linalg.norm(quad[0] - quad[1]))) / max(height, width)
    picture = cv2.GaussianBlur(card.picture, (0, 0), 0.45 / scale) if scale < 0.7 else card.picture
    matrix = cv2.getPerspectiveTransform(_corners(width, height), quad.astype(np.float32))
    size = (canvas[1], canvas[0])
    return cv2.warpPerspective(picture, matrix, size), cv2.warpPerspective(card.shape, matrix, size)


def upright(image: Image, quad: Points) -> Image:
    """The piece within a quad as an upright picture that it fills, as large as it is in the image."""
    sides = np.linalg.norm(quad - np.roll(quad, -1, axis=0), axis=1)
    width, height = (max(8, round(float(sides[k] + sides[k + 2]) / 2)) for k in (0, 1))
    matrix = cv2.getPerspectiveTransform(quad.astype(np.float32), _corners(width, height))
    return cv2.warpPerspective(image, matrix, (width, height), borderMode=cv2.BORDER_REPLICATE)


def _corners(width: int, height: int) -> Points:
    return np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
