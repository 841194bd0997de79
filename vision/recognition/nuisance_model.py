"""What all cells of one view share: the light they lie in, and how far the piece's corners are off.

A face's picture was itself taken in some light. In another, all its cells differ from it together, and two faces that
share most of their print would be told apart by the light of their pictures. So before a face's cells count, these
nuisance parameters are fitted, all cells at once: a linear model with a normal prior on its latent variables (ridge
regression, as in probabilistic LDA: Prince & Elder 2007). Light is the few affine changes of a look that made-up views
show most; corners act through each cell's slopes.
"""

from typing import NamedTuple

import cv2
import msgspec
import numpy as np

from vision.geometry.image import Image
from vision.recognition.augment import BLURS, GAMMA, Source
from vision.recognition.cell_descriptors import BURNT, LIGHTS, STEP, describe_cells

_LIGHTINGS = 8
"""Changes of light that are fitted, as many as corners have numbers (chosen by hand; the run is not recorded)."""
_OTHER_LIGHT = 2.0
"""How much farther two real lights lie apart than a face's picture and a view made of it (chosen by hand; the run is
not recorded)."""
_OFF_PX = 2.0
"""How far a corner is off (standard deviation, in pixels of the grid, along x and along y)."""
_ENOUGH = 600
"""Views that are learned from, at most."""
_RIDGE, _FEWEST = 8.0, 24
"""How many cells the guess is worth that a view's light changes nothing; of views with fewer, none is learned."""
_CERTAIN = 0.2
"""What a cell of a view counts while learning: neighbours share their noise."""
_PRIOR_SPREAD = 30.0
"""How many cells the guess is worth that what is left scatters by 1: about as many as a look has numbers."""
_SMOOTH = 0.8
"""Pixels of the grid (standard deviation): a printed edge is then as wide as the step that slopes are measured over."""


class NuisanceModel(msgspec.Struct, frozen=True):
    """What views have in common, learned for a group; arrays are float32 bytes.

    ``lightings`` (J x (K+1) x K): a look's usual affine changes, each by a standard deviation. ``slopes`` (F x P x 2 x
    K): how each cell's plain look changes a pixel to the right and down. ``corners`` (P x 4): how far each cell moves
    with each corner. ``whiten`` (blurs x lights x K x K) and ``spreads`` (blurs x lights): the scatter that is left.
    """

    lightings: bytes
    slopes: bytes
    corners: bytes
    whiten: bytes
    spreads: bytes


class Views(NamedTuple):
    """Views to learn from: how far cells are ``residuals`` from what was expected (N x P x K).

    ``light`` (N x P) of each cell, and whether it is the piece's ``own``. ``owners``, ``blurs`` (N).
    """

    residuals: Image
    light: Image
    owners: Image
    blurs: Image
    own: Image


class Faces(NamedTuple):
    """Plain ``looks`` (F x P x K) and their ``slopes`` (F x P x 2 x K); ``corners`` as ``corner_shares``."""

    looks: Image
    slopes: Image
    corners: Image

    def jacobian(self, lightings: Image) -> Image:
        """Of all faces: F x P x (J + 8) x K."""
        pairs = zip(self.looks, self.slopes, strict=True)
        return np.stack([jacobian(look, slopes, lightings, self.corners) for look, slopes in pairs])


def some_views(count: int) -> Image:
    """Which of so many views are learned from (indices)."""
    return np.arange(0, count, max(1, -(-count // _ENOUGH)))


def cell_slopes(source: Source, grid: tuple[int, int]) -> Image:
    """How each cell's numbers change with a pixel to the right and down (P x 2 x D)."""
    plain = np.clip(cv2.pow(source.light, 1 / GAMMA) * 255, 0, 255).astype(np.uint8)
    height, width = plain.shape[:2]
    smooth = cv2.GaussianBlur(plain, (0, 0), max(0.5, _SMOOTH * width / grid[0]))

    def moved(right: float, down: float) -> Image:
        matrix = np.array([[grid[0] / width, 0, right], [0, grid[1] / height, down]])
        shown = cv2.warpAffine(smooth, matrix, grid, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        return describe_cells(shown, grid).values

    away = _OFF_PX
    across = moved(away, 0) - moved(-away, 0)
    along = moved(0, away) - moved(0, -away)
    return np.stack([across, along], axis=1) / (2 * away)


def corner_shares(grid: tuple[int, int]) -> Image:
    """How far each cell moves with each corner (P x 4; clockwise from the top left)."""
    down, right = (np.arange(1, side // STEP) * STEP / side for side in (grid[1], grid[0]))
    y, x = (one.ravel() for one in np.meshgrid(down, right, indexing="ij"))
    return np.stack([(1 - x) * (1 - y), x * (1 - y), x * y, (1 - x) * y], axis=1).astype(np.float32)


def jacobian(looks: Image, slopes: Image, lightings: Image, corners: Image) -> Image:
    """By how much each nuisance parameter changes each of a face's cells, a standard deviation (P x (J + 8) x K).

    ``looks`` P x K, ``slopes`` P x 2 x K, ``lightings`` J x (K+1) x K, ``corners`` as ``corner_shares``.
    """
    kept = looks.shape[1]
    lit = looks @ lightings[:, :kept] + lightings[:, kept:]
    pushed = [_OFF_PX * corners[:, :, None] * slopes[:, None, axis] for axis in (0, 1)]
    return np.concatenate([lit.transpose(1, 0, 2), *pushed], axis=1)


def fit_nuisance(residuals: Image, lean: Image, products: Image, weight: Image) -> tuple[Image, Image]:
    """What is left of residuals (P x K) once the nuisance parameters are fitted, and these (J + 8).

    ``lean``: the face's ``jacobian``; ``products`` (P x (J+8) x (J+8)): its with itself; ``weight`` (P).
    """
    towards = np.tensordot(weight, (lean @ residuals[:, :, None])[..., 0], (0, 0))
    bend = np.tensordot(weight, products, (0, 0)) + np.eye(lean.shape[1], dtype=np.float32)
    latent = np.linalg.solve(bend, towards).astype(np.float32)
    return residuals - latent @ lean, latent


def learn_nuisance(views: Views, faces: Faces) -> NuisanceModel:
    """Learn from views of these faces."""
    kept = views.residuals.shape[2]
    clear = views.own & (views.light != BURNT)
    none = np.zeros((0, kept + 1, kept), np.float32)
    lightings = _lightings(views, _unexplained(views, clear, faces.jacobian(none)), clear, faces.looks)
    rest = _unexplained(views, clear, faces.jacobian(lightings))
    whiten = np.zeros((BLURS, LIGHTS, kept, kept), np.float32)
    spreads = np.zeros((BLURS, LIGHTS), np.float32)
    for blur in range(BLURS):
        for light in range(LIGHTS):
            left = rest[(views.light == light) & (views.blurs == blur)[:, None] & views.own].astype(np.float64)
            whiten[blur, light], spreads[blur, light] = whitening(left)
    parts = (_OTHER_LIGHT * lightings, faces.slopes, faces.corners, whiten, spreads)
    return NuisanceModel(*(np.ascontiguousarray(part, np.float32).tobytes() for part in parts))


def whitening(rest: Image) -> tuple[Image, float]:
    """What whitens the scatter of residuals (N x K), which are few: K x K, and the logarithm of its determinant."""
    kept = rest.shape[1]
    scatter = (rest.T @ rest + _PRIOR_SPREAD * np.eye(kept)) / (len(rest) + _PRIOR_SPREAD)
    return np.linalg.cholesky(np.linalg.inv(scatter)), float(np.linalg.slogdet(scatter)[1])


def _unexplained(views: Views, clear: Image, lean: Image) -> Image:
    """What is left of each view's residuals once its nuisance parameters are fitted."""
    products = [one @ one.transpose(0, 2, 1) for one in lean]
    rest = np.empty_like(views.residuals)
    for k, owner in enumerate(views.owners):
        weight = (_CERTAIN * clear[k]).astype(np.float32)
        rest[k] = fit_nuisance(views.residuals[k], lean[owner], products[owner], weight)[0]
    return rest


def _lightings(views: Views, rest: Image, clear: Image, looks: Image) -> Image:
    """The affine changes of a look that explain most of what is left, each for a standard deviation."""
    kept = rest.shape[2]
    given = np.concatenate([looks, np.ones((*looks.shape[:2], 1), np.float32)], axis=2)
    some = given.reshape(-1, kept + 1).astype(np.float64)
    unit = np.linalg.inv(np.linalg.cholesky(some.T @ some / len(some) + 1e-3 * np.eye(kept + 1))).T
    changes = []
    for k, owner in enumerate(views.owners):
        mine = clear[k]
        if mine.sum() >= _FEWEST:
            look = given[owner][mine] @ unit
            bend = look.T @ look + _RIDGE * np.eye(kept + 1)
            changes.append(np.linalg.solve(bend, look.T @ rest[k][mine]).ravel())
    if not changes:
        return np.zeros((0, kept + 1, kept), np.float32)
    table = np.stack(changes)
    sizes, directions = np.linalg.eigh(table.T @ table / len(table))
    chosen = np.argsort(-sizes)[: min(_LIGHTINGS, len(table))]
    scaled = directions[:, chosen] * np.sqrt(np.maximum(sizes[chosen], 0))
    return np.stack([unit @ one.reshape(kept + 1, kept) for one in scaled.T]).astype(np.float32)
