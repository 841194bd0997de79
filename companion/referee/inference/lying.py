"""Of what may have been made instead of a move, that after which there would lie what does."""

from collections.abc import Mapping, Sequence

from companion.games.tables import Played
from companion.games.vocabulary import AnyMove
from companion.games.watched import Rules
from companion.referee.fold import played_on
from companion.referee.inference.baseline import Expected, looks_right
from companion.referee.inference.expected import expectations
from companion.referee.inference.observations import Observations


def left_lying(
    rules: Rules, played: Sequence[Played], entry: Played, moves: Sequence[AnyMove], observed: Observations
) -> tuple[AnyMove, ...]:
    """Of these moves, one of which was made instead of an event, those after which there would lie what does.

    None where a place cannot be believed by which they are told apart.
    """
    later = played[played.index(entry) + 1 :]
    return lie_right({move: left_by(rules, entry, move, later) for move in moves}, observed)


def left_by(rules: Rules, entry: Played, move: AnyMove, later: Sequence[Played]) -> Mapping[str, Expected] | None:
    """What would lie where now, had this move been made instead of an event; None: a later one would offend by it."""
    state = played_on(rules, rules.apply(entry.before, move, strict=False), later)
    return None if state is None else expectations(rules.tableau(state))


def lie_right(
    by_each: Mapping[AnyMove, Mapping[str, Expected] | None],
    observed: Observations,
    *,
    but: str = "",
    recorded: Mapping[str, Expected] = {},
) -> tuple[AnyMove, ...]:
    """Of these moves, each with what it would have left, those after which there would lie what does.

    None where a place cannot be believed by which they are told apart. ``but``: a place that tells nothing of it;
    ``recorded``: what should lie by the record where only what follows by rule does, which people may have yet to do.
    """
    left = {move: should for move, should in by_each.items() if should is not None}
    zones = {
        zone for should in left.values() for zone in should if any(o.get(zone) != should[zone] for o in left.values())
    } - {but}
    if zones & observed.disbelieved or not zones <= observed.seen.keys():
        return ()
    if not all(_lies(observed, zone, recorded) for zone in zones & recorded.keys()):
        return ()
    return tuple(move for move, should in left.items() if all(_lies(observed, zone, should) for zone in zones))


def _lies(observed: Observations, zone: str, expected: Mapping[str, Expected]) -> bool:
    return zone in expected and looks_right(observed.seen[zone], expected[zone])
