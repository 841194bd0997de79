"""The wonder draft as moves. Section "Wonder draft"."""

from msgspec.structs import replace

from companion.games.duel.rules.facts import FACTS, mask
from companion.games.duel.rules.moves import DraftWonder, Offer
from companion.games.duel.rules.setup import UNREAD_WONDER
from companion.games.duel.rules.state import City, State, one_more, untaken, with_city
from companion.games.duel.rules.turns import drafted, drafter


def available(state: State) -> int:
    """The wonders that may be chosen now: those on offer, or all not taken where not all of the offer was read."""
    return untaken(state) if state.offer_unread or not state.offer else state.offer & untaken(state)


def is_offered(state: State) -> bool:
    """Whether wonders lie there to choose from, as far as is known; perhaps nobody has read any of them."""
    return bool(state.offer or state.offer_unread)


def may_be_unread(state: State) -> bool:
    """Whether a wonder that nobody has read may be chosen now."""
    return state.age == 0 and (state.offer_unread > 0 or not state.offer)


def offer_fits(state: State, move: Offer) -> bool:
    """Whether these four wonders can be laid out now."""
    named = [wonder for wonder in move.offer if wonder != UNREAD_WONDER]
    bits = mask(FACTS.wonder_index[wonder] for wonder in named)
    offered = FACTS.table.wonders_offered
    return (
        state.age == 0
        and drafted(state) % offered == 0
        and len(move.offer) == offered
        and len(named) == bits.bit_count()
        and not bits & ~untaken(state)
    )


def lay_offer(state: State, move: Offer) -> State:
    """Four wonders lie there to choose from; what cannot be changes nothing."""
    if not offer_fits(state, move):
        return state
    named = [wonder for wonder in move.offer if wonder != UNREAD_WONDER]
    bits = mask(FACTS.wonder_index[wonder] for wonder in named)
    return replace(state, offer=bits, offer_unread=len(move.offer) - len(named))


def draft(state: State, move: DraftWonder) -> State:
    """A wonder is chosen; after the last one the first player begins the first age."""
    if state.age > 0:
        return state
    if move.wonder == UNREAD_WONDER:
        return _drafted(replace(_less_unread(state), unnamed=one_more(state.unnamed, move.seat)))
    wonder = FACTS.wonder_index[move.wonder]
    if not untaken(state) >> wonder & 1:
        return state
    state = replace(state, offer=state.offer & ~(1 << wonder)) if state.offer >> wonder & 1 else _less_unread(state)
    old = state.cities[move.seat]
    city = City(old.cards, old.wonders | 1 << wonder, old.built, old.tokens, old.coins)
    return _drafted(replace(state, cities=with_city(state.cities, move.seat, city)))


def _less_unread(state: State) -> State:
    """One of those on offer that nobody has read is taken."""
    return replace(state, offer_unread=max(0, state.offer_unread - 1))


def _drafted(state: State) -> State:
    """The table after a choice."""
    count = drafted(state)
    if count == len(FACTS.table.draft):
        return replace(state, age=1, offer=0, offer_unread=0, to_move=state.first)
    if count % FACTS.table.wonders_offered == 0:
        state = replace(state, offer=0, offer_unread=0)
    return replace(state, to_move=drafter(state.first, count))
