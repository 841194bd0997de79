"""The stacks from which moves take pieces: what lay on top of one, and whether that is the piece that was taken."""

import math
from collections.abc import Mapping

from companion.games.vocabulary import Shown
from companion.games.watched import Rules
from companion.referee.inference.baseline import ANY, Expected
from companion.referee.inference.named import best
from companion.referee.inference.observations import Observations

_READ_RIGHT, _GUESSED = 0.97, 0.03
"""How often (probability) the top of a stack is what was read, or any card: chosen by hand."""


class Sources:
    """The stacks of one table."""

    def __init__(self, rules: Rules, observed: Observations) -> None:
        self._rules, self._baseline = rules, observed.baseline
        self._disbelieved, self._doubtful = observed.blind, observed.doubtful

    def top_told(self, source: str, before: Mapping[str, Expected], shown: Shown) -> bool:
        """Whether it was to be seen what lay on top of this stack.

        ``before``: what lay where before the move that ``shown`` is of.
        """
        baseline = self._baseline.get(source)
        if not self._is_fresh(source, before, shown) or baseline is None or not baseline.seen.pieces:
            return False
        face = best(baseline.seen.pieces[0])
        return bool(face) and not self._rules.is_back(face)

    def prior(self, shown: Shown, source: str, before: Mapping[str, Expected]) -> float:
        """How likely (log) the card was on the pile that it is said to come from, by what lay on top of it.

        A card that nobody saw is any of them.
        """
        if not source or source == shown.comes or shown.face == ANY:
            return 0.0
        faces, baseline = self._rules.DECK_FACES, self._baseline.get(source)
        top = baseline.seen.pieces[0] if baseline is not None and baseline.seen.pieces else None
        fresh = self._is_fresh(source, before, shown)
        if top is None or not fresh or not top.faces or self._rules.is_back(best(top)):
            return math.log(1 / faces)
        probability = next((seen.probability for seen in top.faces if seen.face == shown.face), 0.0)
        missing = max(0.0, 1.0 - sum(seen.probability for seen in top.faces))
        return math.log(_READ_RIGHT * min(1.0, probability + missing / faces) + _GUESSED / faces)

    def _is_fresh(self, source: str, before: Mapping[str, Expected], shown: Shown) -> bool:
        """Whether the piece taken from a stack is the top that was seen last, and can be believed.

        Nothing else was taken from there since; what was seen before anybody doubted the stack can be believed.
        """
        baseline = self._baseline.get(source)
        if baseline is None or baseline.expected != before.get(source) or not shown.from_top:
            return False
        return source not in self._disbelieved or baseline.seen.exposed < self._doubtful.get(source, -math.inf)
