"""What happened: hypotheses (up to three moves) weighed by how well they explain what is seen.

Generic over the game: for each hypothesis the rules say what should lie where, and each zone says how
well it looks so. What follows by rule (tokens, discards, the Cat) may lag behind at little cost; a move
needs evidence.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from companion.referee.games import Rules, faces_named
from companion.referee.sight import Expected, Ground, Sight, expectations, manners
from companion.referee.weigh import Scales, source_belief, untrusted
from vision.sighting import Sighting

_LEGAL, _IRREGULAR, _UNKNOWN = -1.0, -6.0, -12.0
_FAINT = 0.003
_BEAM, _DEPTH = 5, 3
_SATISFIED = -1.5
_CLEAR, _PUSHED = -0.5, -3.0


class Hypothesis(NamedTuple):
    """Moves that may have been made: their prior and how well they fit, and the state after them."""

    moves: tuple[Any, ...]
    prior: float
    fits: float
    after: Any
    expected: Mapping[str, Expected]

    @property
    def weight(self) -> float:
        """Unnormalised log-posterior."""
        return self.prior + self.fits


class Belief(NamedTuple):
    """What the referee thinks happened since the state: ranked hypotheses with posteriors.

    ``unknown`` is the posterior of "something else"; ``changed``: the zones that look different.
    """

    ranked: tuple[tuple[Hypothesis, float], ...]
    unknown: float
    changed: frozenset[str]

    def first_moves(self) -> tuple[tuple[Any, ...], float]:
        """The longest beginning of moves that is sure, and how sure: ``((), p)`` if none is."""
        sure: tuple[Any, ...] = ()
        certainty = 0.0
        for length in range(1, _DEPTH + 1):
            mass: dict[tuple[Any, ...], float] = {}
            for hypothesis, posterior in self.ranked:
                if len(hypothesis.moves) >= length and hypothesis.moves[: length - 1] == sure:
                    start = hypothesis.moves[:length]
                    mass[start] = mass.get(start, 0.0) + posterior
            start, posterior = max(mass.items(), key=lambda item: item[1], default=((), 0.0))
            if posterior < SURE:
                break
            sure, certainty = start, posterior
        return sure, certainty


SURE = 0.99
"""From this posterior on the referee does not ask."""


def infer(rules: Rules, state: Any, sight: Sight) -> Belief:
    """Weigh what may have happened since ``state`` by what is seen; nothing changed: nothing happened."""
    changed = sight.changed()
    return _Search(rules, state, sight, changed).run() if changed else Belief((), 0.0, changed)


def explained(rules: Rules, state: Any, sight: Sight) -> frozenset[str]:
    """The zones that look as they should in this state, so that they are the ground for what comes next.

    A pile that was only pushed is among them; one that shows another card for no reason is not.
    """
    tableau = rules.tableau(state)
    trusted = not untrusted(sight.seen, sight.ground)
    scales = Scales(sight.seen, sight.ground, manners(rules.places(state), tableau), trusted=trusted)
    found = set()
    for zone, should in expectations(tableau).items():
        ground = sight.ground.get(zone)
        pushed = isinstance(should, int) and ground is not None and ground.expected == should
        if scales.weigh(zone, should) >= (_PUSHED if pushed else _CLEAR):
            found.add(zone)
    return frozenset(found)


class _Search:
    """One inference: a beam over sequences of moves."""

    def __init__(self, rules: Rules, state: Any, sight: Sight, changed: frozenset[str]) -> None:
        tableau = rules.tableau(state)
        self._rules, self._state, self._changed, self._ground = rules, state, changed, sight.ground
        self._now = expectations(tableau)
        trusted = not untrusted(sight.seen, sight.ground)
        self._scales = Scales(sight.seen, sight.ground, manners(rules.places(state), tableau), trusted=trusted)
        self._in_sight, self._anything = _brought_to_light(sight.seen, sight.ground, changed)

    def run(self) -> Belief:
        found = {frozenset[Any](): self._hypothesis((), 0.0, self._state)}
        beam: Sequence[Hypothesis] = tuple(found.values())
        for _ in range(_DEPTH):
            longer = self._longer(beam)
            for hypothesis in longer:
                key = frozenset(hypothesis.moves)
                if key not in found or found[key].weight < hypothesis.weight:
                    found[key] = hypothesis
            beam = sorted(longer, key=lambda h: h.weight, reverse=True)[:_BEAM]
            if max(h.fits for h in found.values()) >= _SATISFIED:
                break
        return self._belief(found.values())

    def _longer(self, beam: Iterable[Hypothesis]) -> list[Hypothesis]:
        longer = []
        for start in beam:
            legal = self._rules.legal(start.after)
            moves = [(move, _LEGAL) for move in legal if self._plausible(move)]
            # A mistake is looked for where a turn begins to be explained, not at the end of a long story.
            if not start.moves:
                known = set(legal)
                irregular = self._rules.irregular(start.after)
                moves += [(m, _IRREGULAR) for m in irregular if m not in known and self._plausible(m)]
            for move, prior in moves:
                after = self._rules.apply(start.after, move, strict=False)
                if after != start.after:
                    longer.append(self._hypothesis((*start.moves, move), start.prior + prior, after, start))
        return longer

    def _plausible(self, move: Any) -> bool:
        """Whether anything seen speaks for this move at all: keeps the number of hypotheses small."""
        faces = faces_named(self._rules.NAME, move)
        seat = getattr(move, "seat", None)
        if not faces:
            return False
        if getattr(move, "stage", None) is not None:
            return any(zone.startswith(f"seat/{seat}/") for zone in self._changed)
        return self._anything or any(face in self._in_sight for face in faces)

    def _hypothesis(
        self, moves: tuple[Any, ...], prior: float, after: Any, start: Hypothesis | None = None
    ) -> Hypothesis:
        expected = expectations(self._rules.tableau(after)) if moves else self._now
        fits = 0.0
        for zone, should in expected.items():
            if zone in self._changed or should != self._now.get(zone):
                fits += self._scales.weigh(zone, should)
        if start is not None:
            prior += self._source_prior(moves[-1], start.expected, expected)
        return Hypothesis(moves, prior, fits, after, expected)

    def _source_prior(self, move: Any, before: Mapping[str, Expected], after: Mapping[str, Expected]) -> float:
        """How likely the card was on the pile that it is said to come from."""
        face = faces_named(self._rules.NAME, move)[0]
        for zone, should in after.items():
            was = before.get(zone)
            if isinstance(should, int) and isinstance(was, int) and should < was:
                ground = self._ground.get(zone)
                fresh = ground is not None and ground.expected == was
                return source_belief(ground, face, fresh=fresh)
        return 0.0

    def _belief(self, found: Iterable[Hypothesis]) -> Belief:
        ranked = sorted(found, key=lambda h: h.weight, reverse=True)
        top = max(ranked[0].weight, _UNKNOWN)
        shares = [math.exp(h.weight - top) for h in ranked]
        unknown = math.exp(_UNKNOWN - top)
        total = sum(shares) + unknown
        pairs = zip(ranked, shares, strict=True)
        return Belief(tuple((h, share / total) for h, share in pairs), unknown / total, self._changed)


def _brought_to_light(
    seen: Mapping[str, Sighting], ground: Mapping[str, Ground], changed: Iterable[str]
) -> tuple[frozenset[str], bool]:
    """The faces that can have moved: on pieces just come, and on tops just gone; whether any piece is unread."""
    faces: set[str] = set()
    anything = False
    for zone in changed:
        now, then = seen[zone].pieces, ground[zone].seen.pieces
        old, left = {piece.track for piece in then}, {piece.track for piece in now}
        come = [piece for piece in now if piece.track not in old]
        gone = [piece for piece in then if piece.track not in left] if isinstance(ground[zone].expected, int) else []
        anything |= any(not piece.faces for piece in come) and not isinstance(ground[zone].expected, int)
        for piece in (*come, *gone):
            faces.update(face.face for face in piece.faces if face.probability >= _FAINT)
    return frozenset(faces), anything
