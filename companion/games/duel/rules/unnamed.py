"""Wonders that nobody has read: which they may be, and what is known of building one of them."""

from msgspec.structs import replace

from companion.games.duel.rules.effects import add_wonder, gain, pay, returned, turn_after
from companion.games.duel.rules.facts import FACTS, mask, places
from companion.games.duel.rules.military import advance
from companion.games.duel.rules.moves import BuildWonder
from companion.games.duel.rules.price import Price, wonder_price
from companion.games.duel.rules.setup import UNREAD_WONDER
from companion.games.duel.rules.state import City, State, all_built, one_more, untaken, with_city


def may_build(state: State, seat: int) -> int:
    """The wonders that a player may build: his own that are not built, and what one may be that nobody has read."""
    city = state.cities[seat]
    return city.wonders & ~city.built & ~state.returned | candidates(state, seat)


def candidates(state: State, seat: int) -> int:
    """The wonders that one may be which lies before a player, is not built, and which nobody has read."""
    return untaken(state) if state.unnamed[seat] > 0 and not all_built(state) else 0


def affordable(state: State, seat: int, price: Price) -> bool:
    """Whether a player can pay this: of who built a wonder that nobody has read nobody knows what it gives."""
    return price.total <= state.cities[seat].coins or state.raised[seat] > 0


def which(state: State, move: BuildWonder) -> int | None:
    """The wonder that is built; ``None``: none that can be, or nobody knows which."""
    there = may_build(state, move.seat)
    if move.wonder != UNREAD_WONDER:
        wonder = FACTS.wonder_index[move.wonder]
        return wonder if there >> wonder & 1 else None
    found = there & _among(move)
    return found.bit_length() - 1 if found.bit_count() == 1 else None


def is_unread(state: State, move: BuildWonder) -> bool:
    """Whether it is a wonder that nobody has read, and of several that it may be nobody knows which.

    Each may be one that is known to be the player's by now: it was named after it had been built.
    """
    return move.wonder == UNREAD_WONDER and (may_build(state, move.seat) & _among(move)).bit_count() > 1


def build(state: State, move: BuildWonder) -> tuple[State, ...]:
    """The wonder is built: how the table may be, likeliest first.

    Of one that nobody has read nobody knows whether it gives another turn or a choice: what is done next tells.
    """
    seat, wonder = move.seat, which(state, move)
    if wonder is not None:
        state = _named(state, seat, wonder)
        return (add_wonder(pay(state, seat, _price(state, seat, wonder)), seat, wonder),)
    if not is_unread(state, move):
        return (state,)
    found = places(may_build(state, seat) & _among(move))
    paid = min((_price(state, seat, one) for one in found), key=lambda price: price.total)
    state = gain(pay(state, seat, paid), seat, min(FACTS.wonders[one].gains for one in found))
    unnamed, raised = one_more(state.unnamed, seat, -1), one_more(state.raised, seat)
    state = returned(replace(state, unnamed=unnamed, raised=raised))
    ways = dict[tuple[str, bool], State]()
    # A pawn that nobody has moved tells nothing yet: of those that give the same the least of it is known.
    for one in sorted(found, key=lambda one: FACTS.wonders[one].shields):
        way = turn_after(advance(state, seat, FACTS.wonders[one].shields), seat, one)
        ways.setdefault((way.choice, way.again), way)
    return tuple(ways[given] for given in sorted(ways))


def _among(move: BuildWonder) -> int:
    return mask(FACTS.wonder_index[name] for name in move.among or FACTS.wonder_index)


def _named(state: State, seat: int, wonder: int) -> State:
    """The state in which a wonder that is built is known to be its owner's."""
    if not untaken(state) >> wonder & 1:
        return state
    old = state.cities[seat]
    city = City(old.cards, old.wonders | 1 << wonder, old.built, old.tokens, old.coins)
    return replace(state, cities=with_city(state.cities, seat, city), unnamed=one_more(state.unnamed, seat, -1))


def _price(state: State, seat: int, wonder: int) -> Price:
    return wonder_price(state.cities[seat], state.cities[1 - seat], wonder)
