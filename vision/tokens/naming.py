"""Name a token however it lies: first how it may be turned, then the recogniser on the few turns that fit.

``TokenReader`` is the one to ask. Pieces of any outline can be asked about: a circle within them is enough to
find the turn, then the whole piece is cut out.
"""

from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

import numpy as np

from vision.geometry.image import Image, Points
from vision.recognition.kinds import GRIDS, kind_of
from vision.recognition.library import Library
from vision.recognition.naming import Ranked, Recogniser
from vision.sighting import FaceProbability
from vision.tokens.discs import Disc
from vision.tokens.polar import STAY, Layer, Match, Move, Template, Templates, layer_of, neighbours, upright

_STEPS = (0.04, 0.02)
"""By which a disc is moved and grown to where a face fits best: shares of its radius, found to within 8 %."""
_TURNS_TRIED = 3
"""Turns under which the recogniser is asked: each costs a close look (chosen by hand; the run is not recorded)."""
_CLEAR_LEAD = 0.12
"""A face that fits so much better than the next leaves no other turn worth trying."""
_SHARPNESS, _TRUST = 30.0, 1.0
"""Log odds for a unit of fit (-1..1), and for one of the recogniser's (chosen by hand; the run is not recorded)."""
KNOWN = (-5.72, 1.79, 0.39, 10.36)
"""Logistic that says whether a token is any of the faces; see ``weigh`` for its features. Fitted on progress tokens of
four boxes, a third of each left out in turn, by the procedure of ``python -m benchmarks.fit_tokens``; the script itself
was written after that run (22 November) and has not been run to its end since."""
_FINITE = 1e-7
"""Probability nearer to 0 and 1 than which odds are not believed."""
_USUAL_LEAD = 0.15
"""Lead in fit of a face that has no rival: about the median of tokens that are enrolled (0.19)."""
_WORTH_SAYING = 0.002
"""Probability below which a face is not said."""
_PATCH = 2
"""Times the recogniser's grid at which a token is cut out: it looks at finer cells, too."""
_COMPACT = 0.15
"""Share by which a token may be wider than high and still be all in its disc (chosen by hand; the run is not
recorded)."""
_ALIKE = 0.02
"""Share by which two tokens may differ that are cut to one size: the rim of one is found with the other's."""


class NamedToken(NamedTuple):
    """A token: its disc as found more exactly, its likely faces, its corners (4 x 2, px, from its own top left on)."""

    disc: Disc
    faces: Ranked
    quad: Points


class Hypotheses(NamedTuple):
    """What a disc may be before the recogniser was asked: the matches, best first, and the disc made exact."""

    disc: Disc
    matches: tuple[Match, ...]
    seen: float


class TokenReader:
    """Reads tokens of a library; what is known of them is unrolled once, on first use."""

    def __init__(self, library: Library, recogniser: Recogniser) -> None:
        self._recogniser = recogniser
        self._faces = {name: face for name, face in library.faces.items() if kind_of(name).group == "token"}

    @cached_property
    def templates(self) -> Templates:
        """All of them, unrolled: that takes a moment, and not every table has any."""
        return Templates(self._faces)

    @property
    def faces(self) -> tuple[str, ...]:
        """The faces of the library that are tokens."""
        return tuple(self._faces)

    def has_size(self, radius: float) -> bool:
        """Whether a token about as large is enrolled (mm): such are sought with its faces."""
        return any(abs(one.radius_mm / radius - 1) < _ALIKE for one in self.templates.of.values())

    def is_compact(self, face: str) -> bool:
        """Whether an enrolled token is about as wide as high, so that its disc stands for all of it."""
        width, height = self._faces[face].pixels
        return abs(width / height - 1) < _COMPACT

    def name(
        self, picture: Image, disc: Disc, candidates: Sequence[str] = (), seen: Image | None = None
    ) -> NamedToken | None:
        """What the token in a disc of a picture (uint8 BGR) shows; None where no candidate is a token enrolled.

        ``disc``: to within about 8 % of its radius. ``candidates``: the only faces it may be (none: any token).
        ``seen``: what of the picture counts (float32 0..1, the picture's size).
        """
        wanted = [face for face in candidates or self.faces if face in self._faces]
        if not wanted:
            return None
        return self.name_all(picture, [self.hypotheses(picture, disc, wanted, seen)], wanted)[0]

    def hypotheses(
        self, picture: Image, disc: Disc, candidates: Sequence[str], seen: Image | None = None
    ) -> Hypotheses:
        """How well each of these enrolled tokens fits a disc, which is moved a little to where one fits best."""
        layer = layer_of(picture, disc, seen)
        return self.settled(layer, disc, candidates, STAY, _STEPS)

    def settled(
        self, layer: Layer, disc: Disc, candidates: Sequence[str], move: Move, steps: Sequence[float]
    ) -> Hypotheses:
        """A disc's layer after a move, moved and grown on to where a candidate fits best, by ever finer ``steps``."""
        matches: list[Match] = []
        for step in steps:
            move, matches = self.templates.match(layer, candidates, neighbours(move, step))
        dx, dy, grown = move
        shift = disc.frame() @ np.array([dx, dy])
        exact = disc.grown(grown)._replace(x=disc.x + float(shift[0]), y=disc.y + float(shift[1]))
        return Hypotheses(exact, tuple(matches), float(layer.weight.mean()))

    def name_all(self, picture: Image, found: Sequence[Hypotheses], candidates: Sequence[str]) -> list[NamedToken]:
        """Ask the recogniser about each, cut out under its likeliest turns."""
        return [self._decided(one, self.recognised(picture, one, candidates)) for one in found]

    def recognised(self, picture: Image, found: Hypotheses, candidates: Sequence[str]) -> Ranked:
        """What the recogniser says of the piece, cut out under its likeliest turns."""
        patches = [self._cut(picture, found.disc, match) for match in worth_trying(found.matches)]
        return self._recogniser.best_of(patches, tuple(candidates))[1]

    def _decided(self, found: Hypotheses, recognised: Ranked) -> NamedToken:
        faces = weighed(found.matches, recognised)
        best = faces[0].face if faces else found.matches[0].face
        match = next(match for match in found.matches if match.face == best)
        return NamedToken(found.disc, faces, self.quad(found.disc, match))

    def _cut(self, picture: Image, disc: Disc, match: Match) -> Image:
        """The whole piece upright as it was enrolled, its margins too."""
        width, height = (_PATCH * side for side in GRIDS["token"])
        return _onto_patch(picture, self.quad(disc, match), width, height)

    def quad(self, disc: Disc, match: Match) -> Points:
        """The corners (4 x 2, px, clockwise) of the enrolled picture when its disc lies on this one, turned so."""
        template: Template = self.templates.of[match.face]
        width, height = self._faces[match.face].pixels
        corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float64) - 0.5
        unit = np.linalg.solve(template.disc.frame(), (corners - (template.disc.x, template.disc.y)).T)
        angle = np.deg2rad(match.turn)
        turned = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]]) @ unit
        return np.asarray((disc.frame() @ turned).T + np.array([disc.x, disc.y]))


class Weighed(NamedTuple):
    """Each face's fit, its share if it is any face, and the features that tell whether it is (see ``KNOWN``)."""

    fits: Image
    shares: Image
    features: tuple[float, ...]


def weigh(matches: Sequence[Match], recognised: Ranked) -> Weighed:
    """The recogniser's answer and the fit of the unrolled rings together.

    Features: 1, the best face's fit, the recogniser's log odds for it, its lead in fit over the next.
    """
    said = {one.face: one.probability for one in recognised}
    fits = np.array([match.score for match in matches])
    voice = np.array([said.get(match.face, 0.0) for match in matches])
    evidence = _SHARPNESS * (fits - fits.max()) + _TRUST * np.log(voice + 1e-3)
    shares = np.exp(evidence - evidence.max())
    shares /= shares.sum()
    best = int(shares.argmax())
    rivals = np.delete(fits, best)
    lead = float(fits[best] - rivals.max()) if len(rivals) else _USUAL_LEAD
    sure = float(np.clip(voice[best], _FINITE, 1 - _FINITE))
    return Weighed(fits, shares, (1.0, float(fits[best]), float(np.log(sure / (1 - sure))), lead))


def weighed(matches: Sequence[Match], recognised: Ranked) -> Ranked:
    """Both as one answer; what is missing to 1: none of the faces."""
    _, shares, features = weigh(matches, recognised)
    known = 1 / (1 + float(np.exp(-np.dot(KNOWN, features))))
    found = [
        FaceProbability(match.face, float(share * known))
        for match, share in zip(matches, shares, strict=True)
        if share * known > _WORTH_SAYING
    ]
    return tuple(sorted(found, key=lambda one: -one.probability))


def worth_trying(matches: Sequence[Match]) -> list[Match]:
    """Turns under which one of the best faces fits, each turn once."""
    kept: list[Match] = []
    for match in matches:
        clear = kept and kept[0].score - match.score > _CLEAR_LEAD
        if clear or len(kept) == _TURNS_TRIED:
            break
        if all(abs((match.turn - other.turn + 180) % 360 - 180) > 4 for other in kept):
            kept.append(match)
    return kept


def _onto_patch(picture: Image, quad: Points, width: int, height: int) -> Image:
    """A parallelogram of a picture as an upright patch."""
    x, y = quad.mean(0)
    frame = np.stack([(quad[1] - quad[0]) / 2, (quad[3] - quad[0]) / 2], axis=1)
    side = max(width, height)
    return upright(picture, float(x), float(y), frame, side)
