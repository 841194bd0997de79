"""The wonder draft as moves. Section "Wonder draft"."""

from msgspec.structs import replace

from companion.games.duel.rules.facts import FACTS, mask
from companion.games.duel.rules.moves import DraftWonder, Offer
from companion.games.duel.rules.state import ALL_WONDERS, City, State, with_city
from companion.games.duel.rules.turns import drafted, drafter


def available(state: State) -> int:
    """The wonders that may be chosen now: those on offer, or all not taken where no offer was read."""
    taken = state.cities[0].wonders | state.cities[1].wonders
    return (state.offer or ALL_WONDERS) & ~taken


def offer_fits(state: State, move: Offer) -> bool:
    """Whether these four wonders can be laid out now."""
    bits = mask(FACTS.wonder_index[wonder] for wonder in move.offer)
    offered = FACTS.table.wonders_offered
    taken = state.cities[0].wonders | state.cities[1].wonders
    return (
        state.age == 0
        and drafted(state) % offered == 0
        and len(move.offer) == offered == bits.bit_count()
        and not bits & taken
    )


def lay_offer(state: State, move: Offer) -> State:
    """Four wonders lie there to choose from; what cannot be changes nothing."""
    if not offer_fits(state, move):
        return state
    return replace(state, offer=mask(FACTS.wonder_index[wonder] for wonder in move.offer))


def draft(state: State, move: DraftWonder) -> State:
    """A wonder is chosen; after the last one the first player begins the first age."""
    wonder = FACTS.wonder_index[move.wonder]
    taken = state.cities[0].wonders | state.cities[1].wonders
    if state.age > 0 or taken >> wonder & 1:
        return state
    old = state.cities[move.seat]
    city = City(old.cards, old.wonders | 1 << wonder, old.built, old.tokens, old.coins)
    state = replace(state, cities=with_city(state.cities, move.seat, city), offer=state.offer & ~(1 << wonder))
    count = drafted(state)
    if count == len(FACTS.table.draft):
        return replace(state, age=1, offer=0, to_move=state.first)
    offer = 0 if count % FACTS.table.wonders_offered == 0 else state.offer
    return replace(state, offer=offer, to_move=drafter(state.first, count))
