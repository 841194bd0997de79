"""A state as plain JSON-able words: what ``check`` lines compare and golden playthroughs print."""

from typing import Any

from companion.games.duel.rules.facts import FACTS, RESOURCES, places
from companion.games.duel.rules.military import shields
from companion.games.duel.rules.price import Price, building_price, production, trade_prices, wonder_price
from companion.games.duel.rules.say import card_ids, obligations, price_line, token_ids, wonder_ids
from companion.games.duel.rules.science import symbols
from companion.games.duel.rules.state import UNREAD, State, free_cards

_UNKNOWN = "?"
"""A card in the discard pile, or a token, that nobody knows."""


def wonders(state: State, seat: int) -> tuple[str, ...]:
    """The wonders that a player has built, by id."""
    return wonder_ids(state.cities[seat].built)


def quote(state: State, seat: int, piece: str) -> Price:
    """What a card or a wonder (by id) costs a player now. Raises ``KeyError`` for an unknown one."""
    city, rival = state.cities[seat], state.cities[1 - seat]
    if piece in FACTS.wonder_index:
        return wonder_price(city, rival, FACTS.wonder_index[piece])
    return building_price(city, rival, FACTS.index[piece])


def describe_seat(state: State, seat: int) -> dict[str, Any]:
    """One player's side of the table."""
    city, rival = state.cities[seat], state.cities[1 - seat]
    unbuilt = city.wonders & ~city.built & ~state.returned
    return {
        "cards": list(card_ids(city.cards)),
        "wonders": list(wonder_ids(city.built)),
        "wonders_left": {
            wonder: _price(wonder_price(city, rival, FACTS.wonder_index[wonder])) for wonder in wonder_ids(unbuilt)
        },
        "progress": [*token_ids(city.tokens), *(_UNKNOWN,) * state.untold[seat]],
        "coins": city.coins,
        "shields": shields(city),
        "symbols": symbols(city),
        "production": dict(zip(RESOURCES, production(city.cards), strict=True)),
        "trade": dict(zip(RESOURCES, trade_prices(city, rival), strict=True)),
    }


def describe(state: State) -> dict[str, Any]:
    """The whole table."""
    return {
        "age": state.age,
        "turn": state.number,
        "to_move": None if state.finished else state.to_move,
        "choice": state.choice or None,
        "again": state.again,
        "left": state.left if state.age else 0,
        "layout": _layout(state),
        "free": _free(state),
        "pawn": state.pawn,
        "loot": _loot(state),
        "board": list(token_ids(state.board)),
        "unread": state.unread,
        "discard": [*card_ids(state.discard), *(_UNKNOWN,) * state.buried],
        "returned": list(wonder_ids(state.returned)),
        "offer": list(wonder_ids(state.offer)),
        "finished": state.finished,
        "supremacy": {"kind": state.supremacy, "seat": state.victor} if state.supremacy else None,
        "obligations": list(obligations(state)),
        "seats": [describe_seat(state, seat) for seat in range(state.players)],
    }


def _price(price: Price) -> dict[str, Any]:
    return {"coins": price.total, "why": price_line(price)}


def _layout(state: State) -> list[str | None]:
    """The card in each slot that still stands: ``"?"`` if nobody has read it; ``null``: taken. Empty: not known."""
    return [
        (("?" if card == UNREAD else FACTS.cards[card].id) if state.standing >> slot & 1 else None)
        for slot, card in enumerate(state.laid)
    ]


def _free(state: State) -> dict[str, Any]:
    """What each card that may be taken costs the player to move; empty where the layout is not known."""
    if not state.laid or state.finished:
        return {}
    city, rival = state.cities[state.to_move], state.cities[1 - state.to_move]
    known = set(state.laid)
    return {
        FACTS.cards[card].id: _price(building_price(city, rival, card)) for card in free_cards(state) if card in known
    }


def _loot(state: State) -> list[dict[str, int]]:
    """The loot tokens left: where they lie on the track (as the pawn counts) and how many coins they take."""
    zones = FACTS.table.zones
    tokens = []
    for place in places(state.loot):
        seat, zone = divmod(place, len(zones))
        tokens.append({"at": -zones[zone].at if seat else zones[zone].at, "coins": zones[zone].loot})
    return tokens
