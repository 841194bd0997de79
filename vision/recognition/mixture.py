"""A mixture of axis-parallel normal distributions: what a cell may look like when it is nothing in particular."""

from typing import NamedTuple

import cv2
import numpy as np

from vision.geometry.image import Image

_COMPONENTS = 32
"""Normal distributions at most: they say what a cell looks like when it is nothing in particular."""
_ROUNDS = 12
"""Rounds of expectation and maximisation (chosen by hand; the run is not recorded)."""
_NARROWEST = 0.3
"""Variance below which no component narrows: cells have about 1 in each direction."""


class Mixture(NamedTuple):
    """``constants`` (M), ``precisions`` (M x K), ``pulls`` (M x K): the log density's terms, ready to be used."""

    constants: Image
    precisions: Image
    pulls: Image

    def log_density(self, rows: Image) -> Image:
        """Of each row (N x K), up to the constant that all densities here leave out."""
        terms = self.constants - 0.5 * ((rows**2) @ self.precisions.T) + rows @ self.pulls.T
        highest = terms.max(1)
        density: Image = highest + np.log(np.exp(terms - highest[:, None]).sum(1))
        return density


def fit_mixture(rows: Image, rng: np.random.Generator) -> Mixture:
    """Fit by expectation and maximisation; fewer rows make fewer components."""
    rows = rows.astype(np.float32)
    squares = rows**2
    count = max(1, min(_COMPONENTS, len(rows) // 20))
    means = rows[rng.choice(len(rows), count, replace=False)]
    spreads = np.tile(np.maximum(rows.var(0), _NARROWEST), (count, 1))
    shares = np.full(count, 1 / count, np.float32)
    for _ in range(_ROUNDS):
        mixture = _ready(shares, means, spreads)
        terms = mixture.constants - 0.5 * (squares @ mixture.precisions.T) + rows @ mixture.pulls.T
        owned = cv2.exp(terms - terms.max(1, keepdims=True))
        owned /= owned.sum(1, keepdims=True)
        weight = owned.sum(0) + 1e-6
        means = owned.T @ rows / weight[:, None]
        spreads = np.maximum(owned.T @ squares / weight[:, None] - means**2, _NARROWEST)
        shares = weight / weight.sum()
    return _ready(shares, means, spreads)


def _ready(shares: Image, means: Image, spreads: Image) -> Mixture:
    constants = np.log(shares) - 0.5 * ((means**2 / spreads).sum(1) + np.log(spreads).sum(1))
    return Mixture(constants, 1 / spreads, means / spreads)
