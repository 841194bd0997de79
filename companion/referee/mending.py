"""The record mended by what lies on the table: the one event that was written down wrongly, if that explains it."""

from collections.abc import Callable, Sequence

from companion.games.tables import Played
from companion.games.vocabulary import AnyState
from companion.games.watched import Rules
from companion.referee.audit import differences
from companion.referee.events import Evidence
from companion.referee.fold import played_on
from companion.referee.inference.alternatives import alternatives
from companion.referee.inference.expected import expectations
from companion.referee.inference.observations import Observations
from companion.referee.messages import Alternatives

_LOOK_BACK = 12
"""Events that may have been written down wrongly: what is older has been looked at by people long since."""


def mend(
    rules: Rules, played: Sequence[Played], evidence: Callable[[int], Evidence], observed: Observations, place: str
) -> Alternatives:
    """What the newest event must have been instead with which the record agrees with what lies in ``place``.

    No other place may differ that agrees now, and nothing afterwards may become irregular. Event 0 and no options: no
    single event explains it. ``evidence``: that of an event, by its number.
    """
    now = _differing(rules, played[-1].after, observed) if played else set()
    for back in range(1, min(_LOOK_BACK, len(played)) + 1):
        entry, later = played[-back], played[len(played) - back + 1 :]
        offered = alternatives(rules, played, entry.seq, evidence(entry.seq))
        fitting = []
        for option in offered.options:
            move = rules.parse_move(option.moves[0])
            after = played_on(rules, rules.apply(entry.before, move, strict=False), later)
            found = {place} if after is None else _differing(rules, after, observed)
            if place not in found and found <= now:
                fitting.append(option)
        if fitting:
            return Alternatives(entry.seq, tuple(fitting))
    return Alternatives(0, ())


def _differing(rules: Rules, state: AnyState, observed: Observations) -> set[str]:
    """The places that differ, by name."""
    return {found.place for found in differences(observed, expectations(rules.tableau(state)))}
