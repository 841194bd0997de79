"""Small photographs of our own proxy pieces on a table, for tests: laid in mm, seen by a tilted camera."""

from collections.abc import Sequence
from functools import cache

import cv2
import numpy as np

from companion.games.architects.proxies import PROXIES
from tests.learned import learned
from tests.vision import painting
from vision.geometry.image import Image, Points
from vision.recognition.library import Library

Laid = tuple[str, float, float, float]
"""Face, the middle's x and y (mm), turn (degrees clockwise)."""

SCALE = 1.7
STRANGER = "no/stranger"
CLOTH = (70, 92, 104)
_VIEWS = 8


@cache
def art(face: str) -> Image:
    """A proxy's picture (uint8 BGRA); ``STRANGER``: a card of no box."""
    if face == STRANGER:
        picture = cv2.resize(painting.art("architects/stranger"), (220, 320))
        return np.dstack([picture, np.full(picture.shape[:2], 255, np.uint8)])
    return PROXIES.picture(face, 4.0)


def size_of(face: str) -> tuple[float, float]:
    """Width and height in mm."""
    return (55.0, 80.0) if face == STRANGER else PROXIES.size_mm(face)


def enrolled(faces: Sequence[str]) -> Library:
    """A library of these proxies, learned from a few views."""
    return learned({face: (art(face), PROXIES.size_mm(face)) for face in faces}, _VIEWS)


def corners(piece: Laid) -> Points:
    """A piece's corners on the table in mm, clockwise from its own top left."""
    face, x, y, turn = piece
    angle = np.deg2rad(turn)
    c, s = np.cos(angle), np.sin(angle)
    box = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) / 2 * size_of(face)
    return np.asarray(box @ np.array([[c, s], [-s, c]]) + (x, y))


def camera(tilt: float, middle: tuple[float, float]) -> Image:
    """From mm on the table to pixels, through a camera tilted by so many degrees about a slanting axis."""
    angle, axis = np.deg2rad(tilt), np.array([0.6, 0.8, 0.0])
    cross = np.array([[0, -axis[2], axis[1]], [axis[2], 0, -axis[0]], [-axis[1], axis[0], 0]])
    turned = np.eye(3) + np.sin(angle) * cross + (1 - np.cos(angle)) * cross @ cross
    distance = 700.0
    view = np.column_stack([turned[:, 0], turned[:, 1], turned @ np.array([-middle[0], -middle[1], 0.0])])
    view[2, 2] += distance
    lens = np.array([[SCALE * distance, 0, SCALE * middle[0]], [0, SCALE * distance, SCALE * middle[1]], [0, 0, 1]])
    return np.asarray(lens @ view)


def photograph(laid: Sequence[Laid], size: tuple[float, float], tilt: float = 0.0) -> tuple[Image, list[Points]]:
    """What the camera sees of a table of this size (mm), the last piece on top: uint8 BGR, each piece's corners."""
    width, height = (round(SCALE * side) for side in size)
    rng = np.random.default_rng(5)
    grain = cv2.resize(rng.normal(0, 9, (height // 6, width // 6, 1)).astype(np.float32), (width, height))
    image = np.clip(np.array(CLOTH, np.float32) + grain[..., None], 0, 255)
    matrix = camera(tilt, (size[0] / 2, size[1] / 2))
    quads = []
    for piece in laid:
        quad = cv2.perspectiveTransform(corners(piece)[None], matrix)[0]
        picture = cv2.GaussianBlur(art(piece[0]), (0, 0), 1.0)
        h, w = picture.shape[:2]
        source = np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32) - 0.5
        into = cv2.getPerspectiveTransform(source, (quad - 0.5).astype(np.float32))
        drawn = cv2.warpPerspective(picture, into, (width, height), flags=cv2.INTER_LINEAR).astype(np.float32)
        alpha = drawn[..., 3:] / 255
        image = image * (1 - alpha) + drawn[..., :3] * alpha
        quads.append(np.asarray(quad))
    lit = image * np.array([0.86, 0.97, 1.02]) * np.linspace(0.8, 1.05, width)[None, :, None]
    noisy = cv2.GaussianBlur(lit, (0, 0), 0.6) + rng.normal(0, 2.5, lit.shape)
    return np.asarray(np.clip(noisy, 0, 255), np.uint8), quads
