"""What happened: hypotheses (up to three moves) weighed by how well they explain what is seen.

Generic over the game: for each hypothesis the rules say what should lie where, and each zone says how
well it looks so. What follows by rule (tokens, discards, the Cat) may lag behind at little cost; a move
needs evidence.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from companion.games.vocabulary import AnyMove, AnyState, Shown
from companion.referee.games import Rules
from companion.referee.inference.baseline import Expected, split
from companion.referee.inference.candidates import Candidates
from companion.referee.inference.likelihood import EXTRA, Scales, source_belief, untrusted
from companion.referee.inference.observations import Observations, expectations, on_the_way

_LEGAL, _IRREGULAR, _UNKNOWN = -1.0, -6.0, -12.0
"""Log-priors: of each legal move, of each mistake, of something that is neither. Chosen by hand, as all here."""
_ON_THE_WAY = -0.1
"""What it costs (log) that what follows from a move by rule has not been done yet: hardly anything."""
_BEAM, _DEPTH = 5, 3
"""So many hypotheses are continued, by so many moves at most: more are not made between two looks."""
_SATISFIED = -1.5
"""A hypothesis that fits as well as this (log) leaves nothing to be explained by further moves."""
_CLEAR, _CLEAR_BY_WORD, _PUSHED = -2.5, -6.0, -3.0
"""From these log-likelihoods on a zone looks as it should: as seen, after a person's word, a stack that was pushed."""


class Hypothesis(NamedTuple):
    """Moves that may have been made: their prior and how well they fit, and the state after them."""

    moves: tuple[AnyMove, ...]
    prior: float
    fits: float
    after: AnyState
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

    def first_moves(self, sure_from: float) -> tuple[tuple[AnyMove, ...], float]:
        """The longest beginning of moves that is sure, and how sure: ``((), 0)`` if none is."""
        sure: tuple[AnyMove, ...] = ()
        certainty = 0.0
        for length in range(1, _DEPTH + 1):
            mass: dict[tuple[AnyMove, ...], float] = {}
            for hypothesis, posterior in self.ranked:
                if len(hypothesis.moves) >= length and hypothesis.moves[: length - 1] == sure:
                    start = hypothesis.moves[:length]
                    mass[start] = mass.get(start, 0.0) + posterior
            start, posterior = max(mass.items(), key=lambda item: item[1], default=((), 0.0))
            if posterior < sure_from:
                break
            sure, certainty = start, posterior
        return sure, certainty


def infer(rules: Rules, state: AnyState, observed: Observations) -> Belief:
    """Weigh what may have happened since ``state`` by what is seen; nothing changed: nothing happened."""
    changed = observed.changed()
    return _Search(rules, state, observed, changed).run() if changed else Belief((), 0.0, changed)


def explained(
    rules: Rules,
    before: AnyState,
    moves: Sequence[AnyMove],
    after: AnyState,
    observed: Observations,
    *,
    by_word: bool = False,
) -> frozenset[str]:
    """The zones that look as they should after these moves, so that they are the baseline for what comes next.

    Also those where only what follows by rule has not been done yet, and a pile that was only pushed; not
    one that shows another card for no reason. ``by_word``: a person said so, so that looks matter less.
    """
    trusted = not untrusted(observed)
    scales = Scales(rules, after, observed, trusted=trusted)
    on_way: Mapping[str, Expected] = {}
    if moves:
        start = expectations(rules.tableau(before))
        on_way = {zone: should for move in moves for zone, should in on_the_way(rules.shows(move), start).items()}
    changed = observed.changed()
    found = set()
    for zone, should in expectations(rules.tableau(after)).items():
        baseline = observed.baseline.get(zone)
        same = baseline is not None and baseline.expected == should
        if isinstance(should, int) and not same and zone not in changed:
            # Its top will still change: what is on the way must not be taken for something new.
            continue
        pushed = isinstance(should, int) and same
        least = _PUSHED if pushed else _CLEAR
        if by_word and zone in changed and not pushed:
            # What nobody can name was there when the person spoke: it is not asked about again and again.
            least = _CLEAR_BY_WORD + EXTRA * _nameless(observed, zone)
        if max(scales.weigh(zone, should), scales.weigh(zone, on_way.get(zone, should))) >= least:
            found.add(zone)
    return frozenset(found)


def _nameless(observed: Observations, zone: str) -> int:
    """How many pieces have come to a zone that have no name."""
    _, new = split(observed.seen[zone], observed.baseline.get(zone))
    return sum(not piece.faces for piece in new)


class _Search:
    """One inference: a beam over sequences of moves."""

    def __init__(self, rules: Rules, state: AnyState, observed: Observations, changed: frozenset[str]) -> None:
        self._rules, self._state, self._changed, self._baseline = rules, state, changed, observed.baseline
        self._now = expectations(rules.tableau(state))
        trusted = not untrusted(observed)
        self._scales = Scales(rules, state, observed, trusted=trusted)
        self._candidates = Candidates(rules.places(state), observed, changed)

    def run(self) -> Belief:
        nothing = self._hypothesis((), 0.0, self._state)
        found: dict[frozenset[AnyMove], Hypothesis] = {frozenset(): nothing}
        beam: Sequence[Hypothesis] = (nothing,)
        for _ in range(_DEPTH):
            longer = [h for start in beam for h in self._after(start, self._rules.legal(start.after), _LEGAL)]
            _keep_best(found, longer)
            if max(h.fits for h in found.values()) >= _SATISFIED:
                break
            if beam[0] is nothing:
                # A mistake is looked for only where no legal move explains what is seen.
                odd = self._rules.irregular(self._state)
                longer += self._after(nothing, odd, _IRREGULAR)
                _keep_best(found, longer)
            # What explains nothing more than "nothing happened" is no beginning of a longer story.
            telling = [h for h in longer if h.fits > nothing.fits + 1.0]
            beam = sorted(telling, key=lambda h: h.weight, reverse=True)[:_BEAM]
            if not beam:
                break
        return self._belief(found.values())

    def _after(self, start: Hypothesis, moves: Iterable[AnyMove], prior: float) -> list[Hypothesis]:
        found = []
        for move in moves:
            if self._candidates.allows(self._rules.shows(move)):
                after = self._rules.apply(start.after, move, strict=False)
                hypothesis = self._hypothesis((*start.moves, move), start.prior + prior, after, start)
                # What changes nothing on the table cannot be seen to have happened.
                if hypothesis.expected != start.expected:
                    found.append(hypothesis)
        return found

    def _hypothesis(
        self, moves: tuple[AnyMove, ...], prior: float, after: AnyState, start: Hypothesis | None = None
    ) -> Hypothesis:
        expected = expectations(self._rules.tableau(after)) if moves else self._now
        on_way = on_the_way(self._rules.shows(moves[-1]), start.expected) if start is not None else {}
        fits = 0.0
        for zone, should in expected.items():
            if zone in self._changed or should != self._now.get(zone):
                weight = self._scales.weigh(zone, should)
                other = on_way.get(zone, should)
                if other != should:
                    weight = max(weight, self._scales.weigh(zone, other) + _ON_THE_WAY)
                fits += weight
        if start is not None:
            prior += self._source_prior(self._rules.shows(moves[-1]), start.expected, expected)
        return Hypothesis(moves, prior, fits, after, expected)

    def _source_prior(self, shown: Shown, before: Mapping[str, Expected], after: Mapping[str, Expected]) -> float:
        """How likely the card was on the pile that it is said to come from."""
        for zone, should in after.items():
            was = before.get(zone)
            if isinstance(should, int) and isinstance(was, int) and should < was:
                baseline = self._baseline.get(zone)
                fresh = baseline is not None and baseline.expected == was and shown.from_top
                return source_belief(self._rules, baseline, shown.face, fresh=fresh)
        return 0.0

    def _belief(self, found: Iterable[Hypothesis]) -> Belief:
        ranked = sorted(found, key=lambda h: h.weight, reverse=True)
        top = max(ranked[0].weight, _UNKNOWN)
        shares = [math.exp(h.weight - top) for h in ranked]
        unknown = math.exp(_UNKNOWN - top)
        total = sum(shares) + unknown
        pairs = zip(ranked, shares, strict=True)
        return Belief(tuple((h, share / total) for h, share in pairs), unknown / total, self._changed)


def _keep_best(found: dict[frozenset[AnyMove], Hypothesis], more: Iterable[Hypothesis]) -> None:
    """Of the same moves in different orders the best is kept."""
    for hypothesis in more:
        key = frozenset(hypothesis.moves)
        if key not in found or found[key].weight < hypothesis.weight:
            found[key] = hypothesis
