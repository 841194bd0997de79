"""How much each cell of a patch speaks for each face, and what all cells say together.

A cell's evidence is the logarithm of how much likelier its look is if the face lies there than if anything
else does. What a face's cell looks like depends on its light (seen at the cell itself) and on the view's blur
(shared by all cells): both are learned as linear maps from the face's plain look, pooled over all faces and
cells, so that one picture a face is enough. A cell may always be hidden: none can speak against a face by
more than a constant.
"""

from functools import cached_property
from typing import NamedTuple

import msgspec
import numpy as np

from vision.augment import BLURS
from vision.cells import BURNT, DARK, LIGHTS, PLAIN, Cells
from vision.image import Image
from vision.mixture import Mixture, fit_mixture

_KEPT = 28
_COMPONENTS = 32
_SAMPLE = 12_000
_FEW = 400
_SHRINK = 0.03
_PRIOR_MAP = 20.0
_PRIOR_SPREAD = 30.0
_OWN = 0.5
_INDEPENDENT = 20.6
_OVERLAP = 0.25
"""Cells overlap and share their noise: each counts by this part at most, all of them for no more than so many."""
_FIRST_BLUR = 0
_SHORTLIST = 16
_SEEN = 0.5


class LearnedCells(msgspec.Struct, frozen=True):
    """What was learned about the cells of a group's ``count`` faces; arrays are float32 bytes.

    ``mean`` (D), ``basis`` (D x K): to K numbers of about spread 1. ``looks`` (F x P x K): each face's cells, plainly
    lit and sharp. ``opaque`` (F x P): how much of a cell is the piece's own. ``maps`` (blurs x lights x (K+1) x K):
    from the plain look to the look in that blur and light. ``whiten`` (blurs x lights x K x K) and ``spreads`` (blurs x
    lights): what is left of scatter. ``anything``: for each light a mixture (M, M x K, M x K).
    """

    count: int
    mean: bytes
    basis: bytes
    looks: bytes
    opaque: bytes
    maps: bytes
    whiten: bytes
    spreads: bytes
    anything: tuple[tuple[bytes, bytes, bytes], ...]


class Sample(NamedTuple):
    """Cells of many views: ``values`` N x P x D, ``light`` N x P, ``owners`` N (the face's index), ``blurs`` N."""

    values: Image
    light: Image
    owners: Image
    blurs: Image


class _Look(NamedTuple):
    """Cells ready to be compared: K numbers each, how likely they are as anything, their light, what each counts."""

    rows: Image
    anything: Image
    light: Image
    weight: Image


class Evidence:
    """Learned cells unpacked for use."""

    def __init__(self, learned: LearnedCells) -> None:
        self._mean = _floats(learned.mean)
        self._basis = _floats(learned.basis, len(self._mean), -1)
        kept = self._basis.shape[1]
        self._looks = _floats(learned.looks, learned.count, -1, kept)
        self._maps = _floats(learned.maps, BLURS, LIGHTS, kept + 1, kept)
        self._whiten = _floats(learned.whiten, BLURS, LIGHTS, kept, kept)
        self._spreads = _floats(learned.spreads, BLURS, LIGHTS)
        self._opaque = _floats(learned.opaque, learned.count, -1).T
        self._anything = tuple(
            Mixture(_floats(constants), _floats(precisions, -1, kept), _floats(pulls, -1, kept))
            for constants, precisions, pulls in learned.anything
        )

    @property
    def whole(self) -> bool:
        """Whether all its numbers are numbers."""
        parts = (self._mean, self._basis, self._looks, self._maps, self._whiten, self._spreads, self._opaque)
        return all(bool(np.isfinite(part).all()) for part in parts)

    @cached_property
    def _expected(self) -> Image:
        """What each face's cells look like in each blur and light, whitened (blurs x lights x P x K x F).

        Large, and needed only where pieces are named: not everybody who opens a library does.
        """
        count, cells, kept = self._looks.shape
        table = np.empty((BLURS, LIGHTS, cells, kept, count), np.float32)
        for blur in range(BLURS):
            for light in range(LIGHTS):
                whitening = self._maps[blur, light] @ self._whiten[blur, light]
                expected = self._looks.reshape(-1, kept) @ whitening[:kept] + whitening[kept]
                table[blur, light] = expected.reshape(self._looks.shape).transpose(1, 2, 0)
        return table

    @cached_property
    def _lengths(self) -> Image:
        lengths: Image = np.einsum("blpkf,blpkf->blpf", self._expected, self._expected)
        return lengths

    def scores(self, cells: Cells) -> Image:
        """Evidence for each face (F): the sum over cells under the blur that suits the face best."""
        rows = (cells.values - self._mean) @ self._basis
        anything = np.empty(len(rows), np.float32)
        for light in np.unique(cells.light):
            mine = cells.light == light
            anything[mine] = self._anything[light].log_density(rows[mine])
        look = _Look(rows, anything, cells.light, min(_OVERLAP, _INDEPENDENT / len(rows)) * cells.seen)
        faces = np.arange(self._opaque.shape[1])
        best: Image = self._under(_FIRST_BLUR, look, faces)
        # Other blurs are tried only for the faces that come into question.
        likely = faces if len(faces) <= _SHORTLIST else np.argpartition(-best, _SHORTLIST)[:_SHORTLIST]
        blurred = [self._under(blur, look, likely) for blur in range(BLURS) if blur != _FIRST_BLUR]
        best[likely] = np.maximum.reduce([best[likely], *blurred])
        return best

    def _under(self, blur: int, look: "_Look", faces: Image) -> Image:
        """The evidence for some faces, if the view has this blur."""
        rows, anything, light, weight = look
        place = np.arange(len(rows))
        whitened = np.einsum("pk,pkj->pj", rows, self._whiten[blur][light])
        if len(faces) < self._opaque.shape[1]:
            expected = self._expected[blur][light[:, None], place[:, None], :, faces[None, :]]
            products = (expected @ whitened[:, :, None])[..., 0]
        else:
            products = (whitened[:, None, :] @ self._expected[blur, light, place])[:, 0]
        lengths = self._lengths[blur][light[:, None], place[:, None], faces[None, :]]
        distances = (whitened**2).sum(1)[:, None] - 2 * products + lengths
        given = -0.5 * (distances + self._spreads[blur, light][:, None])
        ratio = np.clip(weight[:, None] * self._opaque[:, faces] * (given - anything[:, None]), -30, 30)
        # Seen or hidden: a cell that does not fit says little, however badly it fits.
        total: Image = np.log(_SEEN * np.exp(ratio) + 1 - _SEEN).sum(0)
        return total


def learn_cells(sample: Sample, opaque: Image, rng: np.random.Generator) -> LearnedCells:
    """Learn from cells of views of each face; ``opaque`` F x P (0..1)."""
    faces = len(opaque)
    numbers = sample.values.shape[2]
    mean = sample.values.reshape(-1, numbers).mean(0)
    clear = ((sample.light == PLAIN) | (sample.light == DARK)).astype(np.float32) + 1e-3
    looks = np.stack(
        [_weighted(sample.values[mine], clear[mine]) for mine in sample.owners == np.arange(faces)[:, None]]
    )
    basis = _basis(sample, clear > 0.5, looks, opaque)
    plain = ((looks - mean) @ basis).astype(np.float64)
    rows = ((sample.values - mean) @ basis).astype(np.float64)
    kept = basis.shape[1]
    maps = np.zeros((BLURS, LIGHTS, kept + 1, kept))
    whiten = np.zeros((BLURS, LIGHTS, kept, kept))
    spreads = np.zeros((BLURS, LIGHTS))
    expected = plain[sample.owners]
    own = opaque[sample.owners] > _OWN
    for blur in range(BLURS):
        for light in range(LIGHTS):
            chosen = (sample.light == light) & (sample.blurs == blur)[:, None] & own
            fitted = _fit_map(expected[chosen], rows[chosen], shrunk=light == BURNT)
            maps[blur, light], whiten[blur, light], spreads[blur, light] = fitted
    anything = []
    for light in range(LIGHTS):
        mine = rows[sample.light == light]
        if len(mine) < _FEW:
            mine = rows.reshape(-1, kept)
        picked = mine[rng.permutation(len(mine))[:_SAMPLE]]
        mixture = fit_mixture(picked, _COMPONENTS, rng)
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
    )


def _weighted(values: Image, weights: Image) -> Image:
    mean: Image = (values * weights[..., None]).sum(0) / weights.sum(0)[:, None]
    return mean


def _basis(sample: Sample, clear: Image, looks: Image, opaque: Image) -> Image:
    """The K directions in which faces differ most, in units of a face's own scatter (D x K)."""
    own = clear & (opaque[sample.owners] > _OWN)
    astray = (sample.values - looks[sample.owners])[own].astype(np.float64)
    within = astray.T @ astray / max(1, len(astray))
    within = (1 - _SHRINK) * within + _SHRINK * np.diag(np.diag(within)) + 1e-5 * np.eye(len(within))
    sizes, turns = np.linalg.eigh(within)
    whitening = turns / np.sqrt(sizes)
    between = np.cov(looks[opaque > _OWN].T)
    _, directions = np.linalg.eigh(whitening.T @ between @ whitening)
    basis: Image = whitening @ directions[:, ::-1][:, :_KEPT]
    return basis


def _fit_map(plain: Image, seen: Image, *, shrunk: bool) -> tuple[Image, Image, float]:
    """From plain looks to looks in one blur and light: the map ((K+1) x K), what whitens the rest, its log size.

    Where there is little to learn from, nothing changes (or, ``shrunk``, what burns out is lost in part).
    """
    kept = seen.shape[1]
    given = np.c_[plain, np.ones(len(plain))]
    guess = np.vstack([np.eye(kept) * (0.3 if shrunk else 1.0), np.zeros(kept)])
    fitted = np.linalg.solve(given.T @ given + _PRIOR_MAP * np.eye(kept + 1), given.T @ seen + _PRIOR_MAP * guess)
    rest = seen - given @ fitted
    scatter = (rest.T @ rest + _PRIOR_SPREAD * np.eye(kept)) / (len(rest) + _PRIOR_SPREAD)
    return fitted, np.linalg.cholesky(np.linalg.inv(scatter)), float(np.linalg.slogdet(scatter)[1])


def _floats(data: bytes, *shape: int) -> Image:
    numbers = np.frombuffer(data, np.float32)
    return numbers.reshape(shape) if shape else numbers


def _bytes(array: Image) -> bytes:
    return np.ascontiguousarray(array, np.float32).tobytes()
