"""From a rectified picture of a piece to numbers: edge directions and colours in a coarse grid.

Histograms of oriented gradients (Dalal & Triggs 2005), each cell normalised by its 3 x 3 neighbourhood, with Lab
colours beside them: measured to survive blur, uneven
light and white balance far better than perceptual hashes or local features at 100 pixels a card.
"""

from collections.abc import Sequence
from functools import cache

import cv2
import numpy as np

from vision.geometry.image import Image

CELL, _FINE = 8, 4
"""Pixels of the grid to a cell, of edges as of colours, and to a part of it that is shared between two cells (bilinear,
as in the paper)."""
_BINS = 9
"""Directions, unsigned, 20 degrees each (the paper's)."""
_CLIP = 0.35
"""Of a normalised histogram: one strong edge does not drown the others (the paper has 0.2 for longer vectors)."""
_NOISE = 60.0
"""Edge strength (Lab lightness, 0..255) added to a cell's before it is divided by: plain paper stays plain."""
_CHROMA_WEIGHT, _LUMA_WEIGHT = 0.035, 0.25
"""What a unit of Lab chroma and of normalised lightness weighs in a cell beside the edges (chosen by hand; the run is
not recorded)."""
_TINT_WEIGHT, _TINT_CELLS = 0.012, 6
"""What a unit of the whole piece's tint weighs in a cell, and as how many cells it counts."""


def hog_descriptors(patches: Sequence[Image], grid: tuple[int, int]) -> Image:
    """One row of float32 for each patch (uint8 BGR, any size), brought to ``grid`` (width, height) first."""
    width, height = grid
    fitted = [cv2.resize(patch, grid, interpolation=cv2.INTER_AREA) for patch in patches]
    lab = np.stack([cv2.cvtColor(patch, cv2.COLOR_BGR2LAB) for patch in fitted]).astype(np.float32)
    return np.concatenate([_edges(lab[..., 0], width, height), _colours(lab, width, height)], axis=1)


@cache
def _pooling(fine: int) -> Image:
    """Weights (cells x fine cells): each fine cell shared between the two nearest cells."""
    ratio = CELL // _FINE
    centres = (np.arange(fine // ratio) + 0.5) * ratio - 0.5
    distance = np.abs(np.arange(fine)[None, :] - centres[:, None]) / ratio
    return np.maximum(1 - distance, 0).astype(np.float32)


@cache
def _places(width: int, height: int) -> Image:
    """For each pixel, where its fine cell's histogram begins."""
    rows, columns = np.arange(height) // _FINE, np.arange(width) // _FINE
    return ((rows[:, None] * (width // _FINE) + columns[None, :]) * _BINS).astype(np.int32)


def _edges(luma: Image, width: int, height: int) -> Image:
    """Directions of edges, unsigned, normalised within their neighbourhood."""
    count, length = len(luma), (width // _FINE) * (height // _FINE) * _BINS
    dx, dy = np.zeros_like(luma), np.zeros_like(luma)
    np.subtract(luma[:, :, 2:], luma[:, :, :-2], out=dx[:, :, 1:-1])
    np.subtract(luma[:, 2:, :], luma[:, :-2, :], out=dy[:, 1:-1, :])
    size, angle = cv2.cartToPolar(dx.reshape(count, -1), dy.reshape(count, -1))
    position = np.asarray(angle) * np.float32(_BINS / np.pi)
    low = position.astype(np.int32)
    share = position - low
    start = _places(width, height).reshape(1, -1) + (np.arange(count, dtype=np.int32) * length)[:, None]
    histogram = np.zeros(count * length)
    # Each direction is shared between its two nearest bins.
    for bins, weight in ((low % _BINS, size * (1 - share)), ((low + 1) % _BINS, size * share)):
        histogram += np.bincount((start + bins).ravel(), np.asarray(weight).ravel(), count * length)
    fine = histogram.astype(np.float32).reshape(count, height // _FINE, width // _FINE, _BINS).transpose(0, 3, 1, 2)
    cells = _pooling(height // _FINE) @ fine @ _pooling(width // _FINE).T
    energy = (cells**2).sum(1)
    around = np.stack([cv2.blur(one, (3, 3), borderType=cv2.BORDER_REFLECT) for one in energy])
    normal: Image = np.minimum(cells / np.sqrt(around[:, None] + _NOISE**2), _CLIP)
    return normal.reshape(count, -1)


def _colours(lab: Image, width: int, height: int) -> Image:
    """Coarse Lab colours: lightness made comparable, chroma without the light's tint, and a little of it."""
    count = len(lab)
    shape = (width // CELL, height // CELL)
    cells = np.stack([cv2.resize(one, shape, interpolation=cv2.INTER_AREA) for one in lab]).reshape(count, -1, 3)
    luma = cells[..., 0]
    luma = (luma - luma.mean(1, keepdims=True)) / (luma.std(1, keepdims=True) + 12.0) * _LUMA_WEIGHT
    chroma = cells[..., 1:] - 128.0
    tint = chroma.mean(1, keepdims=True)
    return np.concatenate(
        [
            luma,
            ((chroma - tint) * _CHROMA_WEIGHT).reshape(count, -1),
            (tint * _TINT_WEIGHT * _TINT_CELLS).reshape(count, -1),
        ],
        axis=1,
    )
