"""A piece in overlapping cells, each described on its own: what is hidden or shines spoils only its own cells.

A cell is 16 x 16 pixels of the piece brought to its group's grid; cells lie 8 pixels apart. Its numbers are
histograms of edge directions (of the print, not of the light's slope), its colours relative to its own middle (which
light and veiling glare change least), and a little of its absolute colour.
"""

from functools import cache
from typing import Final, NamedTuple

import cv2
import numpy as np

from vision.geometry.channels import cie_lab
from vision.geometry.image import Image
from vision.recognition.kinds import GRIDS, Group

_TOKEN = (64, 64)
CELL_GRIDS: Final[dict[Group, tuple[int, int]]] = {
    group: _TOKEN if group == "token" else (2 * width, 2 * height) for group, (width, height) in GRIDS.items()
}
"""Width and height in pixels to which a piece is brought before it is cut into cells: a card at 1.5 pixels a mm, about
what a camera shows of it; a token, of which it shows less, hardly finer than for the quick look."""

LIGHTS: Final = 4
"""How a cell is lit: plainly, under a veil, burnt out in places, or hardly."""

PLAIN, VEILED, BURNT, DARK = range(LIGHTS)
STEP: Final = 8
"""Pixels from one cell to the next."""

# Those of the constants below that have no other reason were chosen by hand; the runs are not recorded.
_REACH = 3.0
"""Pixels (standard deviation) from which edges are gathered: neighbours share what lies between them."""
_FINE, _SLOPE = 0.6, (19, 19)
"""Edges are of what is coarser than the one (pixels of the grid, standard deviation) and finer than the other."""
_BINS = 8
"""Directions of edges, unsigned, 22.5 degrees each."""
WHITE = 246
"""Grey level from which on all three channels are burnt out: JPEG leaves 255 by a few."""
_SOME_BURNT = 0.05
"""Share of a cell that makes it burnt out in places: 13 of its 256 pixels, more than JPEG's ringing."""
_VEIL, _DIM = 110.0, 45.0
"""Grey levels: a cell whose darkest part is brighter lies under a veil, one that is darker on the whole is hardly
lit."""
_EDGE_FLOOR = 4.0
"""Edge strength (Lab lightness, 0..255) added to a cell's before it is divided by: plain paper stays plain."""
_CLIP = 0.5
"""Of a normalised histogram: one strong edge does not drown the others (as ``hog``, of fewer numbers)."""


class Cells(NamedTuple):
    """The cells of one patch, row by row.

    ``values``: float32 P x D. ``seen``: P, 0..1, how much of each is not burnt out. ``light``: P, one of ``LIGHTS``.
    """

    values: Image
    seen: Image
    light: Image


def describe_cells(patch: Image, grid: tuple[int, int]) -> Cells:
    """The cells of a patch (uint8 BGR, one piece filling it), brought to ``grid`` first."""
    fitted = patch if patch.shape[1::-1] == grid else cv2.resize(patch, grid, interpolation=cv2.INTER_AREA)
    lab: Image = cie_lab(fitted)
    lab[..., 0] *= np.float32(2.55)
    coarse = (grid[0] // STEP, grid[1] // STEP)
    edges = _four(_edges(np.ascontiguousarray(lab[..., 0])))
    edges = edges.reshape(len(edges), -1)
    strength = np.sqrt((edges**2).sum(1, keepdims=True))
    colours = _four(cv2.resize(lab, coarse, interpolation=cv2.INTER_AREA))
    middle = colours.mean(1, keepdims=True)
    apart = colours - middle
    contrast = np.sqrt((apart**2).sum((1, 2)) + 0.2 * strength[:, 0] ** 2 + 16)[:, None]
    relative = np.concatenate([apart[..., :1] / (middle[..., :1] / 2 + 15), apart[..., 1:] / 25], axis=2)
    values = np.concatenate(
        [
            np.minimum(edges / np.sqrt(strength**2 + _EDGE_FLOOR**2), _CLIP),
            apart.reshape(len(apart), -1) / contrast,
            relative.reshape(len(apart), -1),
            middle[:, 0, 1:] / 25,
            0.5 * np.log((strength + _EDGE_FLOOR) / 60),
        ],
        axis=1,
    )
    darkest = np.minimum(np.minimum(fitted[..., 0], fitted[..., 1]), fitted[..., 2])
    burnt = _four(cv2.resize((darkest > WHITE).astype(np.float32), coarse, interpolation=cv2.INTER_AREA)[..., None])
    floor = cv2.resize(cv2.erode(darkest, np.ones((5, 5), np.uint8)), coarse, interpolation=cv2.INTER_AREA)
    share, lowest = burnt.mean((1, 2)), _four(floor[..., None]).min((1, 2))
    light = np.where(
        share > _SOME_BURNT,
        BURNT,
        np.where(lowest > _VEIL, VEILED, np.where(middle[:, 0, 0] < _DIM, DARK, PLAIN)),
    )
    return Cells(values.astype(np.float32), np.clip(1 - 2 * share, 0, 1).astype(np.float32), light.astype(np.int8))


def cell_shares(where: Image, grid: tuple[int, int]) -> Image:
    """How much of each cell (P, 0..1) is marked; ``where``: rows x columns over the whole piece, 0..1."""
    coarse = (grid[0] // STEP, grid[1] // STEP)
    fields = cv2.resize(np.asarray(where, np.float32), coarse, interpolation=cv2.INTER_AREA)
    shares: Image = _four(fields[..., None]).mean((1, 2))
    return shares


def _edges(luma: Image) -> Image:
    """Edge strength by direction (unsigned), gathered about the middle of every 8 x 8 pixels."""
    # A shine or a shadow is a slope over many cells: taken for edges it would hide what is printed under it.
    smooth = cv2.GaussianBlur(luma, (0, 0), _FINE) - cv2.blur(cv2.blur(luma, _SLOPE), _SLOPE)
    dx = cv2.Sobel(smooth, cv2.CV_32F, 1, 0, ksize=1)
    dy = cv2.Sobel(smooth, cv2.CV_32F, 0, 1, ksize=1)
    size, angle = cv2.cartToPolar(dx, dy)
    strength, turn = np.asarray(size), np.asarray(angle) * np.float32(_BINS / np.pi)
    turn -= _BINS * (turn >= _BINS)
    # Each direction is shared between its two nearest bins; the last bin is the first one's neighbour.
    away = np.abs(turn[None] - np.arange(_BINS, dtype=np.float32)[:, None, None])
    np.minimum(away, _BINS - away, out=away)
    planes = np.maximum(np.subtract(1, away, out=away), 0, out=away)
    planes *= strength
    rows, columns = _gathering(luma.shape[0]), _gathering(luma.shape[1])
    return np.ascontiguousarray((rows @ planes @ columns.T).transpose(1, 2, 0))


@cache
def _gathering(length: int) -> Image:
    """Weights (fields x pixels) with which a field of 8 pixels gathers from around its middle."""
    middles = np.arange(length // STEP) * STEP + (STEP - 1) / 2
    away = (np.arange(length)[None, :] - middles[:, None]) / _REACH
    weights = np.exp(-0.5 * away**2)
    shares: Image = (weights / (_REACH * np.sqrt(2 * np.pi))).astype(np.float32)
    return shares


def _four(fields: Image) -> Image:
    """The 2 x 2 fields of each cell (P x 4 x channels) from fields of 8 x 8 pixels (rows x columns x channels)."""
    rows, columns = fields.shape[0] - 1, fields.shape[1] - 1
    stacked = np.stack([fields[r : r + rows, c : c + columns] for r in (0, 1) for c in (0, 1)], axis=2)
    return stacked.reshape(rows * columns, 4, fields.shape[2])
