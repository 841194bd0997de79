"""The structure of cards: laying it out, turning cards up, taking them. Section "Preparing the structure"."""

from collections.abc import Sequence
from functools import reduce
from operator import or_

from msgspec.structs import replace

from companion.games.duel.rules.facts import FACTS, mask
from companion.games.duel.rules.moves import LayOut, Reveal
from companion.games.duel.rules.state import (
    ALL_SLOTS,
    GUILDS,
    UNREAD,
    State,
    Structure,
    free_slots,
    gone,
    open_slots,
    ways,
)

_MOST_WAYS = 60
"""So many ways are kept apart: three unread cards were taken of five that lay free."""


def take(state: State, card: int) -> State:
    """A card leaves the structure.

    A card that nobody had read was an unread free one, else a free one that was misread; where several were, it may
    have been any of them. What lay in a slot that is empty tells nothing any more. ``UNREAD``: nobody has read it by
    now.
    """
    left = state.left - 1
    slot = slot_of(state, card) if card != UNREAD else None
    if slot is not None and not state.either:
        return replace(state, left=left, laid=_with(state.laid, slot, UNREAD), standing=state.standing & ~(1 << slot))
    if not state.laid:
        return replace(state, left=left)
    found = [(_taken_from(way, card, state.age), way) for way in ways(state)]
    easiest = min((rank for (rank, slots), _ in found if slots), default=0)
    after = [
        Structure(_with(way.laid, slot, UNREAD), way.standing & ~(1 << slot))
        for (rank, slots), way in found
        if rank == easiest
        for slot in slots
    ]
    return _one_of(state, after, left)


def _taken_from(way: Structure, card: int, age: int) -> tuple[int, tuple[int, ...]]:
    """The slots from which this card may have been taken, and how odd that is.

    0: it lay free, 1: it was covered, 2: it was misread.
    """
    free = free_slots(age, way.standing)
    slot = way.laid.index(card) if card != UNREAD and card in way.laid else None
    if slot is not None and way.standing >> slot & 1:
        return int(slot not in free), (slot,)
    unread = tuple(slot for slot in free if way.laid[slot] == UNREAD)
    return (0, unread) if unread else (2, free)


def _with(laid: tuple[int, ...], slot: int, card: int) -> tuple[int, ...]:
    return (*laid[:slot], card, *laid[slot + 1 :])


def _one_of(state: State, found: Sequence[Structure], left: int) -> State:
    """The structure is one of these, with so many cards left; of too many, or none, nothing is known any more."""
    different = tuple(found) if len(found) == 1 else tuple(dict.fromkeys(found))
    if not 0 < len(different) <= _MOST_WAYS:
        return replace(state, left=left, laid=(), standing=0, either=())
    if len(different) == 1:
        return replace(state, left=left, laid=different[0].laid, standing=different[0].standing, either=())
    laid = tuple(
        cards[0] if len(set(cards)) == 1 else UNREAD for cards in zip(*(w.laid for w in different), strict=True)
    )
    standing = reduce(or_, (way.standing for way in different))
    return replace(state, left=left, laid=laid, standing=standing, either=different)


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
    return replace(state, laid=laid_cards(move), standing=ALL_SLOTS, either=())


def can_be(state: State, slot: int, card: int) -> bool:
    """Whether this card may be what lies in a standing slot: of this age and not seen anywhere else."""
    elsewhere = gone(state) >> card & 1 or state.laid.count(card) > (state.laid[slot] == card)
    return bool(FACTS.ages[state.age] >> card & 1) and not elsewhere


def reveal(state: State, move: Reveal) -> State:
    """A card was turned up; where nothing stands, or the card cannot be there, nothing changes."""
    slot, card = move.reveal, FACTS.index[move.card]
    if not state.laid or not stands(state, slot) or not can_be(state, slot, card):
        return state
    there = [way for way in ways(state) if way.standing >> slot & 1]
    up = FACTS.layouts[state.age].face_up >> slot & 1
    # What lay face down is turned up where it lies free.
    told = [way for way in there if up or slot in free_slots(state.age, way.standing)] or there
    return _one_of(state, [Structure(_with(way.laid, slot, card), way.standing) for way in told], state.left)


def stands(state: State, slot: int) -> bool:
    """Whether a card still lies in this slot of a known layout."""
    return 0 <= slot < len(state.laid) and bool(state.standing >> slot & 1)


def is_face_down(state: State, slot: int) -> bool:
    """Whether the card of this slot was laid face down and still has a card on it."""
    return not FACTS.layouts[state.age].face_up >> slot & 1 and not is_free(state, slot)


def is_free(state: State, slot: int) -> bool:
    """Whether no card lies on this slot, as far as is known."""
    return slot in open_slots(state)
