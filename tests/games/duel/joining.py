"""A table of Duel in the middle of a game, as who joins it may know it."""

from typing import Any

from msgspec.structs import replace

from companion.games.duel.rules import Setup, State
from companion.games.duel.rules.facts import FACTS, mask, places
from companion.games.duel.rules.say import card_ids, token_ids, wonder_ids
from companion.games.duel.rules.setup import SEATS, PlayerPosition, Underway
from companion.games.duel.rules.state import ALL_SLOTS, UNREAD

_ZONES = FACTS.table.zones


def can_join(state: State) -> bool:
    """Between two turns of a game that goes on, its structure known or not yet laid out."""
    laid = bool(state.laid) or state.left == FACTS.table.cards_per_age
    return state.age > 0 and not state.finished and not state.choice and laid and not state.either and not state.again


def underway(state: State, discards: int = ~0) -> Setup:
    """The set-up of who joins this table; of the discard pile he knows these cards (a mask)."""
    position = Underway(
        players=tuple(
            PlayerPosition(card_ids(city.cards), wonder_ids(city.built), token_ids(city.tokens), city.coins)
            for city in state.cities
        ),
        age=state.age,
        layout=tuple(None if card == UNREAD else FACTS.cards[card].id for card in state.laid),
        taken=places(ALL_SLOTS & ~state.standing) if state.laid else (),
        pawn=state.pawn,
        loot=tuple(
            tuple(zone.loot for k, zone in enumerate(_ZONES) if state.loot >> k + len(_ZONES) * seat & 1)
            for seat in range(SEATS)
        ),
        discard=card_ids(state.discard & discards),
    )
    return Setup(
        first=state.to_move,
        wonders=tuple(wonder_ids(city.wonders & ~state.returned) for city in state.cities),
        progress=token_ids(state.board),
        house_rules=state.rules,
        position=position,
    )


def as_known(state: State) -> Any:
    """A table but for what nobody can see who joins: cards discarded and under wonders, and which turn it is."""
    cities = tuple(replace(city, wonders=city.wonders & ~state.returned) for city in state.cities)
    gone = state.discard.bit_count() + state.buried
    return replace(state, cities=cities, returned=0, first=0, number=0, tucked=0, discard=mask(range(gone)), buried=0)
