"""What was taken from the middle of the table, and lies there yet: its place is seen as it was."""

from collections.abc import Iterable, Sequence

from companion.games.mats import Place
from companion.games.vocabulary import AnyMove, AnyState
from companion.games.watched import Rules
from companion.referee.inference.expected import taken_from
from companion.referee.inference.observations import ONE_AFTER_ANOTHER, Observations
from companion.referee.inference.pieces import gained_unread, is_unread, source_of


def untaken(places: Iterable[Place], observed: Observations) -> frozenset[str]:
    """The places in the middle where a piece lies that should have gone, by what was taken and came elsewhere."""
    return frozenset(zone for zone in taken_from(places) & observed.seen.keys() if observed.is_old(zone))


def may_be_taken_yet(rules: Rules, state: AnyState, moves: Sequence[AnyMove], observed: Observations) -> bool:
    """Whether what seems to be drawn, for nothing that lies open has gone, may be taken of that in a moment.

    Where nobody sees it come all that was seen is what was paid for it, a moment ago: people pay first.
    """
    first, zones = moves[0], observed.changed() - observed.blind
    shown = rules.shows(first)
    if not zones or observed.age(zones) >= ONE_AFTER_ANOTHER or shown.comes or not is_unread(rules, first):
        return False
    after = rules.apply(state, first, strict=False)
    if source_of(rules, state, after) or not observed.blind.issuperset(gained_unread(rules, state, after)):
        return False
    laid_out = taken_from(rules.places(state)) - observed.blind
    others = map(rules.shows, rules.legal(state))
    return any(other.seat == shown.seat and other.comes in laid_out for other in others)
