"""By how much another reading of what was played explains better what is seen."""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from copy import copy
from typing import NamedTuple

import msgspec

from companion.games.tables import Played
from companion.games.vocabulary import AnyState
from companion.games.watched import Rules
from companion.referee.inference.baseline import Baseline, Expected, looks_right, split
from companion.referee.inference.expected import expectations, heaps
from companion.referee.inference.gone import misses_one
from companion.referee.inference.likelihood import Scales
from companion.referee.inference.named import is_surely_named
from companion.referee.inference.observations import COUNTED_OUT, Observations
from companion.referee.inference.search import infer
from vision.sighting import Sighting

MISREAD = -3.0
"""The log-prior of a move having been misread, once the table contradicts it."""
BETTER = 1.5
"""By so much (log) a place must look better for another reading to be its word for it."""
_GONE = -3.0
"""What it costs (log) besides that a piece which nobody has read has gone for no reason: as much as of any other."""


class Gain(NamedTuple):
    """By how much (log-odds) another state explains better what is seen, whatever has happened since.

    ``looks``: by how much the places do, by themselves, where something else lies by it.
    """

    all: float
    looks: float = 0.0


_NO_GAIN = Gain(-math.inf)


class Weighing:
    """By how much other states explain better what is seen than the one ``now``."""

    def __init__(self, rules: Rules, now: AnyState, observed: Observations, yet_to_follow: AbstractSet[str]) -> None:
        self._rules, self._now, self._observed, self._yet_to_follow = rules, now, observed, yet_to_follow
        self._recorded = dict[tuple[bool, str, tuple[str, ...]], float]()

    def gain(self, other: AnyState, *, hidden: bool = False, told: bool = False, gone: str = "") -> Gain:
        """By how much the other state explains better what is seen.

        ``hidden``: as it was recorded there was nothing to be seen of a move; ``told``: something else says so, too;
        ``gone``: the place from which what the move laid has gone, so that its looks tell nothing.
        """
        rules, now, observed = self._rules, self._now, self._observed
        as_it_is, as_read = expectations(rules.tableau(now)), expectations(rules.tableau(other))
        otherwise = [
            zone
            for zone, should in as_read.items()
            if not isinstance(should, int) and should != as_it_is.get(zone) and zone in observed.seen
        ]
        if not otherwise:
            return Gain(self._gain_of_stacks(other))
        differing = [zone for zone in _telling(rules, now, observed, otherwise) if zone not in self._yet_to_follow]
        if not differing:
            return _NO_GAIN
        # That it lay there before, and does no more, is what tells.
        anew = _seen_anew(observed, [zone for zone in differing if zone != gone])
        plain = Scales(rules, other, _believed(anew), trusted=True)
        vouched = hidden and all(_has_surely_come(observed, zone, as_read[zone]) for zone in differing)
        vouched = vouched or told or _vouched(plain, observed, differing, as_it_is, as_read)
        believed = bool(observed.disbelieved) and vouched
        if believed:
            # What nothing explained is right after all.
            anew = _believed(anew)
        # Searching for what has happened since is long: only where looks alone speak for it.
        looks = (anew, _without_newcomers(anew, observed.baseline, differing))
        scales = [Scales(rules, other, seen, trusted=True) for seen in looks]
        by_looks = max(_looks(one, differing, as_read) - _looks(one, differing, as_it_is) for one in scales)
        if by_looks < -MISREAD and not gone:
            return _NO_GAIN
        recorded = self._as_recorded(anew, differing, believed=believed, gone=gone)
        return Gain(how_well(rules, other, _not_gone(rules, now, other, anew)) - recorded, by_looks)

    def _gain_of_stacks(self, other: AnyState) -> float:
        """The same where nothing differs but how many pieces stacks hold."""
        rules, now, observed = self._rules, self._now, self._observed
        stacks, as_read = rules.tableau(now).piles, rules.tableau(other).piles
        stayed = _not_gone(rules, now, other, observed)
        read, told = Scales(rules, other, stayed, trusted=True), Scales(rules, now, observed, trusted=True)
        differing = [zone for zone, height in as_read.items() if height != stacks.get(zone)]
        if _looks(read, differing, as_read) - _looks(told, differing, stacks) < -MISREAD:
            return -math.inf
        return how_well(rules, other, stayed) - self._as_recorded(observed, (), believed=False)

    def _as_recorded(self, observed: Observations, anew: Sequence[str], *, believed: bool, gone: str = "") -> float:
        """How well what is seen is explained as it was recorded: thought of once for these zones seen ``anew``.

        ``gone``: a piece that lay there has gone, which a look at the zone anew does not tell.
        """
        key = believed, gone, tuple(anew)
        if key not in self._recorded:
            ranked = infer(self._rules, self._now, observed).ranked
            weights = (h.weight + _GONE * misses_one(observed, gone, h.expected) for h, _ in ranked)
            self._recorded[key] = max(weights, default=0.0)
        return self._recorded[key]


def _telling(rules: Rules, now: AnyState, observed: Observations, zones: Sequence[str]) -> Iterator[str]:
    """Those of the zones whose word counts.

    Coins that are doubted, or still being counted out, tell nothing; nor does a place to which something must have come
    and nothing has, or where what was spent still lies: what lies there lay there before.
    """
    coins, expected = heaps(rules.places(now)), expectations(rules.tableau(now))
    for zone in zones:
        baseline = observed.baseline.get(zone)
        unsure = zone in coins and (zone in observed.disbelieved or observed.age((zone,)) < COUNTED_OUT)
        came = (
            baseline is None or baseline.expected == expected.get(zone) or bool(split(observed.seen[zone], baseline)[1])
        )
        if came and not unsure and not observed.is_old(zone):
            yield zone


def yet_to_follow(rules: Rules, last: Played, observed: Observations) -> frozenset[str]:
    """Where something follows by rule from the last move, and nobody has seen to it yet: it lies as it did before.

    That it looks as it should after that move says nothing of an earlier one.
    """
    then, now = (expectations(rules.tableau(state)) for state in (last.before, last.after))
    otherwise = {zone for zone, should in now.items() if then.get(zone) != should}
    following = {place.name for place in rules.places(last.after) if place.role in {"follows", "track"}} & otherwise
    made = max((observed.looked.get(zone, 0.0) for zone in otherwise - following), default=0.0)
    return frozenset(zone for zone in following if observed.looked.get(zone, 0.0) < made)


def _not_gone(rules: Rules, now: AnyState, other: AnyState, observed: Observations) -> Observations:
    """The same, where a piece came from another stack than was thought.

    What was seen when it was thought to have gone was then its stack as it is: nothing is explained by that any more.
    """
    found, stacks = copy(observed), rules.tableau(now).piles
    found.baseline = dict(observed.baseline)
    for zone, height in rules.tableau(other).piles.items():
        baseline = found.baseline.get(zone)
        if baseline is not None and height > stacks.get(zone, height) == baseline.expected:
            found.baseline[zone] = baseline._replace(expected=height)
    return found


def how_well(rules: Rules, state: AnyState, observed: Observations) -> float:
    """How well this state and the likeliest moves since explain what is seen (log)."""
    ranked = infer(rules, state, observed).ranked
    return ranked[0][0].weight if ranked else 0.0


def _looks(scales: Scales, zones: Sequence[str], expected: Mapping[str, Expected]) -> float:
    """How well these look as they should; where nothing is said of one (the structure of another age), any way."""
    return sum(scales.weigh(zone, expected[zone]) for zone in zones if zone in expected)


def _vouched(
    plain: Scales,
    observed: Observations,
    differing: Sequence[str],
    as_it_is: Mapping[str, Expected],
    as_read: Mapping[str, Expected],
) -> bool:
    """Whether another reading may be believed: the same pieces are only seen better, or two places say the same."""
    if all(_same_pieces(observed.seen[zone], observed.baseline.get(zone)) for zone in differing):
        return True
    gains = (plain.weigh(zone, as_read[zone]) - plain.weigh(zone, as_it_is.get(zone, ())) for zone in differing)
    return sum(gain > BETTER for gain in gains) > 1


def _has_surely_come(observed: Observations, zone: str, should: Expected) -> bool:
    """Whether something that is surely named has come to a place, and all that lies there looks as it should."""
    seen = observed.seen[zone]
    _, new = split(seen, observed.baseline.get(zone))
    return bool(new) and all(map(is_surely_named, new)) and looks_right(seen, should)


def _without_newcomers(observed: Observations, baseline: Mapping[str, Baseline], zones: Iterable[str]) -> Observations:
    """The same without what has come to these zones since they were last explained, where nothing has gone."""
    found = copy(observed)
    for zone in zones:
        seen = observed.seen[zone]
        if zone in baseline and _same_pieces(seen, baseline[zone]):
            then = tracks(baseline[zone].seen)
            stayed = tuple(piece for piece in seen.pieces if piece.track in then)
            found.seen = {**found.seen, zone: msgspec.structs.replace(seen, pieces=stayed)}
    return found


def _same_pieces(seen: Sighting, baseline: Baseline | None) -> bool:
    """Whether those pieces lie there that did when it was last explained; a place of another age never was.

    What has come besides makes none of them another one.
    """
    if baseline is None:
        return False
    there, then = tracks(seen), tracks(baseline.seen)
    return there == then or (bool(then) and then < there)


def tracks(seen: Sighting) -> set[int]:
    """Which pieces are seen there."""
    return {piece.track for piece in seen.pieces}


def _believed(observed: Observations) -> Observations:
    """The same, but with every place believed."""
    found = copy(observed)
    found.doubtful, found.aside = {}, set()
    return found


def _seen_anew(observed: Observations, zones: Sequence[str]) -> Observations:
    """The same, but with these zones read by their looks alone: which piece was taken for which is forgotten."""
    found = copy(observed)
    found.baseline = dict(observed.baseline)
    for zone in zones:
        seen = observed.seen[zone]
        found.baseline[zone] = Baseline(Sighting(zone, seen.frame, seen.exposed, (), seen.unenrolled), ())
    return found
