"""How well a place in a photograph agrees with enrolled pictures, cell by cell: what of a piece is in sight.

Each cell of the piece says on its own how much likelier its look is if the face lies there than if anything
else does. What is covered disagrees and is left out; what is in sight counts.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import cv2
import numpy as np

from vision.image import Image
from vision.kinds import Group, kind_of
from vision.library import Face, Library

CELL = 8
FRAMES: dict[Group, tuple[int, int]] = {
    "card": (64, 96),
    "back": (64, 96),
    "token": (64, 64),
    "stage": (96, 64),
    "board": (96, 64),
}
"""Width and height in pixels at which a place is compared."""

_FLOOR = 5.0
_TEXTURED = 14.0
_OPAQUE = 0.8
_LOOK = (3.16, -2.30, 2.38, 1.01, -0.259, 0.073)
"""Log odds of a cell, fitted on made-up scenes: see ``_log_odds``."""
_DEPENDENT = 0.6
"""Neighbouring cells say partly the same: each counts for so much."""
_LEAST, _PLAIN, _MOST = -3.0, 0.8, 2.8


class Print(NamedTuple):
    """An enrolled face ready to be compared.

    ``picture``: uint8 BGR, its frame's size; ``looks``: cells x 64, normalised lightness; ``texture``: cells,
    0..1; ``colours``: cells x 2 (Lab a, b); ``solid``: cells that belong to the piece; ``rows``: rows of cells.
    """

    picture: Image
    looks: Image
    texture: Image
    colours: Image
    solid: Image
    rows: int


class Prints:
    """The prints of a library's faces, made when first asked for."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._print = lru_cache(maxsize=None)(self._make)
        self._sheet = lru_cache(maxsize=64)(self._together)

    def of(self, face: str) -> Print:
        """The print of one face."""
        return self._print(face)

    def frame(self, face: str) -> tuple[int, int]:
        """Width and height of the frame in which this face is compared."""
        return FRAMES[kind_of(face).group]

    def agreement(self, patch: Image, faces: Sequence[str]) -> Image:
        """Log odds (faces x rows x columns of cells) of each cell of a patch (uint8 BGR, the faces' frame's size)."""
        prints = self._sheet(tuple(faces))
        looks, lightness, colours = _cells(patch)
        match = np.einsum("fck,ck->fc", prints.looks, looks)
        texture = prints.texture
        odds = _log_odds(match, texture, _colour_difference(prints, match, lightness, colours))
        odds = np.where(prints.solid, odds, 0.0)
        return np.asarray(odds.reshape(len(faces), prints.rows, -1))

    def _make(self, face: str) -> Print:
        return _printed(self._library.faces[face], self.frame(face))

    def _together(self, faces: tuple[str, ...]) -> Print:
        prints = [self.of(face) for face in faces]
        parts = [np.stack([getattr(one, name) for one in prints]) for name in Print._fields[:-1]]
        return Print(*parts, prints[0].rows)


def seen(odds: Image) -> Image:
    """Which cells (rows x columns, or a stack of such) are in sight, judged with their neighbours."""
    if odds.ndim == 2:
        return np.asarray((cv2.blur(odds, (3, 3), borderType=cv2.BORDER_REPLICATE) > 0) & (odds > -1.0))
    return np.stack([seen(one) for one in odds])


def strength(odds: Image, free: Image | None = None) -> float:
    """What the cells in sight say together; ``free``: 0..1 for each cell, how much of it no other piece explains."""
    shown = np.where(seen(odds), odds, 0.0)
    return float((shown if free is None else shown * free).sum())


def _printed(face: Face, frame: tuple[int, int]) -> Print:
    picture = cv2.resize(face.image(), frame, interpolation=cv2.INTER_AREA)
    opacity = picture[..., 3].astype(np.float32) / 255 if picture.shape[2] == 4 else np.ones(picture.shape[:2])
    colours = np.ascontiguousarray(picture[..., :3])
    looks, _, tints = _cells(colours)
    grey = cv2.cvtColor(colours, cv2.COLOR_BGR2GRAY).astype(np.float32)
    spread = _blocks(grey).std(-1)
    solid = _blocks(np.asarray(opacity, np.float32)).mean(-1) > _OPAQUE
    return Print(colours, looks, np.minimum(spread / _TEXTURED, 1.0), tints, solid, frame[1] // CELL)


def _blocks(plane: Image) -> Image:
    """Cells x pixels of one plane."""
    height, width = plane.shape
    cut = plane.reshape(height // CELL, CELL, width // CELL, CELL).transpose(0, 2, 1, 3)
    return np.asarray(cut.reshape(-1, CELL * CELL))


def _cells(patch: Image) -> tuple[Image, Image, Image]:
    """Normalised lightness (cells x 64), lightness (cells), colours (cells x 2)."""
    lab = cv2.cvtColor(patch, cv2.COLOR_BGR2LAB).astype(np.float32)
    grey = _blocks(lab[..., 0])
    mean = grey.mean(1, keepdims=True)
    centred = grey - mean
    length = np.maximum(np.sqrt((centred**2).sum(1, keepdims=True)), _FLOOR * CELL)
    tints = np.stack([_blocks(lab[..., k]).mean(1) - 128 for k in (1, 2)], axis=1)
    return centred / length, mean[:, 0], tints


def _colour_difference(prints: Print, match: Image, lightness: Image, colours: Image) -> Image:
    """How far each cell's colour is from the print's once the light's tint, as seen on good cells, is taken off."""
    apart = colours[None] - prints.colours
    weight = np.maximum(match * prints.texture - 0.3, 0.0) + 1e-3
    order = np.argsort(apart, axis=1)
    sums = np.take_along_axis(np.repeat(weight[..., None], 2, axis=2), order, axis=1).cumsum(1)
    middle = (sums >= sums[:, -1:] / 2).argmax(1)
    tint = np.take_along_axis(np.take_along_axis(apart, order, axis=1), middle[:, None], axis=1)
    # Some of what a light does to colours it does to all alike; more than this it never does.
    left = apart - np.clip(tint, -30, 30)
    shadow = np.clip(lightness / 90, 0.4, 1.0)
    return np.asarray(np.hypot(left[..., 0], left[..., 1]) / shadow[None])


def _log_odds(match: Image, texture: Image, colour: Image) -> Image:
    constant, textured, alike, very, apart, far = _LOOK
    colour = np.minimum(colour, 40.0)
    said = texture * match
    odds = constant + textured * texture + alike * said + very * said * np.abs(match)
    odds = odds + apart * colour + far * colour**2 / 40
    # A plain cell of the right colour is no proof: much of any table is plain.
    return np.asarray(_DEPENDENT * np.clip(odds, _LEAST, _PLAIN + (_MOST - _PLAIN) * np.maximum(said, 0.0)))
