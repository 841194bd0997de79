"""A state as plain JSON-able words: what ``check`` lines compare and golden playthroughs print.

Nothing secret is in it: no hand, no card that was chosen and is not yet turned up, no card that lies face down.
"""

from typing import Any

from companion.games.seven_wonders.rules.facts import BOARDS, cards_in
from companion.games.seven_wonders.rules.military import shields
from companion.games.seven_wonders.rules.say import obligations
from companion.games.seven_wonders.rules.state import City, State, free_city_controller, to_choose


def wonders(state: State, seat: int) -> tuple[str, ...]:
    """The wonder before a seat and its side, as ``("giza A",)``: what results are counted by."""
    board = BOARDS[state.cities[seat].board]
    return (f"{board.wonder} {board.side}",)


def buildings(city: City) -> list[str]:
    """The ids of a city's buildings, in the order of the facts."""
    return [card.id for card in cards_in(city.cards)]


def describe_seat(state: State, seat: int) -> dict[str, Any]:
    """One city (with two players seat 2 is the Free City)."""
    city = state.cities[seat]
    board = BOARDS[city.board]
    return {
        "wonder": board.wonder,
        "side": board.side,
        "stages": city.stages,
        "cards": buildings(city),
        "coins": city.coins,
        "conflict_tokens": list(city.tokens),
        "shields": shields(city),
        "hand": len(state.hands[seat]) if seat < state.players else 0,
        "chosen": state.chosen[seat] is not None,
    }


def describe(state: State) -> dict[str, Any]:
    """The whole table."""
    return {
        "age": state.age,
        "turn": state.turn,
        "to_move": list(to_choose(state)),
        "offers": [list(offer) for offer in state.offers],
        "discard": len(state.discard),
        "free_city_controller": free_city_controller(state.age, state.turn) if state.players == 2 else None,
        "finished": state.finished,
        "obligations": list(obligations(state)),
        "seats": [describe_seat(state, seat) for seat in range(len(state.cities))],
    }
