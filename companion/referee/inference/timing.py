"""When places changed, against when moves say that they did: hands are slow, and who takes first is seen first."""

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import product

from companion.games.mats import Place
from companion.referee.inference.baseline import ANY, Expected, split
from companion.referee.inference.belief import Bared, Take
from companion.referee.inference.columns import lies_further_up
from companion.referee.inference.named import best, is_surely_named
from companion.referee.inference.observations import ONE_AFTER_ANOTHER, Observations
from companion.referee.inference.pieces import may_show
from vision.sighting import SeenPiece, Sighting

_OUT_OF_TIME = -4.0
"""What it costs (log) that the stack from which a piece is said to come moved well after it was laid, or well before
the piece before it was laid, or taken. Chosen by hand."""
_LATER = -4.0
"""What it costs (log) that of two pieces in one place the one said to have come later was seen first: one time in
fifty, by hand, one is lost and found again."""
_FURTHER_UP = -3.5
"""The same where it lies further up in the other's column: those grow down towards whoever lays them, their prints to
be read. One time in thirty, by hand, somebody slides a card beneath another."""
_OUT_OF_ORDER = -6.0
"""What it costs (log) that a printed place of which a later move took the piece was seen bare before that of an earlier
one: one time in four hundred, by hand, a place is read again only later."""
_UNREAD_OUT_OF_ORDER = -3.0
"""The same where one of the two cards was not read: it may have looked like nothing while it lay there. Half of it."""

_LEFT_BEHIND = -3.0
"""What it costs (log) that a card is said to have been paid and lies there yet, though others went longer ago than what
is done together takes: a payment is laid away together, all but one time in twenty (by hand)."""


class Timing:
    """The times at which the places of one table changed.

    ``changed``: those that look otherwise than they should; ``tops``: what stacks have shown, as far as believed.
    """

    def __init__(
        self,
        places: Iterable[Place],
        observed: Observations,
        changed: AbstractSet[str],
        tops: Mapping[str, Sequence[Sighting]],
    ) -> None:
        self._baseline, self._disbelieved = observed.baseline, observed.blind
        self._looked, self._laid, self._tops = observed.looked, observed.laid, tops
        self._changed, self._seen, self._came = changed, observed.seen, observed.came
        # Asked of the same few pieces for every story that is weighed.
        self._known = dict[tuple[str, str], list[tuple[SeenPiece, float]]]()
        places = tuple(places)
        printed = {place.name for place in places if place.role == "printed"} & changed
        piles = {place.name for place in places if place.role == "discards"} & changed - observed.blind
        self._discarded = [top.exposed for pile in piles for top in tops.get(pile, ())]
        laid = {place.name for place in places if place.role == "laid"} & changed - observed.blind
        went = {zone: observed.parted.last(zone, observed.baseline.get(zone)) for zone in laid}
        self._laid_away = {zone for zone, when in went.items() if observed.exposed - when >= ONE_AFTER_ANOTHER}
        self._bared = {zone: when for zone, when in observed.touched.items() if zone in printed}
        owned = (place.name for place in places if place.seat is not None and place.role in {"printed", "laid"})
        turned = {*owned} & changed - observed.blind
        self._turned = {
            zone: when
            for zone, when in observed.touched.items()
            if zone in turned and self._looked.get(zone, math.inf) - when < ONE_AFTER_ANOTHER
        }

    def of_takes(self, takes: Sequence[Take]) -> float:
        """The cost (log) of pieces taken from stacks that changed well after these were laid, or before the last were.

        Where nobody could see the last one come: before it went from its stack. When a stack that cannot be believed
        changed tells nothing, nor when the top of one was seen again.
        """
        gone, before, odd = Counter[str](), self._laid, 0
        for source, lands, _ in takes:
            top = self._baseline[source].seen.pieces if source in self._baseline else ()
            timely = bool(top) and source not in self._disbelieved
            shown = self._tops.get(source, ())[gone[source] :] if timely else ()
            gone[source] += 1
            told = lands in self._changed and lands not in self._disbelieved
            laid = self._looked.get(lands, 0.0)
            if shown and told:
                late = shown[0].exposed > laid + ONE_AFTER_ANOTHER
                odd += late or shown[-1].exposed < before - ONE_AFTER_ANOTHER
            # It was taken no earlier than it was seen to go.
            before = max(before, laid if told else shown[0].exposed if shown else before)
        return _OUT_OF_TIME * odd

    def of_laid(self, lands: str, face: str, before: Iterable[tuple[str, str]]) -> float:
        """The cost (log) of a piece said to have come to a place after others (place, face) that was seen first.

        What lay there before these moves, with the same face, tells nothing, nor do two that were first seen at once.
        Of those of a column that were first seen within what a hand takes the one further down came later: vision may
        make out the upper card before what sticks out from beneath it.
        """
        others = {other for place, other in before if place == lands} - {face}
        return min((self._of_two(lands, face, other) for other in others), default=0.0)

    def _of_two(self, place: str, face: str, other: str) -> float:
        """The same of two pieces, said to have come in this order: the other, then this one."""
        mine, theirs = self._looks_as(place, face), self._looks_as(place, other)
        last = max((came for _, came in mine), default=math.inf)
        pairs = list(product(mine, theirs))
        if pairs and all(abs(came - when) < ONE_AFTER_ANOTHER for (_, came), (_, when) in pairs):
            if all(lies_further_up(one.quad, two.quad) for (one, _), (two, _) in pairs):
                return _FURTHER_UP
            if all(lies_further_up(two.quad, one.quad) for (one, _), (two, _) in pairs):
                return 0.0
        return _LATER * any(when > last for _, when in theirs)

    def untimely(self, lands: str, face: str, before: Iterable[tuple[str, str]]) -> int:
        """Of how many pieces said to have come to other places before (place, face) all were first seen only after.

        Hands hide one place and not another, so by itself that tells little. Where nothing looks like it all that has
        come there counts: which piece it was is another question.
        """
        last = max(self._came_as(lands, face) or self._came_as(lands, ""), default=math.inf)
        others = (self._came_as(place, other) or self._came_as(place, "") for place, other in before if place != lands)
        return sum(min(came, default=-math.inf) > last for came in others)

    def _came_as(self, place: str, face: str) -> list[float]:
        """When the pieces that have come to a place, and look like this face (empty: any), were first seen there.

        Where none looks like it, those that may show it and are not surely another one.
        """
        return [when for _, when in self._looks_as(place, face)]

    def _looks_as(self, place: str, face: str) -> list[tuple[SeenPiece, float]]:
        """The same pieces, each with when it was first seen there."""
        if (place, face) not in self._known:
            self._known[place, face] = self._found(place, face)
        return self._known[place, face]

    def _found(self, place: str, face: str) -> list[tuple[SeenPiece, float]]:
        if place not in self._seen or place in self._disbelieved:
            return []
        _, new = split(self._seen[place], self._baseline.get(place))
        came, unread = self._came.get(place, {}), self._seen[place].unenrolled
        alike = [piece for piece in new if not face or _may_be(piece, face, unread)]
        alike = alike or [piece for piece in new if face in may_show(piece) and not is_surely_named(piece)]
        return [(piece, came.get(piece.track, -math.inf)) for piece in alike]

    def of_bared(
        self, before: Mapping[str, Expected], after: Mapping[str, Expected], left: Bared
    ) -> tuple[float, Bared]:
        """The cost (log) of one more move that bares printed places, or turns, and when the last of all were seen so.

        ``before``, ``after``: what lies where, without the move and with it; ``left``: when the last were seen bare
        that the moves before have bared.
        """
        known, anything = self._bares(before, after)
        anything = [*anything, *self._turns(before, after)]
        odd = 0.0
        if any(when < left.known for when in known):
            odd = _OUT_OF_ORDER
        elif any(when < left.anything for when in anything):
            odd = _UNREAD_OUT_OF_ORDER
        return odd, Bared(max((left.known, *known)), max((left.anything, *anything)))

    def of_payment(self, before: Mapping[str, Expected], after: Mapping[str, Expected]) -> float:
        """The cost (log) of cards that are said to have gone together: some did long ago, and others lie there.

        ``before``, ``after``: what lies where, without a move and with it.
        """
        return _LEFT_BEHIND * sum(self._is_left_behind(zone, before, after) for zone in self._laid_away)

    def _is_left_behind(self, zone: str, before: Mapping[str, Expected], after: Mapping[str, Expected]) -> bool:
        was, should = before.get(zone, ()), after.get(zone, ())
        if was is should or isinstance(was, int) or isinstance(should, int):
            return False
        gone, known = Counter(was) - Counter(should), self._baseline[zone].known
        there = Counter(known.get(piece.track, "") for piece in self._seen[zone].pieces)
        return 0 < ((there - Counter(should)) & gone).total() < gone.total()

    def of_discarded(self, before: Mapping[str, Expected], after: Mapping[str, Expected]) -> float:
        """The cost (log) of a card laid on the discards that was seen to leave its place well before, or after.

        ``before``, ``after``: what lies where, without the move and with it.
        """
        (bared, _), shown = self._bares(before, after), self._discarded
        timely = any(abs(when - top) <= ONE_AFTER_ANOTHER for when in bared for top in shown)
        return 0.0 if timely or not bared or not shown else _OUT_OF_TIME

    def _bares(self, before: Mapping[str, Expected], after: Mapping[str, Expected]) -> tuple[list[float], list[float]]:
        """When the printed places that a move bares were seen bare: those of cards that had been read, and of any.

        What nobody has read looks like nothing now and then while it lies there (a lamp is mirrored in its sleeve).
        """
        gone = [(zone, when) for zone, when in self._bared.items() if before.get(zone) and not after.get(zone)]
        return [when for zone, when in gone if _read(before[zone])], [when for _, when in gone]

    def _turns(self, before: Mapping[str, Expected], after: Mapping[str, Expected]) -> list[float]:
        """When the places were seen to change in which a move turns something over, of those that changed once."""
        return [when for zone, when in self._turned.items() if _is_turned(before.get(zone, ()), after.get(zone, ()))]


def _is_turned(was: Expected, should: Expected) -> bool:
    """Whether as much lies there, and something else."""
    return isinstance(was, tuple) and isinstance(should, tuple) and was != should and len(was) == len(should)


def _read(should: Expected) -> bool:
    """Whether something should lie there of which it is known what it is."""
    return not isinstance(should, int) and bool(should) and ANY not in should


def _may_be(piece: SeenPiece, face: str, unread: Sequence[str]) -> bool:
    """Whether a piece is named so, or has no name as that face has none that the box lacks."""
    return best(piece) == face or (not piece.faces and face in unread)
