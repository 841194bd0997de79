"""A quick look at a piece of which a part may be hidden: the discriminant, asked block by block.

A discriminant weighs the whole descriptor at once, so a finger over a quarter of a card spoils all of it. What it
has learned also says what each block of the descriptor should look like and how that scatters; blocks that
fit a face count for it, those that do not count as hidden.
"""

from typing import NamedTuple

import numpy as np

from vision.geometry.image import Image
from vision.recognition.hog import CELL
from vision.recognition.lda import Lda

_ROWS, _COLUMNS = 4, 3
"""Blocks down and across: of a card about 20 mm each way, a finger's width."""
_SPARE = 0.3
"""Scatter in directions that the discriminant leaves out, as a share of the mean scatter in those it has kept."""
_USUAL = 1.0
"""Mean squared whitened distance at which a block is as likely hidden as in sight."""
_SHARP = 12.0
"""Evidence for each unit of that distance (chosen by hand; the run is not recorded)."""


class _Block(NamedTuple):
    """``columns`` of the descriptor (n), what whitens them (n x n), each face's middle, whitened (F x n)."""

    columns: Image
    whitening: Image
    middles: Image


class Blocks:
    """A group's discriminant taken apart; ``grid``: width and height in pixels to which its pieces are brought."""

    def __init__(self, lda: Lda, grid: tuple[int, int]) -> None:
        self.faces = lda.faces
        back = np.linalg.pinv(lda.basis.astype(np.float64))
        middles = lda.mean + lda.centres @ back
        self._blocks = [
            _block(columns, back[:, columns], middles[:, columns]) for columns in _split(grid, len(lda.mean))
        ]

    def evidence(self, described: Image) -> Image:
        """How much speaks for each face in each descriptor (N x F), the mean over all blocks."""
        total: Image = np.zeros((len(described), len(self.faces)))
        for columns, whitening, middles in self._blocks:
            rows = described[:, columns] @ whitening
            squares = (rows**2).sum(1)[:, None] - 2 * rows @ middles.T + (middles**2).sum(1)[None, :]
            total += np.log1p(np.exp(-_SHARP * (np.maximum(squares, 0) / len(columns) - _USUAL)))
        return total / len(self._blocks)


def _block(columns: Image, back: Image, middles: Image) -> _Block:
    scatter = back.T @ back
    scatter += _SPARE * np.trace(scatter) / len(scatter) * np.eye(len(scatter))
    whitening = np.linalg.cholesky(np.linalg.inv(scatter)).astype(np.float32)
    return _Block(columns, whitening, (middles @ whitening).astype(np.float32))


def _split(grid: tuple[int, int], numbers: int) -> list[Image]:
    """The columns, of so many ``numbers``, that belong to each block.

    A descriptor holds edges by direction, then lightness, then two colours, for each cell, and the whole piece's tint.
    """
    down, across = grid[1] // CELL, grid[0] // CELL
    cells = down * across
    edges = np.arange(numbers - 2 - 3 * cells).reshape(-1, down, across)
    lightness = edges.size + np.arange(cells).reshape(1, down, across)
    colours = edges.size + cells + np.arange(2 * cells).reshape(down, across, 2).transpose(2, 0, 1)
    planes = np.concatenate([edges, lightness, colours])
    return [
        planes[:, rows][:, :, columns].ravel()
        for rows in np.array_split(np.arange(down), _ROWS)
        for columns in np.array_split(np.arange(across), _COLUMNS)
    ]
