"""Which face a rectified patch shows, with calibrated probabilities: a quick look at all, a close one at the best.

Asked by the live table (``best_of``) and by single photographs (``odds``, which leaves out what other pieces cover)
alike: of several tries at cutting a piece out the best is chosen, and each group of faces is asked on its own.
"""

from collections.abc import Sequence
from functools import lru_cache, partial
from typing import NamedTuple, Protocol

import numpy as np

from vision.geometry.image import Image
from vision.geometry.photometric import share_without_print
from vision.recognition.calibration import Calibration, Judged, probabilities
from vision.recognition.cell_descriptors import CELL_GRIDS, cell_shares, describe_cells
from vision.recognition.cell_likelihood import CellLikelihood, Glance
from vision.recognition.hog import hog_descriptors
from vision.recognition.kinds import GRIDS, Group, kind_of
from vision.recognition.library import Library
from vision.sighting import FaceProbability

Ranked = tuple[FaceProbability, ...]
"""Best first; what is missing to 1 is the probability that it is none of the enrolled faces."""

_WORTH_SAYING = 0.0001
"""Probability below which a face is not named."""
SUREST = 1 - 1e-10
"""Probability that is never surpassed: odds stay finite."""
_CLOSE_LOOKS = 4
"""Tries that are looked at cell by cell; a discriminant chooses them."""
_BY_BLUR = 0.5
"""What another blur can add at most (evidence a cell; of what does not fit it adds nearly nothing)."""
_NEARLY = 0.25
"""How far behind the best try, at a glance (evidence a cell), one is still looked at closely."""
_OPEN = 0.8
"""A cell of which less lies open is left out."""

_TOLD = 0.25
"""Share of a piece that tells as much as all of it: path-traced cards of which 0.3 was left were read right with 1.0,
one of which 0.15 was left was read wrong with 0.93 (three games under lamps, docs/measurements.md)."""


class Recogniser(Protocol):
    """Names the face on patches that hold one piece each."""

    def recognise(self, patches: Sequence[Image], candidates: Sequence[str]) -> list[Ranked]:
        """For each patch (uint8 BGR, the piece filling it, right way up) the candidates, ranked.

        ``candidates``: the only faces that it may be, of any group; empty: any of the library's.
        """

    def best_of(self, tries: Sequence[Image], candidates: Sequence[str]) -> tuple[int, Ranked]:
        """Of several tries at cutting out one piece: which shows it best, and what it shows."""


class _Asked(NamedTuple):
    """A group that is asked about: the candidates in it, and which of its faces (F bools) they are."""

    group: Group
    names: tuple[str, ...]
    allowed: Image
    likelihood: CellLikelihood
    calibration: Calibration

    def fit(self, glance: Glance) -> float:
        """How well the best candidate fits (log likelihood ratio a cell)."""
        return self.score(glance) / len(glance.look.seen)

    def score(self, glance: Glance) -> float:
        """How well the best candidate fits all that is seen (log likelihood ratio)."""
        return float(glance.scores[self.allowed].max())

    def closely(self, glance: Glance) -> tuple[float, Image]:
        """The fit at a close look, and the candidates' probabilities (F)."""
        scores = self.likelihood.scores(glance, self.allowed)
        count = len(glance.look.seen)
        judged = Judged(scores[None, :], np.array([float(glance.look.seen.sum())]), count)
        fit = float(scores[self.allowed].max()) / count
        return fit, probabilities(judged, self.allowed, self.calibration)[0, self.allowed]


def _asked(library: Library, candidates: Sequence[str]) -> tuple[_Asked, ...]:
    """The groups that candidates belong to; none: any of the library's."""
    wanted = {face for face in candidates or library.faces if face in library.faces}
    split = []
    for group in sorted({kind_of(face).group for face in wanted}):
        faces = library.discriminants[group].faces
        allowed = np.array([face in wanted for face in faces])
        names = tuple(np.array(faces)[allowed].tolist())
        split.append(_Asked(group, names, allowed, library.likelihoods[group], library.calibrations[group]))
    return tuple(split)


class _Seen(NamedTuple):
    """A glance at a patch for one group."""

    asked: _Asked
    glance: Glance


class FirstLook(NamedTuple):
    """A patch and what a glance at it says, group by group: a close one goes on from there (``look_closely``)."""

    patch: Image
    groups: tuple[_Seen, ...]

    @property
    def fit(self) -> float:
        """How well the best candidate fits (log likelihood ratio a cell)."""
        return _fit(self.groups)

    @property
    def fit_of_open(self) -> float:
        """The same a cell that lies open, so that patches of which different parts do can be compared."""
        fits = (one.asked.score(one.glance) / max(float(one.glance.look.seen.sum()), 1.0) for one in self.groups)
        return max(fits, default=-np.inf)


class Odds(NamedTuple):
    """Which of several tries shows a piece best, and each face with how much likelier than none of them it is (odds).

    The likeliest face comes first. What a group of faces says are odds against "none of mine"; as a piece is of one
    group at most, the odds of all groups stand side by side.
    """

    best: int
    faces: tuple[tuple[str, float], ...]

    def ranked(self, usual: float = 1.0) -> Ranked:
        """The faces by their probabilities; ``usual``: the odds that a known piece lies there before anybody looks."""
        whole = 1 + usual * sum(odds for _, odds in self.faces)
        found = (FaceProbability(face, usual * odds / whole) for face, odds in self.faces)
        return tuple(one for one in found if one.probability > _WORTH_SAYING)

    def known(self, usual: float) -> Ranked:
        """As ``ranked``; nothing where even the likeliest face is less likely than none of them."""
        return self.ranked(usual) if self.faces and usual * self.faces[0][1] > 1 else ()


class LibraryRecogniser:
    """A quick look at everything (a discriminant), a close look (cell by cell) where it counts."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._split = lru_cache(maxsize=256)(partial(_asked, library))

    def recognise(self, patches: Sequence[Image], candidates: Sequence[str]) -> list[Ranked]:
        """As ``Recogniser``."""
        return [self.odds([patch], candidates).ranked() for patch in patches]

    def best_of(self, tries: Sequence[Image], candidates: Sequence[str]) -> tuple[int, Ranked]:
        """As ``Recogniser``."""
        odds = self.odds(tries, candidates)
        return odds.best, odds.ranked()

    def odds(self, tries: Sequence[Image], candidates: Sequence[str], free: Image | None = None) -> Odds:
        """As ``best_of``, in odds; a quick look chooses which tries are worth a close one.

        ``free``: rows x columns, 0..1, how much of the piece no other one covers.
        """
        groups = self._split(tuple(candidates))
        promising = list(range(len(tries)))
        if len(tries) > _CLOSE_LOOKS:
            promising = np.argsort(-self._quick_look(tries, groups))[:_CLOSE_LOOKS].tolist()
        found = look_closely([_first_look(tries[k], groups, free) for k in promising])
        return found._replace(best=promising[found.best])

    def glance(self, patch: Image, candidates: Sequence[str], free: Image) -> FirstLook:
        """What a glance at a patch says, by what of it lies open (``free`` as in ``odds``)."""
        return _first_look(patch, self._split(tuple(candidates)), free)

    def _quick_look(self, patches: Sequence[Image], groups: Sequence[_Asked]) -> Image:
        """How promising each patch is: its distance to the nearest candidate, turned round."""
        best: Image = np.full(len(patches), -np.inf)
        for group, _, allowed, *_ in groups:
            distances = self._library.discriminants[group].distances(hog_descriptors(patches, GRIDS[group]))
            best = np.maximum(best, -distances[:, allowed].min(1))
        return best


def look_closely(tries: Sequence[FirstLook]) -> Odds:
    """As ``LibraryRecogniser.odds``, of tries at which somebody has glanced."""
    plain = [one.fit for one in tries]
    seen = {k: _blurred(one.groups) for k, one in enumerate(tries) if plain[k] >= max(plain) - _BY_BLUR}
    first = {k: _fit(glances) for k, glances in seen.items()}
    looked = {k: _looked_at(seen[k]) for k in seen if first[k] >= max(first.values()) - _NEARLY}
    # Where it fits best, not where it is surest: out of place a piece may look surely like its neighbour.
    best = max(looked, key=lambda k: looked[k][0])
    return Odds(best, tempered(looked[best][1], share_without_print(tries[best].patch)))


def _first_look(patch: Image, groups: Sequence[_Asked], free: Image | None) -> FirstLook:
    """What a glance at a patch in the commonest blur says, group by group."""
    cells = {grid: describe_cells(patch, grid) for grid in dict.fromkeys(CELL_GRIDS[one.group] for one in groups)}
    if free is not None:
        # What another piece covers says nothing of this one.
        cells = {grid: one._replace(seen=one.seen * (cell_shares(free, grid) > _OPEN)) for grid, one in cells.items()}
    seen = (_Seen(one, one.likelihood.first(cells[CELL_GRIDS[one.group]])) for one in groups)
    return FirstLook(patch, tuple(seen))


def _blurred(firsts: Sequence[_Seen]) -> list[_Seen]:
    """The same under the blur that suits each face best."""
    return [one._replace(glance=one.asked.likelihood.blurred(one.glance)) for one in firsts]


def _fit(glances: Sequence[_Seen]) -> float:
    """How well the best candidate of any group fits."""
    return max((one.asked.fit(one.glance) for one in glances), default=-np.inf)


def _looked_at(glances: Sequence[_Seen]) -> tuple[float, tuple[tuple[str, float], ...]]:
    """How well the best candidate fits (log likelihood ratio a cell), and all candidates' odds, the best first."""
    fits, odds = [-np.inf], list[tuple[str, float]]()
    for asked, glance in glances:
        fit, shares = asked.closely(glance)
        fits.append(fit)
        none = 1 - min(float(shares.sum()), SUREST)
        odds += [(name, float(share) / none) for name, share in zip(asked.names, shares, strict=True)]
    return max(fits), tuple(sorted(odds, key=lambda pair: -pair[1]))


def tempered(odds: tuple[tuple[str, float], ...], burnt_out: float) -> tuple[tuple[str, float], ...]:
    """The odds of faces, where so much of the piece (0..1) shows no print: nearer to each other, together the same.

    Lightness is lost there, and what is left looks like whatever is pale.
    """
    weight = min(1.0, (1 - burnt_out) / _TOLD)
    whole = sum(one for _, one in odds)
    if weight == 1.0 or not whole:
        return odds
    shares = [(one / whole) ** weight for _, one in odds]
    return tuple((name, whole * share / sum(shares)) for (name, _), share in zip(odds, shares, strict=True))


def certainty(ranked: Ranked) -> float:
    """The probability that it is any of the enrolled faces."""
    return sum(one.probability for one in ranked)
