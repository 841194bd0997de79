"""A table of 7 Wonders in the middle of a game, as who joins it may know it."""

from typing import Any

from msgspec.structs import replace

from companion.games.seven_wonders.places import face_of
from companion.games.seven_wonders.rules import Setup, State
from companion.games.seven_wonders.rules.facts import BOARDS, cards_in
from companion.games.seven_wonders.rules.setup import CityUnderway, Underway


def can_join(state: State) -> bool:
    """Between two turns of a game that goes on."""
    return not state.finished and not state.offers and not any(state.chosen)


def underway(state: State) -> Setup:
    """The set-up of who joins this table."""
    boards = tuple((BOARDS[city.board].wonder, BOARDS[city.board].side) for city in state.cities)
    cities = tuple(
        CityUnderway(
            tuple(card.id for card in cards_in(city.cards)), city.stages, city.coins, tuple(sorted(city.tokens))
        )
        for city in state.cities
    )
    return Setup(
        wonders=boards[: state.players],
        free_city=boards[2] if state.players == 2 else None,
        house_rules=state.rules,
        edition=state.edition,
        position=Underway(cities, state.age, state.turn),
    )


def as_known(state: State) -> Any:
    """A table but for what nobody can see who joins: which of two alike lies there, hands, what lies face down.

    Nor whether a free building of this age was used, nor in which order conflict tokens were taken.
    """
    cities = tuple(
        (
            replace(city, cards=0, tokens=tuple(sorted(city.tokens)), free_age=0, under=()),
            sorted(face_of(card.place) for card in cards_in(city.cards)),
            len(city.under),
        )
        for city in state.cities
    )
    hands = tuple(len(hand) for hand in state.hands)
    return cities, hands, len(state.discard), state.age, state.turn, state.chosen, state.offers, state.finished
