"""How well a place in a photograph agrees with enrolled pictures, cell by cell: what of a piece is in sight.

Each cell of the piece says on its own how much likelier its look is if the face lies there than if anything
else does. What is covered disagrees and is left out; what is in sight counts.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import cv2
import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from vision.geometry.image import Image
from vision.recognition.cell_descriptors import WHITE
from vision.recognition.kinds import GRIDS, Group, Size, kind_of
from vision.recognition.library import Library

CELL = 8
"""Pixels of a frame to a cell: 7 mm of a large card, about a line of print."""
ANY_TINT = 30.0
"""How far a light's colour may be from that of the enrolled pictures (Lab)."""
FRAMES: dict[Group, tuple[int, int]] = {
    group: (4 * width // 3, 4 * height // 3) for group, (width, height) in GRIDS.items()
}
"""Width and height in pixels at which a place is compared: a large card at about 1 a mm, 8 x 12 cells."""

_FLOOR = 5.0
"""Grey levels (standard deviation) below which a cell is plain."""
_TEXTURED = 14.0
"""Grey levels (standard deviation) from which on a cell is full of print."""
_OPAQUE = 0.8
"""Share of a cell that must be the piece's own."""
_LITTLE = 0.2
"""The part of a burnt-out cell's word against a face that counts."""
_VARIED = 8.0
"""Grey levels (standard deviation) of a part that is easily found again."""
WEIGHTS = (3.16, -2.30, 2.38, 1.01, -0.259, 0.073)
"""Log odds of a cell by its ``Prints.features``, a logistic fitted on made-up scenes of a run that is not recorded;
``python -m benchmarks.fit_agreement`` fits one anew and says how well both foretell other scenes' cells."""
_FAR = 40.0
"""Difference of colour (Lab) beyond which more says no more."""
_DEPENDENT = 0.6
"""Neighbouring cells say partly the same: each counts for so much."""
_LEAST, _PLAIN, _MOST = -3.0, 0.3, 2.8
"""Log odds of a cell: what hides it, what is plain and fits, what is printed and fits."""


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


class Part(NamedTuple):
    """A part of a print that is easily found again: its top left corner and its lightness."""

    x: int
    y: int
    look: Image


class Prints:
    """The prints of a library's faces, made when first asked for."""

    def __init__(self, library: Library, cell: int = CELL) -> None:
        self._library = library
        self.cell = cell
        self._print = lru_cache(maxsize=None)(self._make)
        self._sheet = lru_cache(maxsize=64)(self._together)
        self.parts = lru_cache(maxsize=None)(self._parts)

    def of(self, face: str) -> Print:
        """The print of one face."""
        return self._print(face)

    def size(self, face: str) -> Size:
        """Width and height in mm of a face."""
        return self._library.faces[face].size

    def frame(self, face: str) -> tuple[int, int]:
        """Width and height of the frame in which this face is compared."""
        width, height = FRAMES[kind_of(face).group]
        return width * self.cell // CELL, height * self.cell // CELL

    def agreement(self, patch: Image, faces: Sequence[str], tint: float = ANY_TINT) -> Image:
        """Each cell of a patch (uint8 BGR, the faces' frame's size) beside each face's print.

        Log odds that the face lies there rather than anything else: faces x rows x columns of cells.
        ``tint``: how far the light's colour may be from the prints' (Lab).
        """
        features, solid, lightness = self.features(patch, faces, tint)
        odds = np.where(solid, _log_odds(features), 0.0)
        # Where the picture is burnt out it says nothing, neither for nor against.
        odds = np.where(lightness > WHITE, np.minimum(odds, 0.0) * _LITTLE, odds)
        return np.asarray(odds.reshape(len(faces), patch.shape[0] // self.cell, -1))

    def features(
        self, patch: Image, faces: Sequence[str], tint: float = ANY_TINT
    ) -> tuple[tuple[Image, ...], Image, Image]:
        """What ``WEIGHTS`` weigh of each cell beside each print (faces x cells each); solid cells; their lightness.

        1, texture, texture times match (-1..1), that times the match's size, colour difference (Lab), its square.
        """
        prints = self._sheet(tuple(faces))
        looks, lightness, colours = _cells(patch, self.cell)
        match = np.einsum("fck,ck->fc", prints.looks, looks)
        colour = np.minimum(_colour_difference(prints, match, lightness, colours, tint), _FAR)
        said = prints.texture * match
        alike = (np.ones_like(said), prints.texture, said, said * np.abs(match))
        return (*alike, colour, colour**2 / _FAR), prints.solid, lightness

    def gains(self, patch: Image, face: str) -> Image:
        """By how much a patch's blue, green and red must be multiplied to have the print's, as its good cells say."""
        odds = self.agreement(patch, [face])
        good = cv2.resize(
            (seen(odds[0]) & (odds[0] > 0.5)).astype(np.uint8), patch.shape[1::-1], interpolation=cv2.INTER_NEAREST
        )
        inside = good > 0
        if inside.sum() < 4 * self.cell**2:
            return np.ones(3)
        wanted, had = self.of(face).picture[inside], patch[inside]
        return np.asarray((wanted.mean(0) + 8.0) / (had.mean(0) + 8.0))

    def _make(self, face: str) -> Print:
        return _printed(self._library.picture(face), self.frame(face), self.cell)

    def _parts(self, face: str) -> tuple[Part, ...]:
        """The parts of a face's print that are worth looking for."""
        mine, side = self.of(face), 2 * self.cell
        grey = cv2.cvtColor(mine.picture, cv2.COLOR_BGR2GRAY)
        looks = sliding_window_view(grey, (side, side))[:: self.cell, :: self.cell]
        solid = sliding_window_view(mine.solid.reshape(mine.rows, -1), (2, 2)).all((2, 3))
        return tuple(
            Part(int(column) * self.cell, int(row) * self.cell, looks[row, column])
            for row, column in zip(*np.nonzero(solid & (looks.std((2, 3)) > _VARIED)), strict=True)
        )

    def _together(self, faces: tuple[str, ...]) -> Print:
        prints = [self.of(face) for face in faces]
        pictures, looks, texture, colours, solid = (
            np.stack([one[k] for one in prints]) for k in range(len(Print._fields) - 1)
        )
        return Print(pictures, looks, texture, colours, solid, prints[0].rows)


def seen(odds: Image) -> Image:
    """Which cells (rows x columns) are in sight, judged with their neighbours."""
    return np.asarray((cv2.blur(odds, (3, 3), borderType=cv2.BORDER_REPLICATE) > 0) & (odds > -1.0))


def strength(odds: Image, free: Image | None = None) -> float:
    """What the cells in sight say together; ``free``: 0..1 for each cell, how much of it no other piece explains."""
    shown = np.where(seen(odds), odds, 0.0)
    return float((shown if free is None else shown * free).sum())


def _printed(enrolled: Image, frame: tuple[int, int], cell: int) -> Print:
    picture = cv2.resize(enrolled, frame, interpolation=cv2.INTER_AREA)
    opacity = picture[..., 3].astype(np.float32) / 255 if picture.shape[2] == 4 else np.ones(picture.shape[:2])
    colours = np.ascontiguousarray(picture[..., :3])
    looks, _, tints = _cells(colours, cell)
    grey = cv2.cvtColor(colours, cv2.COLOR_BGR2GRAY).astype(np.float32)
    spread = _blocks(grey, cell).std(-1)
    solid = _blocks(np.asarray(opacity, np.float32), cell).mean(-1) > _OPAQUE
    return Print(colours, looks, np.minimum(spread / _TEXTURED, 1.0), tints, solid, frame[1] // cell)


def _blocks(plane: Image, cell: int) -> Image:
    """Cells x pixels of one plane."""
    height, width = plane.shape
    cut = plane.reshape(height // cell, cell, width // cell, cell).transpose(0, 2, 1, 3)
    return np.asarray(cut.reshape(-1, cell * cell))


def _cells(patch: Image, cell: int) -> tuple[Image, Image, Image]:
    """Normalised lightness (cells x 64), lightness (cells), colours (cells x 2)."""
    lab = cv2.cvtColor(patch, cv2.COLOR_BGR2LAB).astype(np.float32)
    grey = _blocks(lab[..., 0], cell)
    mean = grey.mean(1, keepdims=True)
    centred = grey - mean
    length = np.maximum(np.sqrt((centred**2).sum(1, keepdims=True)), _FLOOR * cell)
    tints = np.stack([_blocks(lab[..., k], cell).mean(1) - 128 for k in (1, 2)], axis=1)
    return centred / length, mean[:, 0], tints


def _colour_difference(prints: Print, match: Image, lightness: Image, colours: Image, most: float) -> Image:
    """How far each cell's colour is from the print's once the light's tint, as seen on good cells, is taken off."""
    apart = colours[None] - prints.colours
    weight = np.maximum(match * prints.texture - 0.3, 0.0) + 1e-3
    order = np.argsort(apart, axis=1)
    sums = np.take_along_axis(np.repeat(weight[..., None], 2, axis=2), order, axis=1).cumsum(1)
    middle = (sums >= sums[:, -1:] / 2).argmax(1)
    tint = np.take_along_axis(np.take_along_axis(apart, order, axis=1), middle[:, None], axis=1)
    left = apart - np.clip(tint, -most, most)
    shadow = np.clip(lightness / 90, 0.4, 1.0)
    return np.asarray(np.hypot(left[..., 0], left[..., 1]) / shadow[None])


def _log_odds(features: tuple[Image, ...]) -> Image:
    odds = sum(weight * feature for weight, feature in zip(WEIGHTS, features, strict=True))
    said = features[2]
    # A plain cell of the right colour is no proof: much of any table is plain.
    return np.asarray(_DEPENDENT * np.clip(odds, _LEAST, _PLAIN + (_MOST - _PLAIN) * np.maximum(said, 0.0)))
