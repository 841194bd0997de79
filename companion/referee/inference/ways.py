"""How a move was made, where nothing that lies on the table tells: paid to one neighbour or another, or for nothing.

Such a move is accepted in its likeliest way, as others play on; the way is asked by itself, and put right. What is
played later may tell it as well: nobody pays with what he has not.
"""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import NamedTuple

from companion.games.tables import Played
from companion.games.vocabulary import AnyMove, AnyState, seat_of
from companion.games.watched import Rules
from companion.referee.events import Event
from companion.referee.fold import PLAYED
from companion.referee.inference.baseline import Expected, looks_right
from companion.referee.inference.belief import WORTH_OFFERING
from companion.referee.inference.decide import SURE_ENOUGH, Choice
from companion.referee.inference.expected import expectations, heaps, same_to_see
from companion.referee.inference.observations import Observations
from companion.referee.inference.reconsider import LOOK_BACK, Afterthought
from companion.referee.inference.search import infer
from companion.referee.inference.unread import Unread
from companion.referee.inference.weighing import how_well

_TWO = 2
"""So many heaps say of a payment that it was another one: who was paid, and who was not, or who paid."""
_AS_LIKELY = 0.9
"""Ways that are this likely beside the likeliest are as likely: the one for which fewest coins were moved is taken."""


def guessed(events: Iterable[Event]) -> frozenset[int]:
    """The moves that were accepted in their likeliest way, as nothing on the table told in which they were made."""
    moves = ((event.seq, event.draft.evidence) for event in events if event.draft.kind in PLAYED)
    return frozenset(seq for seq, evidence in moves if 0.0 < evidence.posterior < SURE_ENOUGH)


def same_but_paid(rules: Rules, state: AnyState, one: AnyMove, other: AnyMove) -> bool:
    """Whether two moves of one player differ only in how they were paid: but for coins the same lies there then."""
    if seat_of(one) is None or seat_of(one) != seat_of(other) or rules.shows(one) != rules.shows(other):
        return False
    there, then = (expectations(rules.tableau(rules.apply(state, move, strict=False))) for move in (one, other))
    return same_to_see(there, then, (there.keys() | then.keys()) - heaps(rules.places(state)))


def other_ways(rules: Rules, state: AnyState, move: AnyMove) -> tuple[AnyMove, ...]:
    """The legal moves that differ from this one only in how they were paid."""
    others = (other for other in rules.by_sight(state) if other != move)
    return tuple(other for other in others if same_but_paid(rules, state, move, other))


def likeliest_way(rules: Rules, state: AnyState, first: Mapping[AnyMove, float]) -> tuple[AnyMove, float] | None:
    """The move to accept and how likely it is, where all that is unsure is how it was paid; None: more is unsure.

    ``first``: what may have been done, with the belief in each.
    """
    best = max(first, key=first.__getitem__, default=None)
    if best is None:
        return None
    others = (move for move, share in first.items() if share >= WORTH_OFFERING and move != best)
    ways = [best, *(move for move in others if same_but_paid(rules, state, best, move))]
    if len(ways) == 1 or sum(map(first.__getitem__, ways)) < SURE_ENOUGH:
        return None
    coins, before = heaps(rules.places(state)), expectations(rules.tableau(state))

    def moved(move: AnyMove) -> int:
        after = expectations(rules.tableau(rules.apply(state, move, strict=False)))
        return sum(after.get(heap) != before.get(heap) for heap in coins)

    way = min((move for move in ways if first[move] >= _AS_LIKELY * first[best]), key=moved)
    return way, first[way]


def open_ways(
    rules: Rules, played: Sequence[Played], guesses: AbstractSet[int], doubtful: AbstractSet[int]
) -> Iterator[Unread]:
    """Of each event whose way is a guess those by which least of what was played is irregular, the guess first.

    Where by several of them less would be, each is still open. ``doubtful``: the events that may have been made in
    another way, too.
    """
    found = [(entry, tuple(ways)) for entry, ways in _guesses(rules, played, guesses, doubtful)]
    fewer = sum(min(way.offences for way in ways) < ways[0].offences for _, ways in found)
    for entry, ways in found:
        least = min(way.offences for way in ways)
        fitting = [way.move for way in ways if way.offences == least or (fewer > 1 and way is ways[0])]
        choices = tuple(Choice((move,), 1 / len(fitting)) for move in fitting)
        yield Unread(entry.seq, "", choices, reason="ambiguous")


def told_by_coins(
    rules: Rules, played: Sequence[Played], open_way: Unread, doubtful: AbstractSet[int]
) -> Mapping[str, Expected]:
    """The heaps that tell the recorded way of a guess from each other one, with what lies there by the record.

    None where one heap alone would tell it from another way: coins are forgotten now and then.
    """
    place = next(k for k, entry in enumerate(played) if entry.seq == open_way.seq)
    entry, later = played[place], played[place + 1 :]
    recorded, coins = expectations(rules.tableau(played[-1].after)), heaps(rules.places(played[-1].after))
    others = (choice.moves[0] for choice in open_way.choices if choice.moves[0] != entry.move)
    ways = (_played(rules, entry, move, later, doubtful).now for move in others)
    apart = [_told_apart(recorded, expectations(rules.tableau(now)), coins) for now in ways]
    telling = set[str]().union(*apart) if min(map(len, apart), default=0) >= _TWO else set[str]()
    return {heap: recorded.get(heap, ()) for heap in telling}


def paid_otherwise(
    rules: Rules,
    played: Sequence[Played],
    guesses: AbstractSet[int],
    doubtful: AbstractSet[int],
    observed: Observations,
) -> Afterthought | None:
    """Another way in which a move whose way is a guess must have been made: it explains what is seen now.

    One of several such is as much of a guess.
    """
    found = {
        Afterthought(entry.seq, way.move): how_well(rules, way.now, observed)
        for entry, ways in _guesses(rules, played, guesses, doubtful)
        for way in ways
        if way.move != entry.move and not way.offences
    }
    best = max(found, key=found.__getitem__, default=None)
    if best is None:
        return None
    likely = {one: math.exp(weight - found[best]) for one, weight in found.items()}
    as_recorded = math.exp(how_well(rules, played[-1].after, observed) - found[best])
    if as_recorded > (1 - SURE_ENOUGH) * sum(likely.values()):
        return None
    share = 1 / (sum(likely.values()) + as_recorded)
    return best._replace(posterior=0.0 if share >= SURE_ENOUGH else share)


def paid_as_coins_lie(
    rules: Rules, played: Sequence[Played], doubtful: AbstractSet[int], observed: Observations
) -> Afterthought | None:
    """Another way in which one of the last moves must have been made, where nothing but coins contradicts its record.

    For a moment coins that are still being moved may look like another payment. Now that they rest all of them lie as
    by this one, whatever else was done since, and as recorded they do not. What has happened since is no less likely
    then: what a move brings by rule may yet be due. One of several such is a guess. Where anything else cannot be
    believed, coins tell of that, too.
    """
    now = played[-1].after
    coins, recorded = heaps(rules.places(now)) & observed.seen.keys(), expectations(rules.tableau(now))
    odd = coins & observed.changed()
    if len(odd) < _TWO or observed.disbelieved - coins:
        return None
    as_recorded = _since(rules, now, observed, coins)
    if as_recorded.coins_lie_right:
        return None
    last = {entry.seq for entry in played[-LOOK_BACK:]} & doubtful
    found = [
        Afterthought(entry.seq, way.move)
        for entry, ways in _guesses(rules, played, last, doubtful)
        for way in ways
        if way.move != entry.move
        and not way.offences
        and len(apart := _told_apart(recorded, expectations(rules.tableau(way.now)), coins)) >= _TWO
        and apart <= odd
        and (since := _since(rules, way.now, observed, coins)).coins_lie_right
        and since.weight >= as_recorded.weight
    ]
    return found[0]._replace(posterior=0.0 if len(found) == 1 else 1 / len(found)) if found else None


def _told_apart(one: Mapping[str, Expected], other: Mapping[str, Expected], coins: AbstractSet[str]) -> set[str]:
    """The heaps in which other coins lie by the one than by the other."""
    return {heap for heap in coins if one.get(heap) != other.get(heap)}


class _Since(NamedTuple):
    """How likely (log) the likeliest moves since are, and whether all coins lie as they should after these."""

    weight: float
    coins_lie_right: bool


def _since(rules: Rules, state: AnyState, observed: Observations, coins: AbstractSet[str]) -> _Since:
    ranked = infer(rules, state, observed).ranked
    should = ranked[0][0].expected if ranked else expectations(rules.tableau(state))
    right = all(looks_right(observed.seen[heap], should.get(heap, ())) for heap in coins)
    return _Since(ranked[0][0].weight if ranked else 0.0, right)


class _Way(NamedTuple):
    """A way in which an event may have been made: the table ``now`` if it was, and the offences that makes."""

    move: AnyMove
    now: AnyState
    offences: int


def _guesses(
    rules: Rules, played: Sequence[Played], guesses: AbstractSet[int], doubtful: AbstractSet[int]
) -> Iterator[tuple[Played, Iterator[_Way]]]:
    """Each event whose way is a guess, with the ways in which it may have been made, its own first."""
    for place, entry in enumerate(played):
        if entry.seq in guesses:
            moves, later = (entry.move, *other_ways(rules, entry.before, entry.move)), played[place + 1 :]
            yield entry, (_played(rules, entry, move, later, doubtful) for move in moves)


def _played(rules: Rules, entry: Played, move: AnyMove, later: Sequence[Played], doubtful: AbstractSet[int]) -> _Way:
    """An event made in this way; later ones are as they had to be."""
    offences, state = len(rules.judge(entry.before, move)), rules.apply(entry.before, move, strict=False)
    for after in later:
        made, found = after.move, len(rules.judge(state, after.move))
        others = other_ways(rules, state, made) if found and after.seq in doubtful else ()
        made, found = (others[0], 0) if others else (made, found)
        offences, state = offences + found, rules.apply(state, made, strict=False)
    return _Way(move, state, offences)
