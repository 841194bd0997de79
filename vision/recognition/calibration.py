"""From evidence to probabilities: is it any of the faces at all, and which.

Both are fitted at enrolment on views that were not learned from, half hidden ones among them; strangers are
other pieces, and each view once more with its own face left out.
"""

from typing import NamedTuple

import msgspec
import numpy as np

from vision.geometry.descent import Normal, Prior, descend
from vision.geometry.image import Image

_RIVALS = 5
"""Faces beside which the best one's lead is measured (chosen by hand; the run is not recorded)."""
_FLOOR = -0.69
"""Log likelihood ratio a cell for a face of which nothing is to be seen."""
EXPECTED = (0.04, 1.31, 1.04, 0.97, 0.0, -1.71)
"""What 11,800 hard views of six boxes gave (one of a game, two printings each of two others, our own cards); the
first one lowered by 0.5 since, for as many strangers as known pieces (docs/eyes.md). ``python -m
benchmarks.fit_calibration`` fits them anew."""
_FAITH = 600.0
"""How many answers of a box's own made-up views that is worth: they are easier than a table, and too modest."""
_CELLS = 77
"""Grids of more or fewer cells are brought to the scale of so many."""
_STRANGERS_COUNT, _LEFT_OUT_COUNT = 0.5, 0.02
"""How often strangers, and pieces of the same set that were never enrolled, lie on a table beside known ones."""
_STEPS = 60
"""Of Newton's method: ten are enough, and the rest costs nothing."""
_SHARPNESSES = (0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.85, 1.0, 1.2)
"""Those tried: 1 where cells are as independent as ``cell_likelihood`` reckons."""


class Calibration(msgspec.Struct, frozen=True):
    """How evidence becomes probabilities in one group.

    ``known``: weights of the logistic that says whether a piece is any of the faces at all. ``sharpness``: what turns a
    difference of evidence into the logarithm of a ratio of probabilities.
    """

    known: tuple[float, ...]
    sharpness: float


class Judged(NamedTuple):
    """``scores``: evidence, N x F; ``seen`` (N): cells that are not burnt out, of so many ``cells``."""

    scores: Image
    seen: Image
    cells: int

    def of(self, rows: Image) -> "Judged":
        """Some of the rows only."""
        return Judged(self.scores[rows], self.seen[rows], self.cells)


def probabilities(judged: Judged, allowed: Image, calibration: Calibration) -> Image:
    """N x F; rows sum to the probability that the piece is one of the allowed faces (F bools).

    Faces that are not allowed still help to see that a piece is a stranger.
    """
    mine = np.where(allowed[None, :], judged.scores, -np.inf)
    shares = np.exp(np.maximum(calibration.sharpness * (mine - mine.max(1, keepdims=True)), -60.0)) * allowed[None, :]
    shares /= shares.sum(1, keepdims=True)
    odds = _features(judged, mine.argmax(1)) @ np.array(calibration.known)
    found: Image = shares / (1 + np.exp(-np.clip(odds, -30, 30)))[:, None]
    return found


def calibrate(held: Judged, owners: Image, strangers: Judged) -> Calibration:
    """Fit to evidence of held-out views, their faces (N), and of strangers."""
    expected = np.array(EXPECTED)
    known = fit_known(examples(held, owners, strangers), Prior(expected, np.full(len(expected), _FAITH)))
    return Calibration(tuple(float(one) for one in known), _sharpness(held.scores, owners))


class Examples(NamedTuple):
    """What a logistic is fitted to: features (N x 6), 1 for a known face and 0 for a stranger (N), weights (N)."""

    features: Image
    known: Image
    weights: Image


def examples(held: Judged, owners: Image, strangers: Judged) -> Examples:
    """Of views of faces (N), those named right, and of strangers; each view once more with its own face left out."""
    right = held.scores.argmax(1) == owners
    parts = [(_features(held.of(right), owners[right]), 1.0, 1.0)]
    parts.append((_features(strangers, strangers.scores.argmax(1)), 0.0, _STRANGERS_COUNT))
    faces = held.scores.shape[1]
    if faces > 2:
        # Its own face left out, a view is a stranger: the nearest there can be, and a rare one.
        others = held.scores[np.arange(faces)[None, :] != owners[:, None]].reshape(len(owners), -1)
        parts.append((_features(held._replace(scores=others), others.argmax(1)), 0.0, _LEFT_OUT_COUNT))
    x = np.concatenate([part for part, _, _ in parts])
    y = np.concatenate([np.full(len(part), label) for part, label, _ in parts])
    return Examples(x, y, np.concatenate([np.full(len(part), count) for part, _, count in parts]))


def _features(judged: Judged, chosen: Image) -> Image:
    """What tells a known face from a stranger: the chosen one's evidence, alone and beside its rivals'."""
    seen, cells = judged.seen * (_CELLS / judged.cells), _CELLS
    scores = judged.scores * (_CELLS / judged.cells)
    rows = np.arange(len(scores))
    near = scores[rows, chosen]
    rivals = scores.astype(np.float64)
    rivals[rows, chosen] = -np.inf
    count = min(_RIVALS, scores.shape[1] - 1)
    # With one face in the group there is no rival: one of which nothing is seen takes its place.
    beside = -np.sort(-rivals, axis=1)[:, :count].mean(1) if count else np.full(len(near), _FLOOR * cells)
    ahead = np.maximum(near - beside, 0)
    visible = np.maximum(seen, 5.0)
    fits = 3 * (near / visible - _FLOOR)
    return np.stack([np.ones(len(near)), near / 20, np.log1p(ahead), np.sqrt(ahead) / 3, fits, seen / cells], axis=1)


def fit_known(told: Examples, prior: Prior) -> Image:
    """The logistic's weights that are likeliest: a small box has too few strangers of its own, hence the prior."""
    x, y, weights = told

    def error(w: Image) -> float:
        return float((weights * np.logaddexp(0, np.where(y == 1, -1, 1) * (x @ w))).sum())

    def look(w: Image) -> Normal:
        p = 1 / (1 + np.exp(-np.clip(x @ w, -500, 500)))
        return Normal(x.T @ (weights * (y - p)), (x * (weights * p * (1 - p))[:, None]).T @ x)

    # Newton's step overshoots where nearly everything is plainly right or wrong.
    return descend(prior.usual, look, prior, _STEPS, error=error)


def _sharpness(known: Image, owners: Image) -> float:
    """The sharpness under which the held-out views' own faces are likeliest."""
    rows = np.arange(len(owners))
    best, chosen = -np.inf, _SHARPNESSES[0]
    for sharpness in _SHARPNESSES:
        exponents = sharpness * (known - known.max(1, keepdims=True))
        likelihood = float((exponents[rows, owners] - np.log(np.exp(exponents).sum(1))).mean())
        if likelihood > best:
            best, chosen = likelihood, sharpness
    return chosen
