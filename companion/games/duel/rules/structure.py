"""The structure of cards: laying it out, turning cards up, taking them. Section "Preparing the structure"."""

from msgspec.structs import replace

from companion.games.duel.rules.facts import FACTS, mask
from companion.games.duel.rules.moves import LayOut, Reveal
from companion.games.duel.rules.state import ALL_SLOTS, GUILDS, UNREAD, State, free_slots, gone, seen, unread_free


def take(state: State, card: int) -> State:
    """A card leaves the structure.

    A card that nobody had read was the one unread free card; where it cannot be told which one it was, or where it
    cannot have lain there at all, the layout as it was read is not believed any more.
    """
    left = state.left - 1
    if not state.laid:
        return replace(state, left=left)
    slot = slot_of(state, card)
    if slot is None:
        unread = unread_free(state)
        if len(unread) != 1:
            return replace(state, left=left, laid=(), standing=0)
        slot = unread[0]
    laid = (*state.laid[:slot], card, *state.laid[slot + 1 :])
    return replace(state, left=left, laid=laid, standing=state.standing & ~(1 << slot))


def slot_of(state: State, card: int) -> int | None:
    """The slot in which this card was read and still stands."""
    if card not in state.laid:
        return None
    slot = state.laid.index(card)
    return slot if state.standing >> slot & 1 else None


def laid_cards(move: LayOut) -> tuple[int, ...]:
    """A layout's cards as places; unread ones as ``UNREAD``."""
    return tuple(UNREAD if name is None else FACTS.index[name] for name in move.layout)


def misfit(state: State, move: LayOut) -> str:
    """Why these cards cannot be the structure of this age, at its beginning, in a word; empty: they can."""
    table = FACTS.table
    cards = [card for card in laid_cards(move) if card != UNREAD]
    bits = mask(cards)
    if move.age != state.age:
        return "age" if state.age else "draft"
    reasons = {
        "slots": len(move.layout) != table.cards_per_age,
        "late": state.left != table.cards_per_age,
        "twice": len(cards) != bits.bit_count(),
        "other_age": bits & ~FACTS.ages[state.age],
        "played": bits & gone(state),
        "guilds": (bits & GUILDS).bit_count() > table.guilds,
    }
    return next((reason for reason, given in reasons.items() if given), "")


def lay_out(state: State, move: LayOut) -> State:
    """The structure as it was laid, where there is no ``misfit``."""
    return replace(state, laid=laid_cards(move), standing=ALL_SLOTS)


def can_be(state: State, slot: int, card: int) -> bool:
    """Whether this card may be what lies in a standing slot: of this age and not seen anywhere else."""
    known = seen(replace(state, laid=tuple(other for k, other in enumerate(state.laid) if k != slot)))
    return bool(FACTS.ages[state.age] >> card & 1) and not known >> card & 1


def reveal(state: State, move: Reveal) -> State:
    """A card was turned up; where nothing stands, or the card cannot be there, nothing changes."""
    slot, card = move.reveal, FACTS.index[move.card]
    if not state.laid or not stands(state, slot) or not can_be(state, slot, card):
        return state
    return replace(state, laid=(*state.laid[:slot], card, *state.laid[slot + 1 :]))


def stands(state: State, slot: int) -> bool:
    """Whether a card still lies in this slot of a known layout."""
    return 0 <= slot < len(state.laid) and bool(state.standing >> slot & 1)


def is_face_down(state: State, slot: int) -> bool:
    """Whether the card of this slot was laid face down and still has a card on it."""
    return not FACTS.layouts[state.age].face_up >> slot & 1 and not is_free(state, slot)


def is_free(state: State, slot: int) -> bool:
    """Whether no card lies on this slot."""
    return slot in free_slots(state.age, state.standing)
