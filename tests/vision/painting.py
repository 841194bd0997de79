"""A small table painted for tests: mats with markers, pieces warped onto them, light, noise."""

from dataclasses import dataclass, field
from functools import cache, lru_cache

import cv2
import numpy as np

from vision.cameras import Frame
from vision.geometry.image import Image
from vision.sighting import Marker, Mat, Spot, Zone

SCALE = 3
MAT_WIDTH, MAT_HEIGHT = 420.0, 297.0
MARKER_CORNERS = ((5.0, 5.0), (385.0, 5.0), (385.0, 262.0), (5.0, 262.0))
MAT = Mat(1, MAT_WIDTH, MAT_HEIGHT, tuple(Marker(4 + k, x, y, 30.0) for k, (x, y) in enumerate(MARKER_CORNERS)))
MATS = (MAT,)
COARSE, SHEET = (420, 297), (840, 594)
"""Width and height of the mat in pixels: at one pixel a mm, and rectified."""
FRAME = (1100, 800)
_ROLL = 500
"""Pixels by which the camera's noise is rolled at most, down and to the right."""
CARD = (55.0, 80.0)
FACES = tuple(f"architects/{name}" for name in ("wood", "stone", "clay", "glass", "coin", "gear"))
TOKENS = tuple(f"architects/progress/{name}" for name in ("tactics", "culture", "decor"))
BACK = "architects/back/central"

CITY = Zone("city", 1, "spread", 184, 1, 235, 295, CARD, (), FACES)
HOLDER = Zone("holder", 1, "pile", 36.5, 208.5, 62, 87, CARD, (Spot(67.5, 252, *CARD),), FACES)
DECK = Zone("deck", 1, "pile", 106.5, 208.5, 62, 87, CARD, (Spot(137.5, 252, *CARD),), (BACK,))
PROGRESS = Zone(
    "progress",
    1,
    "spots",
    38,
    60,
    120,
    30,
    (28.0, 28.0),
    tuple(Spot(54 + 30.0 * k, 75, 28, 28) for k in range(3)),
    TOKENS,
)
ZONES = (CITY, HOLDER, DECK, PROGRESS)


@cache
def art(face: str) -> Image:
    """A picture of our own for a face (uint8 BGR): a ground, a header strip, shapes; the same every time."""
    rng = np.random.default_rng(sum(ord(letter) * (k + 1) for k, letter in enumerate(face)))
    height, width = (320, 220) if "progress" not in face else (160, 160)
    image = np.full((height, width, 3), rng.uniform(60, 210, 3), np.uint8)
    for _ in range(14):
        centre = rng.uniform(0, 1, 2) * (width, height)
        colour = rng.uniform(0, 255, 3).tolist()
        size = int(rng.uniform(0.05, 0.22) * width)
        x, y = (int(value) for value in centre)
        if rng.random() < 0.5:
            cv2.circle(image, (x, y), size, colour, -1)
        else:
            cv2.rectangle(image, (x - size, y - size // 2), (x + size, y + size), colour, -1)
    cv2.rectangle(image, (0, 0), (width, height // 7), rng.uniform(0, 255, 3).tolist(), -1)
    for k in range(5):
        x = int((k + rng.random()) * width / 5)
        cv2.circle(image, (x, height // 14), height // 24, rng.uniform(0, 255, 3).tolist(), -1)
    cv2.rectangle(image, (0, 0), (width - 1, height - 1), (245, 245, 245), 3)
    return image


@dataclass
class Table:
    """One mat (number 1) under a camera; pieces in the order of laying: face, x, y (mm), turn (degrees).

    ``apart``: seconds from one frame to the next.
    """

    corners: tuple[tuple[float, float], ...] = ((120, 90), (980, 110), (960, 700), (105, 690))
    gain: float = 1.0
    pieces: list[tuple[str, float, float, float]] = field(default_factory=list)
    rng: np.random.Generator = field(default_factory=lambda: np.random.default_rng(3))
    number: int = 0
    apart: float = 0.1

    def lay(self, face: str, x: float, y: float, turn: float = 0.0) -> tuple[str, float, float, float]:
        """Lay a piece down, its centre at this place."""
        piece = (face, x, y, turn)
        self.pieces.append(piece)
        return piece

    def homography(self) -> Image:
        """From mat mm to frame pixels."""
        return _homography(self.corners)

    def image(self) -> Image:
        """What lies in front of the camera, lit, without the camera's noise (int16 BGR)."""
        return _seen(self.corners, self.gain, tuple(self.pieces))

    def frames(self, count: int) -> list[Frame]:
        """So many frames of the table as it lies."""
        seen = self.image()
        taken = []
        for _ in range(count):
            image = cv2.add(seen, _noise(*self.rng.integers(0, _ROLL, 2).tolist()), dtype=cv2.CV_8U)
            taken.append(Frame(self.number, round(self.number * self.apart, 3), image))
            self.number += 1
        return taken


Corners = tuple[tuple[float, float], ...]


def _homography(corners: Corners) -> Image:
    source = np.array([[0, 0], [MAT_WIDTH, 0], [MAT_WIDTH, MAT_HEIGHT], [0, MAT_HEIGHT]], np.float32)
    return cv2.getPerspectiveTransform(source, np.array(corners, np.float32))


@lru_cache(maxsize=8)
def _seen(corners: Corners, gain: float, pieces: tuple[tuple[str, float, float, float], ...]) -> Image:
    """As ``Table.image``: many tests begin with the same table, and look at it more than once."""
    mat = _bare_mat().copy()
    for face, x, y, turn in pieces:
        _stick(mat, art(face), (x, y), turn, (28.0, 28.0) if "progress" in face else CARD)
    matrix, inside = _onto_frame(corners)
    frame = np.full((FRAME[1], FRAME[0], 3), (70, 95, 120), np.uint8)
    soft = cv2.GaussianBlur(mat, (0, 0), 1.0)
    cv2.copyTo(cv2.warpPerspective(soft, matrix, FRAME, flags=cv2.INTER_LINEAR), inside, frame)
    return np.clip(frame * _light(gain), 0, 255).astype(np.int16)


@cache
def _onto_frame(corners: Corners) -> tuple[Image, Image]:
    """From the painted mat's pixels to the frame's, and where in the frame the mat is (uint8)."""
    matrix = _homography(corners) @ np.diag([1 / SCALE, 1 / SCALE, 1.0])
    whole = np.full(_bare_mat().shape[:2], 255, np.uint8)
    return matrix, (cv2.warpPerspective(whole, matrix, FRAME) > 127).astype(np.uint8)


@cache
def _light(gain: float) -> Image:
    slope = np.linspace(0.85, 1.05, FRAME[0])[None, :, None]
    return np.broadcast_to(gain * slope * np.array([0.85, 0.97, 1.04]), (FRAME[1], FRAME[0], 3)).astype(np.float32)


@cache
def _bare_mat() -> Image:
    """The mat from above, with its markers."""
    mat = np.full((round(MAT_HEIGHT * SCALE), round(MAT_WIDTH * SCALE), 3), 225, np.uint8)
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_250)
    for k, (x, y) in enumerate(MARKER_CORNERS):
        marker = cv2.aruco.generateImageMarker(dictionary, 4 + k, 30 * SCALE)
        left, top = round(x * SCALE), round(y * SCALE)
        mat[top : top + 30 * SCALE, left : left + 30 * SCALE] = marker[..., None]
    return mat


def _noise(down: int, right: int) -> Image:
    """The camera's noise, rolled so far."""
    return _rolling()[_ROLL - down : _ROLL - down + FRAME[1], _ROLL - right : _ROLL - right + FRAME[0]]


@cache
def _rolling() -> Image:
    noise = np.round(np.random.default_rng(1).normal(0, 2.0, (FRAME[1], FRAME[0], 3))).astype(np.int16)
    return np.pad(noise, ((_ROLL, 0), (_ROLL, 0), (0, 0)), mode="wrap")


def noisy(sheet: Image, seed: int) -> Image:
    """A rectified sheet (BGR, grey levels of any type) with a camera's noise, another for each seed (uint8)."""
    return np.asarray(np.clip(sheet + _of_a_sheet(seed, sheet.shape), 0, 255), np.uint8)


@lru_cache(maxsize=16)
def _of_a_sheet(seed: int, shape: tuple[int, ...]) -> Image:
    """The noise alone: drawing it takes longer than reading what lies there."""
    return np.random.default_rng(seed).normal(0, 2, shape).astype(np.float32)


def _stick(mat: Image, picture: Image, centre: tuple[float, float], turn: float, size: tuple[float, float]) -> None:
    angle = np.deg2rad(turn)
    turned = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    width, height = size
    corners = np.array([[-width, -height], [width, -height], [width, height], [-width, height]]) / 2
    target = ((corners @ turned.T) + centre) * SCALE
    h, w = picture.shape[:2]
    source = np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32)
    # Nothing is drawn but where the piece lies.
    (left, top), (right, bottom) = np.floor(target.min(0)).astype(int) - 1, np.ceil(target.max(0)).astype(int) + 2
    left, top = max(0, int(left)), max(0, int(top))
    part = mat[top : max(top, bottom), left : max(left, right)]
    if not part.size:
        return
    matrix = cv2.getPerspectiveTransform(source, (target - (left, top)).astype(np.float32))
    shape = part.shape[1::-1]
    drawn = cv2.warpPerspective(picture, matrix, shape, flags=cv2.INTER_LINEAR)
    mask = cv2.warpPerspective(np.full((h, w), 255, np.uint8), matrix, shape) > 127
    part[mask] = drawn[mask]
