"""What stacks have shown on top, against what moves are said to have taken from them and laid there."""

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet

from companion.games.mats import Place
from companion.games.vocabulary import Shown
from companion.referee.inference.baseline import ANY, Expected, reading
from companion.referee.inference.named import best, is_surely_named
from companion.referee.inference.observations import ONE_AFTER_ANOTHER, Observations
from vision.sighting import Sighting

_ONCE_MORE, _MORE, _ONCE_LESS = -3.0, 2, -1.9
"""What it costs (log) that a stack has shown another top once more than pieces are said to have gone from it (so often
at most), or less often."""
_ANOTHER_ON_TOP = -6.0
"""What it costs (log) that the discard pile shows another card than the last that is said to have been laid there: one
time in four hundred, for what lies there can be read (by hand)."""


class Tops:
    """The stacks of one table.

    ``changed``: the places that look otherwise than they should; ``shown``: what stacks have shown, as far as believed.
    ``now``: what should lie there if nothing more was done. ``is_back``: whether a face is a back.
    """

    def __init__(
        self,
        places: Iterable[Place],
        observed: Observations,
        changed: AbstractSet[str],
        shown: Mapping[str, Sequence[Sighting]],
        now: Mapping[str, Expected],
        *,
        is_back: Callable[[str], bool],
    ) -> None:
        told = changed - observed.blind
        self._now = now
        self._shows = {zone: face for zone in told if (face := _new_top(zone, observed, now.get(zone), is_back))}
        self._taken, self._shown = observed.taken, [(zone, tops) for zone, tops in shown.items() if zone in told]
        # What was taken before these moves was laid well before any of these changed: that is not what they show.
        late = {zone for zone, tops in self._shown if tops and tops[0].exposed > observed.laid + ONE_AFTER_ANOTHER}
        self._owed = {zone: observed.taken(zone, now.get(zone, ())) for zone in late if observed.laid}
        piles = [place.name for place in places if place.role == "discards" and place.name in told]
        # What came to lie there by moves before these ones is not what they laid.
        before = {pile: max(0, -observed.taken(pile, now.get(pile, ()))) for pile in piles}
        tops = ((pile, _named_tops((*shown.get(pile, ()), observed.seen[pile]))) for pile in piles)
        self._discards = [some[min(before[pile], len(some) - 1) :] for pile, some in tops if some]

    def of_stacks(self, expected: Mapping[str, Expected]) -> float:
        """What it costs (log) that stacks have changed more often, or less, than pieces have gone from them."""
        total = 0.0
        for zone, shown in self._shown:
            taken = self._taken(zone, expected.get(zone, ()))
            if taken >= 0:
                total += _ONCE_MORE * min(_MORE, max(0, len(shown) - max(1, taken)))
                total += _ONCE_LESS * (taken > len(shown))
                total += _ONCE_MORE * (0 < taken == self._owed.get(zone))
        return total

    def of_discards(self, moves: Iterable[Shown]) -> float:
        """How well (log) what the discard pile has shown, one after another, are the cards that these moves laid there.

        What it shows now is the last one. Where it has shown more than were laid, the others are yet to be explained;
        where less, some were covered at once.
        """
        laid = [move.discards for move in moves if move.discards] if self._discards else []
        return sum(_of_discards(tops, laid) for tops in self._discards) if laid else 0.0

    def of_laid_away(self, expected: Mapping[str, Expected], laid: set[str]) -> float:
        """What it costs (log) that a stack to which pieces have come shows none of those that have left their places.

        ``laid``: the faces that were laid somewhere meanwhile: they may have left it again.
        """
        total = 0.0
        for zone, face in self._shows.items():
            now, then = self._now.get(zone), expected.get(zone)
            if isinstance(now, int) and isinstance(then, int) and then > now:
                left = laid.union(_left(self._now, expected))
                total += _ANOTHER_ON_TOP * (ANY not in left and face not in left)
        return total


def _new_top(zone: str, observed: Observations, holds: Expected | None, is_back: Callable[[str], bool]) -> str:
    """What was surely read on top of a stack that has come there since the last move; empty: nothing, or a back.

    ``holds``: how many lie there by then. What comes late, or was never seen to come, is none of what comes next.
    """
    baseline, now = observed.baseline.get(zone), observed.seen[zone].pieces
    if baseline is None or baseline.expected != holds or not now or not is_surely_named(now[0]):
        return ""
    came = observed.came.get(zone, {}).get(now[0].track, -math.inf)
    told = isinstance(holds, int) and came > observed.laid + ONE_AFTER_ANOTHER and not is_back(best(now[0]))
    same = bool(baseline.seen.pieces) and baseline.seen.pieces[0].track == now[0].track
    return best(now[0]) if told and not same else ""


def _left(before: Mapping[str, Expected], after: Mapping[str, Expected]) -> Iterator[str]:
    """The faces of which fewer should lie in some place than before."""
    for zone, was in before.items():
        should = after.get(zone, ())
        if was is not should and isinstance(was, tuple) and isinstance(should, tuple):
            yield from Counter(was) - Counter(should)


def _of_discards(tops: Sequence[Sighting], laid: Sequence[str]) -> float:
    more = len(tops) - len(laid)
    if more < 0:
        return _alike(tops[-1:], laid[-1:])
    last = _alike(tops[more:], laid)
    first = _alike(tops[: len(laid)], laid) if more else last
    return max(first, last) + _ONCE_MORE * min(_MORE, more)


def _alike(tops: Sequence[Sighting], laid: Sequence[str]) -> float:
    looks = (reading(top.pieces[0], card, top.unenrolled) for top, card in zip(tops, laid, strict=True))
    return sum(max(_ANOTHER_ON_TOP, look) for look in looks)


def _named_tops(shown: Sequence[Sighting]) -> tuple[Sighting, ...]:
    """What a pile has shown, each card once, as far as it has a name; none where what it shows now has not."""
    found = list[Sighting]()
    for top in shown:
        if not (top.pieces and top.pieces[0].faces):
            continue
        if found and best(found[-1].pieces[0]) == best(top.pieces[0]):
            found.pop()
        found.append(top)
    return tuple(found) if found and found[-1] is shown[-1] else ()
