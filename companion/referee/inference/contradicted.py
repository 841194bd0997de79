"""A piece that was read surely when it came, and surely looks like another since: one of the two is wrong.

Nobody can know which by looking, so a person is asked about this one piece.
"""

from collections.abc import Iterator, Sequence

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


def contradicted(
    rules: Rules, played: Sequence[Played], doubtful: frozenset[int], observed: Observations
) -> Iterator[Unread]:
    """Of each place that would look right if one piece were another: what it looks like, and what it was taken for.

    ``doubtful``: the events that nobody but the camera vouches for.
    """
    entries = {entry.seq: entry for entry in played}
    for zone in observed.aside & observed.doubted(_ASK_AFTER) & observed.seen.keys():
        if observed.age((zone,)) < _ASK_AFTER:
            continue
        others = readings(rules, played, doubtful, {}, frozenset({zone}), widely=False)
        fitting = (one for one in others if _fits(rules, one, observed, zone))
        told = [one for one in fitting if _same_but_face(rules, one, entries[one.seq])]
        if len(told) == 1:
            choices = (Choice((told[0].move,), 0.5), Choice((entries[told[0].seq].move,), 0.5))
            yield Unread(told[0].seq, zone, choices)


def _fits(rules: Rules, one: Reading, observed: Observations, zone: str) -> bool:
    """Whether the piece shows this other face there, and all that lies there looks right then.

    Tokens that nobody has handed out yet would look right, too, if a card elsewhere were another.
    """
    face, seen = rules.shows(one.move).face, observed.seen[zone]
    should = expectations(rules.tableau(one.state)).get(zone, ())
    shown = any(each.face == face for piece in seen.pieces for each in piece.faces)
    return shown and not isinstance(should, int) and looks_right(seen, should)


def _same_but_face(rules: Rules, one: Reading, entry: Played) -> bool:
    known = not is_unread(rules, entry.move)
    return known and without_faces(rules, one.move) == without_faces(rules, entry.move)
