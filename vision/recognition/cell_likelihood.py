"""How much each cell of a patch speaks for each face, and what all cells say together.

A cell's evidence is the logarithm of how much likelier its look is if the face lies there than if anything
else does. What a face's cell looks like depends on its light (seen at the cell itself) and on the view's blur
(shared by all cells): both are learned as linear maps from the face's plain look, pooled over all faces and
cells, so that one picture a face is enough. A cell may always be hidden: none can speak against a face by
more than a constant. The few faces that come into question at this glance are then looked at closely: with what
all cells share (``vision.recognition.nuisance_model``) fitted and taken out.
"""

from functools import cached_property, lru_cache
from typing import NamedTuple

import msgspec
import numpy as np

from vision.geometry.image import Image
from vision.recognition.augment import BLURS
from vision.recognition.cell_descriptors import LIGHTS, Cells
from vision.recognition.mixture import Mixture
from vision.recognition.nuisance_model import NuisanceModel, fit_nuisance, jacobian

_INDEPENDENT, _OVERLAP = 20.6, 0.25
"""Cells overlap and share their noise: all together count for no more than so many, each by this part at most (every
pixel lies in four cells). Both this and ``_CLOSELY`` were chosen by hand; the runs are not recorded."""
_FIRST_BLUR, _SHORTLIST = 0, 16
"""The commonest blur, and for how many faces the others are tried."""
_SEEN = 0.5
"""Probability that a cell is in sight before anybody looks."""
_CLOSE, _NEAR = 4, 60.0
"""How many faces are looked at closely at most, and how far behind the first one at a glance."""
_HOPELESS = -0.5
"""Log likelihood ratio a cell at a glance (-0.69: nothing in sight) below which a face is not looked at closely."""
_CLOSELY = 36.0
"""As ``_INDEPENDENT``, once what cells share is taken out."""
_REMEMBERED = 32
"""Faces whose Jacobians are kept, half a megabyte each; made anew they take a millisecond."""
_ROUNDS = 2
"""How often light and corners are fitted, with those cells that then fit."""
_HINT = 0.5
"""In the last round a cell that fits another face must be explained by so much at least."""


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
    shared: NuisanceModel


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


class CellLikelihood:
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
        self._jacobians = lru_cache(_REMEMBERED)(self._jacobian)

    @property
    def whole(self) -> bool:
        """Whether all its numbers are numbers."""
        parts = [self._mean, self._basis, self._looks, self._maps, self._whiten, self._spreads, self._opaque]
        parts += [self._lightings, self._slopes, self._corners, self._firmly, self._left]
        return all(bool(np.isfinite(part).all()) for part in parts)

    @cached_property
    def _whitened(self) -> Image:
        """The maps from a plain look to the one in each blur and light, whitened (blurs x lights x (K+1) x K)."""
        whitened: Image = self._maps @ self._whiten
        return whitened

    @cached_property
    def _toward(self) -> Image:
        """For each blur and light, what a cell's numbers are multiplied by (blurs x lights x K x (2K+1)).

        K columns whiten them; with the next K, times a face's plain look, plus the last one, they give the product of
        the cell, whitened, with what the face's cell looks like there, whitened. So no table of such looks is kept.
        """
        return np.concatenate([self._whiten, self._whiten @ self._whitened.swapaxes(2, 3)], axis=3)

    @cached_property
    def _by_cell(self) -> Image:
        """Each face's plain looks, cell by cell (P x F x K)."""
        return np.ascontiguousarray(self._looks.transpose(1, 0, 2))

    @cached_property
    def _lengths(self) -> Image:
        """Of what each face's cells look like, whitened: its squared length (blurs x lights x P x F)."""
        lengths = np.empty((BLURS, LIGHTS, *self._by_cell.shape[:2]), np.float32)
        for blur, light in np.ndindex(BLURS, LIGHTS):
            maps = self._whitened[blur, light]
            lengths[blur, light] = ((self._by_cell @ maps[:-1] + maps[-1]) ** 2).sum(2)
        return lengths

    def glance(self, cells: Cells) -> Glance:
        """Log likelihood ratio of each face: the sum over cells under the blur that suits the face best."""
        return self.blurred(self.first(cells))

    def first(self, cells: Cells) -> Glance:
        """As ``glance``, in the commonest blur only: a sixth of the work."""
        rows = (cells.values - self._mean) @ self._basis
        anything = np.empty(len(rows), np.float32)
        for light in np.unique(cells.light):
            mine = cells.light == light
            anything[mine] = self._anything[light].log_density(rows[mine])
        look = _Look(rows, anything, cells.light, cells.seen)
        scores = self._under(slice(_FIRST_BLUR, _FIRST_BLUR + 1), look, slice(None))[0]
        return Glance(scores, np.full(len(scores), _FIRST_BLUR), look)

    def blurred(self, first: Glance) -> Glance:
        """As ``glance``, of what was looked at in the commonest blur already."""
        best, blurs = first.scores.copy(), first.blurs.copy()
        faces = np.arange(len(best))
        # Other blurs are tried only for the faces that come into question.
        likely = faces if len(faces) <= _SHORTLIST else np.argpartition(-best, _SHORTLIST)[:_SHORTLIST]
        tried = self._under(slice(BLURS), first.look, likely)
        best[likely], blurs[likely] = tried.max(0), tried.argmax(0)
        return Glance(best, blurs, first.look)

    def scores(self, glance: Glance, allowed: Image) -> Image:
        """Log likelihood ratios (F), from a close look at those faces that come into question among the ``allowed``."""
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

        ``in_sight`` (P, 0..1): cells that must be explained in any case.
        """
        lean, products = self._jacobians(face)
        residuals = look.rows - in_light(self._looks[face], self._maps[blur], look.light)
        weight = min(_OVERLAP, _CLOSELY / len(residuals)) * look.seen * self._opaque[:, face]
        latent, rest, least = np.zeros(0, np.float32), residuals, in_sight
        for _ in range(_ROUNDS):
            fits = np.maximum(_seen_share(weight * (self._density(rest, blur, look.light) - look.anything)), least)
            rest, latent = fit_nuisance(residuals, lean, products, weight * fits)
            least = _HINT * in_sight
        ratio = weight * (self._density(rest, blur, look.light) - look.anything)
        return float(_together(ratio).sum() - 0.5 * latent @ latent), _seen_share(ratio)

    def _jacobian(self, face: int) -> tuple[Image, Image]:
        """A face's Jacobian, and its products with itself, cell by cell."""
        lean = jacobian(self._looks[face], self._slopes[face], self._lightings, self._corners)
        return lean, lean @ lean.transpose(0, 2, 1)

    def _density(self, rest: Image, blur: int, light: Image) -> Image:
        """The logarithm of how likely each cell's rest is, up to the constant that all densities here leave out."""
        density = np.empty(len(rest), np.float32)
        for one in np.unique(light):
            mine = light == one
            density[mine] = -0.5 * (((rest[mine] @ self._firmly[blur, one]) ** 2).sum(1) + self._left[blur, one])
        return density

    def _under(self, blurs: slice, look: _Look, faces: Image | slice) -> Image:
        """The evidence for some faces (F), if the view has one of these blurs (B): B x F."""
        rows, anything, light, seen = look
        kept, weight = rows.shape[1], min(_OVERLAP, _INDEPENDENT / len(rows)) * seen
        toward = self._toward[blurs]
        turned = np.empty((len(toward), len(rows), toward.shape[-1]), np.float32)
        for one in np.unique(light):
            turned[:, light == one] = rows[light == one] @ toward[:, one]
        products = self._by_cell[:, faces] @ turned[..., kept:-1].transpose(1, 2, 0)
        mine = (turned[..., :kept] ** 2).sum(2) - 2 * turned[..., -1] + self._spreads[blurs][:, light]
        lengths = self._lengths[blurs, light, np.arange(len(rows))][..., faces]
        distances = mine[..., None] - 2 * products.transpose(2, 0, 1) + lengths
        given = -0.5 * distances - anything[:, None]
        total: Image = _together(weight[:, None] * self._opaque[:, faces] * given).sum(1)
        return total


def _seen_share(ratio: Image) -> Image:
    """The probability that a cell is in sight, not hidden."""
    share: Image = 1 / (1 + np.exp(-np.clip(ratio, -30, 30)))
    return share


def _together(ratio: Image) -> Image:
    """Seen or hidden: a cell that does not fit says little, however badly it fits."""
    evidence: Image = np.log(_SEEN * np.exp(np.clip(ratio, -30, 30)) + 1 - _SEEN)
    return evidence


def in_light(looks: Image, maps: Image, light: Image) -> Image:
    """Plain looks (P x K) brought to each cell's light; ``maps`` lights x (K+1) x K."""
    kept = looks.shape[1]
    expected = np.empty_like(looks)
    for one in np.unique(light):
        mine = light == one
        expected[mine] = looks[mine] @ maps[one, :kept] + maps[one, kept]
    return expected


def _floats(data: bytes, *shape: int) -> Image:
    numbers = np.frombuffer(data, np.float32)
    return numbers.reshape(shape) if shape else numbers
