"""From a rectified picture of a piece to numbers: edge directions and colours in a coarse grid.

Histograms of oriented gradients (HOG) with Lab colours beside them: measured to survive blur, uneven
light and white balance far better than perceptual hashes or local features at 100 pixels a card.
"""

from collections.abc import Sequence
from functools import cache

import cv2
import numpy as np

from vision.image import Image

_CELL = 8
_BINS = 9
_COLOUR_CELL = 8
_CLIP = 0.35
_CHROMA_WEIGHT = 0.035
_TINT_WEIGHT = 0.012
_LUMA_WEIGHT = 0.25


def describe(patches: Sequence[Image], grid: tuple[int, int]) -> Image:
    """One row of float32 for each patch (uint8 BGR, any size), brought to ``grid`` (width, height) first."""
    width, height = grid
    fitted = [cv2.resize(patch, grid, interpolation=cv2.INTER_AREA) for patch in patches]
    lab = np.stack([cv2.cvtColor(patch, cv2.COLOR_BGR2LAB) for patch in fitted]).astype(np.float32)
    return np.concatenate([_edges(lab[..., 0], width, height), _colours(lab, width, height)], axis=1)


@cache
def _pooling(size: int, cell: int) -> Image:
    """Weights (cells x size): each pixel shared between the two nearest cells."""
    centres = (np.arange(size // cell) + 0.5) * cell - 0.5
    distance = np.abs(np.arange(size)[None, :] - centres[:, None]) / cell
    return np.maximum(1 - distance, 0).astype(np.float32)


def _edges(luma: Image, width: int, height: int) -> Image:
    """Directions of edges, unsigned, normalised within their neighbourhood."""
    count = len(luma)
    dx, dy = np.zeros_like(luma), np.zeros_like(luma)
    dx[:, :, 1:-1] = luma[:, :, 2:] - luma[:, :, :-2]
    dy[:, 1:-1, :] = luma[:, 2:, :] - luma[:, :-2, :]
    size = np.sqrt(dx * dx + dy * dy)
    position = np.mod(np.arctan2(dy, dx), np.pi) * (_BINS / np.pi) - 0.5
    low = np.floor(position)
    share = position - low
    first = np.mod(low, _BINS).astype(np.int64)
    layers = np.zeros((count, _BINS, height * width), np.float32)
    flat_first = first.reshape(count, 1, -1)
    flat_size, flat_share = size.reshape(count, 1, -1), share.reshape(count, 1, -1)
    np.put_along_axis(layers, flat_first, flat_size * (1 - flat_share), axis=1)
    second = np.zeros((count, _BINS, height * width), np.float32)
    np.put_along_axis(second, (flat_first + 1) % _BINS, flat_size * flat_share, axis=1)
    directed = (layers + second).reshape(count, _BINS, height, width)
    cells = _pooling(height, _CELL) @ directed @ _pooling(width, _CELL).T
    energy = (cells**2).sum(1)
    around = np.stack([cv2.blur(one, (3, 3), borderType=cv2.BORDER_REFLECT) for one in energy])
    normal: Image = np.minimum(cells / np.sqrt(around[:, None] + 60.0**2), _CLIP)
    return normal.reshape(count, -1)


def _colours(lab: Image, width: int, height: int) -> Image:
    """Coarse Lab colours: lightness made comparable, chroma without the light's tint, and a little of it."""
    count = len(lab)
    shape = (width // _COLOUR_CELL, height // _COLOUR_CELL)
    cells = np.stack([cv2.resize(one, shape, interpolation=cv2.INTER_AREA) for one in lab]).reshape(count, -1, 3)
    luma = cells[..., 0]
    luma = (luma - luma.mean(1, keepdims=True)) / (luma.std(1, keepdims=True) + 12.0) * _LUMA_WEIGHT
    chroma = cells[..., 1:] - 128.0
    tint = chroma.mean(1, keepdims=True)
    return np.concatenate(
        [luma, ((chroma - tint) * _CHROMA_WEIGHT).reshape(count, -1), (tint * _TINT_WEIGHT * 6).reshape(count, -1)],
        axis=1,
    )
