"""How well a zone looks the way it should: log-likelihoods of what is seen, given what a hypothesis expects.

All numbers are natural logarithms, chosen by hand: about -7 is "hardly ever", -0.3 is "often".
"""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet

from companion.games.mats import Role
from companion.games.vocabulary import COVERS, AnyState, number_told
from companion.games.watched import Rules
from companion.referee.inference.assignment import pairing
from companion.referee.inference.baseline import (
    ANY,
    Baseline,
    Expected,
    forgotten,
    has_come_beside,
    hides_top,
    looks_right,
    readings,
    split,
    without_a_name,
)
from companion.referee.inference.costs import COSTS, LAST_GONE, NOT_RECEIVED, PAID, UNTAKEN, Costs
from companion.referee.inference.counted import is_told, number_seen, on_its_way, on_no_heap
from companion.referee.inference.expected import expectations, taken_from
from companion.referee.inference.flicker import out_of_sight
from companion.referee.inference.guessed import may_be_instead
from companion.referee.inference.named import best, is_surely_named
from companion.referee.inference.observations import COUNTED_OUT, ONE_AFTER_ANOTHER, Observations
from vision.sighting import SeenPiece, Sighting

_MOVED: frozenset[Role] = frozenset({"laid", "printed"})
"""The roles of places in which a move's own piece comes to lie."""
_BEING_PAID = -1.6
"""What is paid of coins that were moved a moment ago is not all of it: most payments are two or three coins, laid one
after another, so that one change of a heap in five is not its last (by hand). A coin too many tells as ever."""
_ASIDE = -2.0
"""A place that is set aside speaks no more strongly than this (log) against anything."""
_ALL_RIGHT = 6.0
"""What has come anew to a place that cannot be believed looks like what may lie there now, as does all else there: if
the place were still misread it would look so by chance, of some twenty faces for each of two pieces (by hand)."""
_DISBELIEVED = -3.0
"""In a place that nothing explains no piece's looks speak more strongly than this (log) against a face; of a stack
nothing does."""
_WORST = -40.0
"""What is worse than this is no worse: it only leads the search."""
EXTRA, NAMELESS, _OUT_OF_PLACE = -9.5, -5.0, -6.0
"""A piece that should not lie there has come; something without a name has (a cup, a phone: once in a hundred moves; or
whose name is not believed), or what sticks out from under a board; one that lies there does not belong there."""
_STILL_ABSENT, _BACK_AGAIN = -0.3, -2.0
"""A face that was not seen before either is still not seen; it has come back."""
_ANY_MISSING, _ANY_GONE, _ANY_READ, _ANY_UNREAD = -0.5, -2.0, -6.0, -0.2
"""Of a piece whose face nobody knows: it is not seen, and was before; it shows a face after all; it shows none."""
_LAID_ANEW = -4.0
"""A piece has gone, one that looks like nothing has come, and yet it is the same: one track in fifty is lost."""
_ONE_OF_TWO, _BESIDE_GONE = -0.7, -5.0
"""Of two pieces without a name on spots of which only one should lie there, the other one was it; what should not lie
there has gone, and was none."""
_BACK_STAYED, _BACK_COVERED = -1.9, -0.7
"""The top is the same back although one was taken (all are alike), or laid on it."""
_TOP_MOVED, _TOP_REPLACED, _BACK_MOVED, _TOP_HIDDEN = -3.0, -7.0, -3.0, -3.0
"""Nothing was taken or laid, but the top is another piece: with the same face (or any, of a stack that is shuffled),
another face, a back; none is seen."""
_STRANGE_TOP = -3.0
"""What has come where nothing was seen to lie has no name, though every piece that may lie there is enrolled: of twenty
one (by hand)."""
_INEXPLICABLE, _HARDLY = -3.5, 0.1
"""What looks as badly as this (log), or as badly as its place can look, is not explained."""


class Scales:
    """Weighs the zones of one table as they look now; every (zone, expectation) is weighed once.

    ``trusted``: pile tracks can be trusted (not, when vision has just started anew and all have changed). ``plain``:
    where moves lay their pieces, nothing is believed and all rests: it tells nothing, or by its looks alone what lies
    there. ``taken_from``: the places in the middle from which moves take what was laid out.
    """

    def __init__(self, rules: Rules, state: AnyState, observed: Observations, *, trusted: bool) -> None:
        self._is_back, self._trusted = rules.is_back, trusted
        self._seen, self._baseline = observed.seen, observed.baseline
        paid = observed.age(observed.changed()) >= COUNTED_OUT
        costs, places = PAID if paid else COSTS, rules.places(state)
        roles: dict[str, Role] = {place.name: place.role for place in places}
        # Whoever took up a card so long ago has been paid for what was done with it, or it is forgotten.
        alone = observed.lifted.alone(observed.exposed - COUNTED_OUT)
        played = {place.seat for place in places if place.name in alone}
        self._costs = {one.name: (PAID if one.seat in played else costs)[one.role] for one in places}
        self._heaps = tallies = frozenset(place.name for place in places if place.role == "heap" and place.tally)
        self.taken_from = taken_from(places)
        self._strips = {place.name for place in places if place.under and place.tally}
        self._moved = {heap for heap in tallies & self._seen.keys() if observed.age((heap,)) < ONE_AFTER_ANOTHER}
        doubted = observed.blind
        told = _told_by_another(observed, doubted, expectations(rules.tableau(state))) if doubted else frozenset[str]()
        aside = observed.aside.union(out_of_sight(observed.seen, observed.baseline))
        self._aside, self._doubted = aside & doubted - told, doubted - told
        self.plain = frozenset(zone for zone in observed.resting & self._aside if roles.get(zone, "laid") in _MOVED)
        rested = observed.age(tallies & observed.changed()) >= COUNTED_OUT
        self._on_no_heap = on_no_heap(observed, tallies - self._doubted) if rested else 0
        self._split: dict[str, tuple[tuple[SeenPiece, ...], tuple[SeenPiece, ...]]] = {}
        self._strange, self._as_before = dict[str, float](), dict[tuple[str, float], float]()
        self._known: dict[tuple[str, Expected], tuple[float, float]] = {}

    def weigh(self, zone: str, expected: Expected) -> float:
        """The log-likelihood of how this zone looks if that should lie there; 0 where nothing is known."""
        return self.both(zone, expected)[0]

    def both(self, zone: str, expected: Expected) -> tuple[float, float]:
        """``weigh`` and ``roughly``."""
        key = zone, expected
        if key not in self._known:
            roughly = self._roughly(zone, expected)
            self._known[key] = max(self._least(zone), roughly), roughly
        return self._known[key]

    def roughly(self, zone: str, expected: Expected) -> float:
        """The same, however bad it is: of two bad explanations it tells which is the better one."""
        return self.both(zone, expected)[1]

    def _roughly(self, zone: str, expected: Expected) -> float:
        if zone in self.plain:
            return self._by_looks(zone, expected)
        least = _DISBELIEVED if zone in self._doubted else -math.inf
        return max(_ASIDE if zone in self._aside else _WORST, self._weigh(zone, expected, least))

    def _by_looks(self, zone: str, expected: Expected) -> float:
        """How much the looks alone of a place that cannot be believed speak for that lying there.

        What has not changed may be how it lay before; what has come anew, and is all right, is hardly there by chance.
        """
        if not looks_right(self._seen[zone], expected):
            return 0.0
        _, new = split(self._seen[zone], self._baseline.get(zone))
        return _ALL_RIGHT if new else -_ASIDE

    def explains(self, zone: str, expected: Expected) -> bool:
        """Whether that lying there explains at all how this zone looks."""
        seen = self._seen.get(zone)
        if seen is not None and (seen.unreadable or (isinstance(expected, int) and hides_top(seen, expected))):
            return False
        if seen is not None and zone in self._aside:
            return looks_right(seen, expected) and not self.shows_what_went(zone, expected)
        if zone in self._doubted and not isinstance(expected, int):
            return self._weigh(zone, expected, -math.inf) > _INEXPLICABLE
        return self.weigh(zone, expected) > max(_INEXPLICABLE, self._least(zone) + _HARDLY)

    def is_cleared(self, zone: str) -> bool:
        """Whether nothing lies there any more of what did when it was last explained."""
        return zone in self._seen and not split(self._seen[zone], self._baseline.get(zone))[0]

    def shows_what_went(self, zone: str, expected: Expected) -> bool:
        """Whether a stack still shows the very piece that went from its top; of backs, all alike, nobody knows."""
        baseline = self._baseline.get(zone)
        if baseline is None or not isinstance(expected, int) or not isinstance(baseline.expected, int):
            return False
        now, then = _top(self._seen[zone]), _top(baseline.seen)
        if now is None or then is None or not self._trusted or self._is_back(best(then)):
            return False
        return now.track == then.track and expected < baseline.expected

    def _least(self, zone: str) -> float:
        least = self._costs_of(zone).least
        if zone in self._aside:
            return max(least, _ASIDE)
        stack = zone in self._doubted and isinstance(self._baseline[zone].expected, int)
        return max(least, _DISBELIEVED) if stack else least + self._of_all(zone)

    def _of_all(self, zone: str) -> float:
        """What any explanation costs: what has no name and has come together with what surely has one."""
        if zone not in self._strange:
            seen, baseline = self._seen.get(zone), self._baseline.get(zone)
            beside = seen is not None and baseline is not None and has_come_beside(seen, baseline)
            nameless = without_a_name(seen, split(seen, baseline)[1]) if seen is not None and beside else ()
            self._strange[zone] = NAMELESS * len(nameless)
        return self._strange[zone]

    def _costs_of(self, zone: str) -> Costs:
        """Of a place that there is only after a move, as of one where cards are laid."""
        return self._costs.get(zone, COSTS["laid"])

    def _weigh(self, zone: str, expected: Expected, least: float) -> float:
        seen, baseline = self._seen.get(zone), self._baseline.get(zone)
        if seen is None or baseline is None:
            return 0.0
        if isinstance(expected, int) or isinstance(baseline.expected, int):
            if not isinstance(expected, int) or (zone in self._aside and hides_top(baseline.seen, 1)):
                # What lay on a stack that could not be read is not known: that it can be tells of no move.
                return 0.0
            return self._stack(seen, baseline, expected, self._costs_of(zone))
        if zone not in self._split:
            self._split[zone] = split(seen, baseline)
        old, new = self._split[zone]
        costs = self._costs_of(zone)
        weight = _spread(old, new, expected, baseline, costs, unenrolled=seen.unenrolled, least=least)
        if baseline.expected != expected:  # Perhaps nobody has touched this zone yet.
            gained = bool(Counter(expected) - Counter(baseline.expected))
            if (zone, least) not in self._as_before:
                self._as_before[zone, least] = _spread(
                    old, new, baseline.expected, baseline, costs, unenrolled=seen.unenrolled, least=least
                )
            untouched = self._as_before[zone, least]
            if gained and self._is_not_received(zone, seen, baseline, expected):
                return untouched + NOT_RECEIVED
            # What comes to a heap that cannot be believed nobody sees.
            gain = COSTS["heap"].gain if zone in self._heaps & self._doubted else costs.gain
            untaken = UNTAKEN if zone in self.taken_from and _lies_surely(old, baseline, expected) else 0.0
            weight = max(weight, untouched + max(min(gain if gained else costs.loss, untaken), least))
        if zone in self._strips and number_told(map(best, seen.pieces)) > number_told(expected):
            return max(weight, NAMELESS)
        being_paid = zone in self._moved and on_its_way(seen, baseline, expected)
        return max(weight, _BEING_PAID) if being_paid else weight

    def _is_not_received(self, zone: str, seen: Sighting, baseline: Baseline, expected: Sequence[str]) -> bool:
        """Whether none of the coins have come to a heap that should have, of those that have been taken from others."""
        if zone not in self._heaps - self._doubted or isinstance(baseline.expected, int):
            return False
        owed = number_told(expected) - number_told(baseline.expected)
        unchanged = is_told(seen, baseline.seen) and number_seen(seen) == number_seen(baseline.seen)
        return 0 < owed <= self._on_no_heap and unchanged

    def _stack(self, seen: Sighting, baseline: Baseline, height: int, costs: Costs) -> float:
        assert isinstance(baseline.expected, int)
        now, then = _top(seen), _top(baseline.seen)
        change = height - baseline.expected
        if now is None or then is None:
            return _empty(now, then, height, change, costs, unenrolled=seen.unenrolled)
        blind, shuffled = self._is_back(best(then)), baseline.shuffled
        if now.track == then.track and self._trusted:
            return _stayed(change, costs, blind=blind)
        if change or baseline.free:
            return 0.0
        same_face = best(now) == best(then) or not now.faces or not then.faces
        if not self._trusted:
            return 0.0 if same_face else _TOP_MOVED
        return _BACK_MOVED if blind else _TOP_MOVED if same_face or shuffled else _TOP_REPLACED


def _lies_surely(old: Sequence[SeenPiece], baseline: Baseline, expected: Sequence[str]) -> bool:
    """Whether a piece that should have gone from a place lies there as before, and is read as that one for certain."""
    assert not isinstance(baseline.expected, int)
    gone = Counter(baseline.expected) - Counter(expected)
    known = ((baseline.known.get(piece.track, ""), piece) for piece in old)
    return any(gone[face] > 0 and best(piece) == face and is_surely_named(piece) for face, piece in known)


def _told_by_another(
    observed: Observations, doubted: AbstractSet[str], expected: Mapping[str, Expected]
) -> frozenset[str]:
    """Of the places that are doubted those to which something has come that left another one: two say the same.

    Each new piece there is surely one that should lie in another place, which can be believed and holds it no more, or
    may be one that nobody had read and that was seen to lie in such a place before.
    """
    lost = Counter[str]()
    for zone, should in expected.items():
        if isinstance(should, tuple) and zone in observed.seen and zone not in observed.aside:
            unseen = observed.baseline[zone].absent.count(ANY) if zone in observed.baseline else 0
            there = (best(piece) for piece in observed.seen[zone].pieces)
            lost += Counter(should) - Counter([*(face if face in should else ANY for face in there), *(ANY,) * unseen])
    found = set()
    for zone in doubted & observed.baseline.keys() & observed.seen.keys():
        _, new = split(observed.seen[zone], observed.baseline[zone])
        sure = [best(piece) for piece in new if is_surely_named(piece)]
        named = sum(face != ANY and face in lost for face in sure)
        unread = min(lost[ANY], sum(face != ANY and face not in lost for face in sure))
        if new and len(new) == named + unread:
            found.add(zone)
    return frozenset(found)


def _spread(
    old: Sequence[SeenPiece],
    new: Sequence[SeenPiece],
    expected: Sequence[str],
    baseline: Baseline,
    costs: Costs,
    *,
    unenrolled: Sequence[str],
    least: float,
) -> float:
    """How well pieces fit the faces that should lie there: old ones by what they are, new ones by their looks.

    ``least``: no piece's looks speak more strongly than this against a face.
    """
    assert not isinstance(baseline.expected, int)
    left, moved = Counter(expected), list[tuple[SeenPiece, str]]()
    gone = Counter(baseline.expected) - left
    total, uncleared = 0.0, list[SeenPiece]()
    # What nobody has read may be what is named beside it, where that has gone.
    for piece in sorted(old, key=lambda piece: baseline.known.get(piece.track) == ANY):
        # What should not lie there, and lay there before, says nothing.
        if (face := baseline.known.get(piece.track)) == ANY:
            face = may_be_instead(piece, baseline, left, unenrolled) or ANY
        if face is not None and left[face] > 0:
            left[face] -= 1
        elif face is not None:
            moved.append((piece, face))
    unknown = forgotten(baseline, [piece.track for piece, _ in moved], tuple(expected), old)
    for piece, face in moved:
        if other := may_be_instead(piece, baseline, left, unenrolled):
            left[other] -= 1
        elif piece.track in unknown and left[ANY] > 0:
            left[ANY] -= 1
        elif gone[face] > 0:
            gone[face] -= 1
            total += costs.uncleared
            uncleared.append(piece)
        else:
            total += _OUT_OF_PLACE
    beside = _gone_beside(old, baseline)
    taken = min(beside, sum(not piece.faces for piece in uncleared))
    total += taken * (_ONE_OF_TWO - costs.uncleared) + (beside - taken) * _BESIDE_GONE
    wanted = tuple((+left).elements())
    absent = _absent(wanted, baseline, costs, len(uncleared) - taken, _vanished(old, baseline))
    if not new:
        return total + sum(absent)
    # Where fewer should lie than did, what has come is none of those that nobody had read and that have gone.
    lost = _lost(old, new, baseline, {*unenrolled, *(ANY,) * (len(expected) < len(baseline.expected))})
    return total + _newcomers(new, wanted, absent, baseline, lost, unenrolled=unenrolled, least=least)


def _gone_beside(old: Sequence[SeenPiece], baseline: Baseline) -> int:
    """How many pieces that should not lie on a spot have gone, where one that should looks like nothing as well."""
    there = {piece.track for piece in old}
    alike = [piece for piece in old if not piece.faces and piece.spot is not None and piece.track in baseline.known]
    strange = (one for one in baseline.seen.pieces if not one.faces and one.track not in {*there, *baseline.known})
    return min(len(alike), sum(1 for _ in strange))


def _vanished(old: Sequence[SeenPiece], baseline: Baseline) -> int:
    """How many pieces that nobody has read lay there to be seen, and do so no more."""
    there = {piece.track for piece in old}
    return sum(face == ANY and track not in there for track, face in baseline.known.items())


def _absent(wanted: Sequence[str], baseline: Baseline, costs: Costs, uncleared: int, vanished: int) -> list[float]:
    """For each expected face the cost of it not being seen: little if it was not seen before either.

    ``vanished``: so many that nobody has read are missed; instead of what should have gone and lies there yet
    (``uncleared``) as any piece is.
    """
    exchanged = min(uncleared, vanished)
    before = Counter(baseline.absent)
    found = []
    unread = iter((*(costs.missing,) * exchanged, *(_ANY_GONE,) * (vanished - exchanged)))
    for face in wanted:
        cost = next(unread, _ANY_MISSING) if face == ANY else costs.missing
        if before[face] > 0:
            before[face] -= 1
            cost = max(cost, _STILL_ABSENT)
        found.append(cost)
    return found


def _lost(
    old: Sequence[SeenPiece], new: Sequence[SeenPiece], baseline: Baseline, nothing: AbstractSet[str]
) -> frozenset[str]:
    """The faces that look like nothing of which a piece lay there to be seen, and does so no more."""
    there = {piece.track for piece in (*old, *new)}
    return frozenset(face for track, face in baseline.known.items() if track not in there and face in nothing)


def _newcomers(
    new: Sequence[SeenPiece],
    wanted: Sequence[str],
    absent: Sequence[float],
    baseline: Baseline,
    lost: AbstractSet[str],
    *,
    unenrolled: Sequence[str],
    least: float,
) -> float:
    again = Counter(baseline.absent)
    later = [_BACK_AGAIN * (again[face] > 0 and face != ANY) + _LAID_ANEW * (face in lost) for face in wanted]
    extras = [EXTRA if piece.faces and least == -math.inf else NAMELESS for piece in new]
    worth = []
    for piece, extra in zip(new, extras, strict=True):
        # By so much it is better that this piece is that face than that it is none, and that face is not seen.
        looks = _matches(piece, wanted, unenrolled)
        gains = (
            max(least, looks_so + anew) - extra - without
            for looks_so, anew, without in zip(looks, later, absent, strict=True)
        )
        worth.append([max(0.0, gain) for gain in gains])
    rows: Sequence[Sequence[float]] = worth if len(new) <= len(wanted) else list(zip(*worth, strict=True))
    paired = pairing([[-gain for gain in row] for row in rows])
    return sum(extras) + sum(absent) + sum(row[column] for row, column in zip(rows, paired, strict=True))


def _matches(piece: SeenPiece, faces: Sequence[str], unenrolled: Sequence[str]) -> list[float]:
    nameless, likely = _ANY_READ if _shows_a_face(piece) else _ANY_UNREAD, readings(piece, faces, unenrolled)
    return [nameless if face == ANY else one for face, one in zip(faces, likely, strict=True)]


def _shows_a_face(piece: SeenPiece) -> bool:
    """Whether a piece has a face rather than none, or covers another; a strange back looks a little like every card."""
    return best(piece) not in ("", ANY) and (piece.faces[0].probability >= 0.5 or best(piece).endswith(COVERS))


def _empty(
    now: SeenPiece | None,
    then: SeenPiece | None,
    height: int,
    change: int,
    costs: Costs,
    *,
    unenrolled: Sequence[str],
) -> float:
    """Of a stack of which nothing is seen now, or nothing was."""
    if now is None and then is None:
        return costs.missing if 0 < height == change else 0.0
    if now is None:
        return 0.0 if height == 0 else LAST_GONE if change < 0 else _TOP_HIDDEN
    # It was empty or hidden: a top that shows again says nothing unless the stack should be empty, or it has no name.
    if height == 0:
        return _TOP_REPLACED if now.faces else NAMELESS
    return 0.0 if now.faces or unenrolled else _STRANGE_TOP


def _stayed(change: int, costs: Costs, *, blind: bool) -> float:
    if change < 0:
        return max(costs.loss, _BACK_STAYED) if blind else costs.loss
    gain = max(costs.gain, _BACK_COVERED) if blind else costs.gain
    return gain if change else 0.0


def _top(sighting: Sighting) -> SeenPiece | None:
    return sighting.pieces[0] if sighting.pieces else None


def untrusted(observed: Observations) -> bool:
    """Whether so many stacks changed at once that vision must have lost its memory of them."""
    seen, baseline = observed.seen, observed.baseline
    stacks = [zone for zone in baseline if zone in seen and isinstance(baseline[zone].expected, int)]
    moved = 0
    for zone in stacks:
        now, then = _top(seen[zone]), _top(baseline[zone].seen)
        moved += now is not None and then is not None and now.track != then.track
    return moved >= 4 and 2 * moved > len(stacks)
