"""How much each cell of a patch speaks for each face, and what all cells say together.

A cell's evidence is the logarithm of how much likelier its look is if the face lies there than if anything
else does. What a face's cell looks like depends on its light (seen at the cell itself) and on the view's blur
(shared by all cells): both are learned as linear maps from the face's plain look, pooled over all faces and
cells, so that one picture a face is enough. A cell may always be hidden: none can speak against a face by
more than a constant. The few faces that come into question at this glance are then looked at closely: with what
all cells share (``vision.recognition.nuisance_model``) fitted and taken out.
"""

from collections.abc import Sequence
from functools import cached_property, lru_cache
from typing import NamedTuple

import msgspec
import numpy as np

from vision.geometry.image import Image
from vision.recognition.augment import BLURS
from vision.recognition.cell_descriptors import BURNT, DARK, LIGHTS, PLAIN, Cells
from vision.recognition.mixture import Mixture, fit_mixture
from vision.recognition.nuisance_model import (
    Circumstances,
    Faces,
    Views,
    explained,
    leanings,
    learn_circumstances,
    some_views,
)

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
_CLOSE = 4
_NEAR = 60.0
"""How many faces are looked at closely at most, and how far behind the first one at a glance."""
_HOPELESS = -0.5
"""Evidence a cell at a glance (-0.69: nothing in sight) below which a face is not looked at closely."""
_CLOSELY = 36.0
"""As ``_INDEPENDENT``, once what cells share is taken out."""
_REMEMBERED = 32
"""Faces whose leanings are kept, half a megabyte each; made anew they take a millisecond."""
_ROUNDS = 2
_HINT = 0.5
"""In the last round a cell that fits another face need be explained by so much at least."""


class LearnedCells(msgspec.Struct, frozen=True):
    """What was learned about the cells of a group's ``count`` faces; arrays are float32 bytes.

    ``mean`` (D), ``basis`` (D x K): to K numbers of about spread 1. ``looks`` (F x P x K): each face's cells, plainly
    lit and sharp. ``opaque`` (F x P): how much of a cell is the piece's own. ``maps`` (blurs x lights x (K+1) x K):
    from the plain look to the look in that blur and light. ``whiten`` (blurs x lights x K x K) and ``spreads`` (blurs x
    lights): what is left of scatter. ``anything``: for each light a mixture (M, M x K, M x K). ``shared``: what all
    cells of a view have in common.
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
    shared: Circumstances


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


class _Look(NamedTuple):
    """Cells ready to be compared: K numbers each, how likely they are as anything, their light, how much is seen."""

    rows: Image
    anything: Image
    light: Image
    seen: Image


class Glance(NamedTuple):
    """``scores`` (F): evidence for each face, with the view's circumstances not yet fitted; ``blurs`` (F): its blur."""

    scores: Image
    blurs: Image
    look: _Look


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
        shared = learned.shared
        self._lightings = _floats(shared.lightings, -1, kept + 1, kept)
        self._slopes = _floats(shared.slopes, learned.count, -1, 2, kept)
        self._corners = _floats(shared.corners, -1, 4)
        self._firmly = _floats(shared.whiten, BLURS, LIGHTS, kept, kept)
        self._left = _floats(shared.spreads, BLURS, LIGHTS)
        self._leanings = lru_cache(_REMEMBERED)(self._lean)

    @property
    def whole(self) -> bool:
        """Whether all its numbers are numbers."""
        parts = [self._mean, self._basis, self._looks, self._maps, self._whiten, self._spreads, self._opaque]
        parts += [self._lightings, self._slopes, self._corners, self._firmly, self._left]
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

    def glance(self, cells: Cells) -> Glance:
        """Evidence for each face: the sum over cells under the blur that suits the face best."""
        return self.blurred(self.first(cells))

    def first(self, cells: Cells) -> Glance:
        """As ``glance``, in the commonest blur only: a sixth of the work."""
        rows = (cells.values - self._mean) @ self._basis
        anything = np.empty(len(rows), np.float32)
        for light in np.unique(cells.light):
            mine = cells.light == light
            anything[mine] = self._anything[light].log_density(rows[mine])
        look = _Look(rows, anything, cells.light, cells.seen)
        faces = np.arange(self._opaque.shape[1])
        return Glance(self._under(_FIRST_BLUR, look, faces), np.full(len(faces), _FIRST_BLUR), look)

    def blurred(self, first: Glance) -> Glance:
        """As ``glance``, of what was looked at in the commonest blur already."""
        best, blurs, look = first.scores.copy(), first.blurs.copy(), first.look
        faces = np.arange(len(best))
        # Other blurs are tried only for the faces that come into question.
        likely = faces if len(faces) <= _SHORTLIST else np.argpartition(-best, _SHORTLIST)[:_SHORTLIST]
        tried = np.stack(
            [best[likely] if blur == _FIRST_BLUR else self._under(blur, look, likely) for blur in range(BLURS)]
        )
        best[likely], blurs[likely] = tried.max(0), tried.argmax(0)
        return Glance(best, blurs, look)

    def scores(self, glance: Glance, allowed: Image) -> Image:
        """Evidence for each face (F), from a close look at those that come into question among the ``allowed``."""
        scores = glance.scores.copy()
        among = np.flatnonzero(allowed)
        near = np.argsort(-scores)[:_CLOSE]
        mine = among[np.argsort(-scores[among])[:_CLOSE]]
        chosen = [face for face in near if scores[face] > scores[near[0]] - _NEAR]
        chosen += [face for face in mine if face not in chosen and scores[face] > scores[mine[0]] - _NEAR]
        # Where nothing of a face is in sight, there is nothing that could be fitted: a bare dark cloth fits anything.
        chosen = [face for face in chosen if scores[face] > _HOPELESS * len(glance.look.rows)]
        # What fits the likeliest face is in sight, whichever face it is: its look-alikes must explain that too.
        in_sight = np.zeros(len(glance.look.rows), np.float32)
        for face in chosen:
            scores[face], fits = self._closely(glance.look, int(face), int(glance.blurs[face]), in_sight)
            in_sight = np.maximum(in_sight, fits)
        return scores

    def _closely(self, look: _Look, face: int, blur: int, in_sight: Image) -> tuple[float, Image]:
        """The evidence for a face in this blur, once the view's light and corners are fitted, and which cells fit.

        ``in_sight`` (P, 0..1): cells that are to be explained at any rate.
        """
        lean, products = self._leanings(face)
        astray = look.rows - _mapped(self._looks[face], self._maps[blur], look.light)
        weight = min(_OVERLAP, _CLOSELY / len(astray)) * look.seen * self._opaque[:, face]
        chances, rest, least = np.zeros(0, np.float32), astray, in_sight
        for _ in range(_ROUNDS):
            fits = np.maximum(_seen_share(weight * (self._density(rest, blur, look.light) - look.anything)), least)
            rest, chances = explained(astray, lean, products, weight * fits)
            least = _HINT * in_sight
        ratio = weight * (self._density(rest, blur, look.light) - look.anything)
        return float(_together(ratio).sum() - 0.5 * chances @ chances), _seen_share(ratio)

    def _lean(self, face: int) -> tuple[Image, Image]:
        """A face's leanings, and their products with one another; the latest are kept."""
        lean = leanings(self._looks[face], self._slopes[face], self._lightings, self._corners)
        return lean, lean @ lean.transpose(0, 2, 1)

    def _density(self, rest: Image, blur: int, light: Image) -> Image:
        """The logarithm of how likely each cell's rest is, up to the constant that all densities here leave out."""
        density = np.empty(len(rest), np.float32)
        for one in np.unique(light):
            mine = light == one
            density[mine] = -0.5 * (((rest[mine] @ self._firmly[blur, one]) ** 2).sum(1) + self._left[blur, one])
        return density

    def _under(self, blur: int, look: _Look, faces: Image) -> Image:
        """The evidence for some faces, if the view has this blur."""
        rows, anything, light, seen = look
        weight = min(_OVERLAP, _INDEPENDENT / len(rows)) * seen
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
        total: Image = _together(weight[:, None] * self._opaque[:, faces] * (given - anything[:, None])).sum(0)
        return total


def _seen_share(ratio: Image) -> Image:
    """The probability that a cell is in sight, not hidden."""
    share: Image = 1 / (1 + np.exp(-np.clip(ratio, -30, 30)))
    return share


def _together(ratio: Image) -> Image:
    """Seen or hidden: a cell that does not fit says little, however badly it fits."""
    evidence: Image = np.log(_SEEN * np.exp(np.clip(ratio, -30, 30)) + 1 - _SEEN)
    return evidence


def _mapped(looks: Image, maps: Image, light: Image) -> Image:
    """Plain looks (P x K) brought to each cell's light; ``maps`` lights x (K+1) x K."""
    kept = looks.shape[1]
    expected = np.empty_like(looks)
    for one in np.unique(light):
        mine = light == one
        expected[mine] = looks[mine] @ maps[one, :kept] + maps[one, kept]
    return expected


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
    strange = (np.concatenate([one.values for one in foreign]).astype(np.float64) - mean) @ basis
    strange_light = np.concatenate([one.light for one in foreign])
    for light in range(LIGHTS):
        mine = rows[sample.light == light]
        if len(mine) < _FEW:
            mine = rows.reshape(-1, kept)
        other = strange[strange_light == light]
        picked = np.concatenate(
            [part[rng.permutation(len(part))[:most]] for part, most in ((mine, _SAMPLE), (other, _SAMPLE // 3))]
        )
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
        _shared(sample, drawn, rows, (plain, basis, maps)),
    )


def _shared(sample: Sample, drawn: Drawn, rows: Image, learned: tuple[Image, Image, Image]) -> Circumstances:
    """What cells of a view have in common; ``learned``: plain looks, basis and maps."""
    plain, basis, maps = (part.astype(np.float32) for part in learned)
    chosen = some_views(len(rows))
    owners, blurs, light = sample.owners[chosen], sample.blurs[chosen], sample.light[chosen]
    expected = [
        _mapped(plain[owner], maps[blur], shade) for owner, blur, shade in zip(owners, blurs, light, strict=True)
    ]
    astray = rows[chosen].astype(np.float32) - np.stack(expected)
    views = Views(astray, light, owners, blurs, drawn.opaque[owners] > _OWN)
    return learn_circumstances(views, Faces(plain, drawn.slopes.astype(np.float32) @ basis, drawn.corners))


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
