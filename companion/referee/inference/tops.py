"""What stacks have shown on top, against what moves are said to have taken from them and laid there."""

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet

from companion.games.mats import Place
from companion.games.vocabulary import Shown
from companion.referee.inference.baseline import Expected, reading
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
    ``now``: what should lie there if nothing more was done.
    """

    def __init__(
        self,
        places: Iterable[Place],
        observed: Observations,
        changed: AbstractSet[str],
        shown: Mapping[str, Sequence[Sighting]],
        now: Mapping[str, Expected],
    ) -> None:
        told = changed - observed.blind
        self._taken, self._shown = observed.taken, [(zone, tops) for zone, tops in shown.items() if zone in told]
        # What was taken before these moves was laid well before any of these changed: that is not what they show.
        late = {zone for zone, tops in self._shown if tops and tops[0].exposed > observed.laid + ONE_AFTER_ANOTHER}
        self._owed = {zone: observed.taken(zone, now.get(zone, ())) for zone in late if observed.laid}
        piles = [observed.seen[place.name] for place in places if place.role == "discards" and place.name in told]
        self._discards = [(pile.pieces[0], pile.unenrolled) for pile in piles if pile.pieces and pile.pieces[0].faces]

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
        """How well (log) what the discard pile shows now is the last card that these moves have laid there."""
        laid = [move.discards for move in moves if move.discards] if self._discards else []
        return sum(max(_ANOTHER_ON_TOP, reading(top, laid[-1], strange)) for top, strange in self._discards if laid)
