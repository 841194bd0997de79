"""Learning what the cells of a group's faces look like, from views made of one picture each.

What a face's cell looks like in a light and a blur is learned as a linear map from its plain look, pooled over all
faces and cells (ridge regression towards no change), so that one picture a face is enough; the rest is normal scatter.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from vision.geometry.image import Image
from vision.recognition.augment import BLURS
from vision.recognition.cell_descriptors import BURNT, DARK, LIGHTS, PLAIN, Cells
from vision.recognition.cell_likelihood import LearnedCells, in_light
from vision.recognition.mixture import fit_mixture
from vision.recognition.nuisance_model import Faces, NuisanceModel, Views, learn_nuisance, some_views, whitening

_KEPT = 28
"""Directions kept of a cell's numbers (of a hundred): those in which faces differ most (chosen by hand;
the run is not recorded, nor of the other numbers here that say nothing else)."""
_SAMPLE, _FEW = 12_000, 400
"""Cells from which a mixture is learned at most; with fewer of a light than the other, all lights' are taken."""
_SHRINK = 0.03
"""Share of the within-face scatter that is taken as without correlations."""
_PRIOR_MAP = 20.0
"""How many cells the guess is worth that nothing changes (chosen by hand; the run is not recorded)."""
_OWN = 0.5
"""Share of a cell that must be the piece's own."""


class Drawn(NamedTuple):
    """The faces as they were drawn: ``opaque`` F x P (0..1), ``slopes`` F x P x 2 x D, ``corners`` P x 4."""

    opaque: Image
    slopes: Image
    corners: Image


class Sample(NamedTuple):
    """Cells of many views: ``values`` N x P x D, ``light`` N x P, ``owners`` N (the face's index), ``blurs`` N."""

    values: Image
    light: Image
    owners: Image
    blurs: Image


def learn_cells(sample: Sample, drawn: Drawn, foreign: Sequence[Cells], rng: np.random.Generator) -> LearnedCells:
    """Learn from cells of views of each face, and of some patches that show none (``foreign``)."""
    opaque, faces = drawn.opaque, len(drawn.opaque)
    numbers = sample.values.shape[2]
    mean = sample.values.reshape(-1, numbers).mean(0)
    clear = ((sample.light == PLAIN) | (sample.light == DARK)).astype(np.float32) + 1e-3
    looks = np.stack(
        [_weighted(sample.values[mine], clear[mine]) for mine in sample.owners == np.arange(faces)[:, None]]
    )
    basis = _basis(sample, clear > 0.5, looks, opaque)
    plain = (looks - mean) @ basis
    rows = (sample.values - mean) @ basis
    kept = basis.shape[1]
    maps = np.zeros((BLURS, LIGHTS, kept + 1, kept))
    whiten = np.zeros((BLURS, LIGHTS, kept, kept))
    spreads = np.zeros((BLURS, LIGHTS))
    own = opaque[sample.owners] > _OWN
    for blur in range(BLURS):
        for light in range(LIGHTS):
            views, cells = np.nonzero((sample.light == light) & (sample.blurs == blur)[:, None] & own)
            fitted = _fit_map(plain[sample.owners[views], cells], rows[views, cells], shrunk=light == BURNT)
            maps[blur, light], whiten[blur, light], spreads[blur, light] = fitted
    anything = []
    strange = (np.concatenate([one.values for one in foreign]) - mean) @ basis
    strange_light = np.concatenate([one.light for one in foreign])
    for light in range(LIGHTS):
        mine = rows[sample.light == light]
        if len(mine) < _FEW:
            mine = rows.reshape(-1, kept)
        other = strange[strange_light == light]
        picked = np.concatenate(
            [part[rng.permutation(len(part))[:most]] for part, most in ((mine, _SAMPLE), (other, _SAMPLE // 3))]
        )
        mixture = fit_mixture(picked, rng)
        anything.append((_bytes(mixture.constants), _bytes(mixture.precisions), _bytes(mixture.pulls)))
    return LearnedCells(
        faces,
        _bytes(mean),
        _bytes(basis),
        _bytes(plain),
        _bytes(opaque),
        _bytes(maps),
        _bytes(whiten),
        _bytes(spreads),
        tuple(anything),
        _shared(sample, drawn, rows, (plain, basis, maps)),
    )


def _shared(sample: Sample, drawn: Drawn, rows: Image, learned: tuple[Image, Image, Image]) -> NuisanceModel:
    """What cells of a view have in common; ``learned``: plain looks, basis and maps."""
    plain, basis, maps = (part.astype(np.float32) for part in learned)
    chosen = some_views(len(rows))
    owners, blurs, light = sample.owners[chosen], sample.blurs[chosen], sample.light[chosen]
    expected = [
        in_light(plain[owner], maps[blur], shade) for owner, blur, shade in zip(owners, blurs, light, strict=True)
    ]
    residuals = rows[chosen].astype(np.float32) - np.stack(expected)
    views = Views(residuals, light, owners, blurs, drawn.opaque[owners] > _OWN)
    return learn_nuisance(views, Faces(plain, drawn.slopes.astype(np.float32) @ basis, drawn.corners))


def _weighted(values: Image, weights: Image) -> Image:
    mean: Image = (values * weights[..., None]).sum(0) / weights.sum(0)[:, None]
    return mean


def _basis(sample: Sample, clear: Image, looks: Image, opaque: Image) -> Image:
    """The K directions in which faces differ most, in units of a face's own scatter (D x K)."""
    own = clear & (opaque[sample.owners] > _OWN)
    views, cells = np.nonzero(own)
    residuals = sample.values[views, cells] - looks[sample.owners[views], cells]
    within = (residuals.T @ residuals / max(1, len(residuals))).astype(np.float64)
    within = (1 - _SHRINK) * within + _SHRINK * np.diag(np.diag(within)) + 1e-5 * np.eye(len(within))
    sizes, turns = np.linalg.eigh(within)
    whitening = turns / np.sqrt(sizes)
    between = np.cov(looks[opaque > _OWN].T)
    _, directions = np.linalg.eigh(whitening.T @ between @ whitening)
    return np.asarray(whitening @ directions[:, ::-1][:, :_KEPT], np.float32)


def _fit_map(plain: Image, seen: Image, *, shrunk: bool) -> tuple[Image, Image, float]:
    """From plain looks to looks in one blur and light: the map ((K+1) x K), what whitens the rest, its log size.

    Where there is little to learn from, nothing changes (or, ``shrunk``, what burns out is lost in part).
    """
    kept = seen.shape[1]
    given = np.ones((len(plain), kept + 1), np.float32)
    given[:, :kept] = plain
    guess = np.vstack([np.eye(kept) * (0.3 if shrunk else 1.0), np.zeros(kept)])
    fitted = np.linalg.solve(given.T @ given + _PRIOR_MAP * np.eye(kept + 1), given.T @ seen + _PRIOR_MAP * guess)
    rest = seen - given @ fitted.astype(np.float32)
    return fitted, *whitening(rest)


def _bytes(array: Image) -> bytes:
    return np.ascontiguousarray(array, np.float32).tobytes()
