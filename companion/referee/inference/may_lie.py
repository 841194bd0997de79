"""What may lie in a place that cannot be believed, where pieces that nobody has read may turn out to be one or another.

Who is asked which of two pieces was first still has to answer when the place can be read again and holds both: it is
right whichever it was.
"""

from collections.abc import Iterable, Mapping, Sequence
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


def _as_they_may_be(rules: Rules, played: Sequence[Played], unread: Sequence[Unread]) -> Iterable[AnyState]:
    """The table as it would be by now if what nobody has read is each of what it may be.

    What is the same in several of these is gone through once: of a long game only the last pieces differ.
    """
    moves = [[choice.moves[0] for choice in offered(one)] for one in unread]
    ways, seqs = list(islice(product(*moves), _AT_MOST)), [one.seq for one in unread]
    begun = next((place for place, entry in enumerate(played) if entry.seq in seqs), len(played))
    states: dict[tuple[AnyMove, ...], AnyState] = {(): played[begun].before} if ways else {}
    for entry in played[begun:]:
        if entry.seq in seqs:
            length = seqs.index(entry.seq) + 1
            told = dict.fromkeys(way[:length] for way in ways)
            states = {way: rules.apply(states[way[:-1]], way[-1], strict=False) for way in told}
        else:
            states = {way: rules.apply(state, entry.move, strict=False) for way, state in states.items()}
    return states.values()
