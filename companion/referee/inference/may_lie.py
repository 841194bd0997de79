"""What may lie in a place that cannot be believed, where pieces that nobody has read may turn out to be one or another.

Who is asked which of two pieces was first still has to answer when the place can be read again and holds both: it is
right whichever it was.
"""

from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import islice, product

from companion.games.tables import Played
from companion.games.vocabulary import AnyMove, AnyState
from companion.games.watched import Rules
from companion.referee.inference.baseline import Expected, looks_right
from companion.referee.inference.expected import expectations, seen_by_now
from companion.referee.inference.observations import Observations
from companion.referee.inference.unread import Unread, offered

_AT_MOST = 27
"""So many ways are thought of: three pieces that may each be three."""


def may_lie(
    rules: Rules,
    played: Sequence[Played],
    observed: Observations,
    expected: Mapping[str, Expected],
    unturned: AbstractSet[str],
    *,
    unread: Sequence[Unread],
) -> Mapping[str, Expected]:
    """What lies, of places that do not look as they should, where it may be what should lie there (``expected``).

    ``unturned``: the places in which a piece that nobody has read need not be seen yet; ``unread``: the events of which
    a piece is not known.
    """
    seen = observed.seen
    hidden = unturned & observed.disbelieved & seen.keys() & expected.keys()
    found = {zone: seen_by_now(expected[zone], seen[zone]) for zone in hidden}
    if unread:
        zones = (zone for zone, should in expected.items() if zone in seen and not isinstance(should, int))
        wrong = [zone for zone in zones if zone not in found and not looks_right(seen[zone], expected[zone])]
        ways = [expectations(rules.tableau(state)) for state in _as_they_may_be(rules, played, unread) if wrong]
        fitting = ((zone, way[zone]) for way in ways for zone in wrong if zone in way)
        found |= {zone: should for zone, should in fitting if looks_right(seen[zone], should)}
    return found


def _as_they_may_be(rules: Rules, played: Sequence[Played], unread: Sequence[Unread]) -> Iterator[AnyState]:
    """The table as it would be by now if what nobody has read is each of what it may be."""
    moves = [[choice.moves[0] for choice in offered(one)] for one in unread]
    for told in islice(product(*moves), _AT_MOST):
        yield _told(rules, played, dict(zip((one.seq for one in unread), told, strict=True)))


def _told(rules: Rules, played: Sequence[Played], told: Mapping[int, AnyMove]) -> AnyState:
    """The table after the same moves, some of which (by their events) are told."""
    first = next(place for place, entry in enumerate(played) if entry.seq in told)
    state: AnyState = played[first].before
    for entry in played[first:]:
        state = rules.apply(state, told.get(entry.seq, entry.move), strict=False)
    return state
