"""A piece that was read surely when it came, and surely looks like another since: one of the two is wrong.

Nobody can know which by looking, so a person is asked about this one piece.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from companion.games.tables import Played
from companion.games.watched import Rules
from companion.referee.inference.baseline import looks_right
from companion.referee.inference.decide import Choice
from companion.referee.inference.expected import expectations
from companion.referee.inference.observations import ASIDE_AFTER, Observations
from companion.referee.inference.pieces import is_unread, without_faces
from companion.referee.inference.reconsider import Reading, readings
from companion.referee.inference.unread import Unread

_ASK_AFTER = ASIDE_AFTER
"""Seconds for which a place must have been doubted, and looked the same: as long as sets it aside. What shines or was
pushed is put right by then; what is asked later may have been spent."""


class Contradicted:
    """What contradicts a game: of each place it is thought of once after each move, and each time that it changed."""

    def __init__(self) -> None:
        self._thought: dict[str, _Thought] = {}

    def found(
        self, rules: Rules, played: Sequence[Played], doubtful: frozenset[int], observed: Observations
    ) -> Iterator[Unread]:
        """Of each place that would look right if one piece were another: what it looks like, and was taken for.

        ``doubtful``: the events that nobody but the camera vouches for.
        """
        zones = observed.aside & observed.doubted(_ASK_AFTER) & observed.seen.keys()
        self._thought = {zone: thought for zone, thought in self._thought.items() if zone in zones}
        for zone in zones:
            if observed.age((zone,)) < _ASK_AFTER:
                continue
            of, before = (tuple(played), doubtful, observed.looked.get(zone)), self._thought.get(zone)
            if before is None or before.of != of:
                before = self._thought[zone] = _Thought(of, _contradicted(rules, played, doubtful, observed, zone))
            if before.found is not None:
                yield before.found


class _Thought(NamedTuple):
    """What was thought of one place: ``of`` which moves, and since when it looked as it does."""

    of: object
    found: Unread | None


def _contradicted(
    rules: Rules, played: Sequence[Played], doubtful: frozenset[int], observed: Observations, zone: str
) -> Unread | None:
    entries = {entry.seq: entry for entry in played}
    # Tokens that nobody has handed out yet would look right, too, if a card elsewhere were another.
    lying = {each.face for piece in observed.seen[zone].pieces for each in piece.faces}
    others = readings(rules, played, doubtful, {}, frozenset({zone}), widely=False, faces=lying)
    fitting = (one for one in others if _fits(rules, one, observed, zone))
    told = [one for one in fitting if _same_but_face(rules, one, entries[one.seq])]
    if len(told) != 1:
        return None
    choices = (Choice((told[0].move,), 0.5), Choice((entries[told[0].seq].move,), 0.5))
    return Unread(told[0].seq, zone, choices)


def _fits(rules: Rules, one: Reading, observed: Observations, zone: str) -> bool:
    """Whether all that lies there looks right then."""
    should = expectations(rules.tableau(one.state)).get(zone, ())
    return not isinstance(should, int) and looks_right(observed.seen[zone], should)


def _same_but_face(rules: Rules, one: Reading, entry: Played) -> bool:
    known = not is_unread(rules, entry.move)
    return known and without_faces(rules, one.move) == without_faces(rules, entry.move)
