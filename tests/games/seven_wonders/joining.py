"""A table of 7 Wonders in the middle of a game, as who joins it may know it."""

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from companion.games.seven_wonders.places import face_of
from companion.games.seven_wonders.rules import Setup, State
from companion.games.seven_wonders.rules.effects import Coins, CoinsPer, Effect, Special
from companion.games.seven_wonders.rules.facts import BOARDS, CARDS, cards_in
from companion.games.seven_wonders.rules.moves import UNSEEN
from companion.games.seven_wonders.rules.setup import STAGE, CityUnderway, Underway
from companion.games.seven_wonders.rules.state import City
from companion.games.seven_wonders.seen import purses


def can_join(state: State) -> bool:
    """In a game that goes on, between two turns or in one, unless a wonder offers something."""
    return not state.finished and not state.offers and not state.ahead


def lying(state: State) -> tuple[City, ...]:
    """The cities as they lie: with what has been laid in this turn, and without what was paid."""
    return tuple(_lies(state, seat) for seat in range(len(state.cities)))


def _lies(state: State, seat: int) -> City:
    city, chosen = replace(state.cities[seat], coins=purses(state)[seat]), state.chosen[seat]
    if chosen is None or chosen.act in {"discard", "laid"}:
        return city
    if chosen.act == "stage":
        return replace(city, stages=city.stages + 1, under=(*city.under, chosen.card))
    return replace(city, cards=city.cards | 1 << chosen.card)


def laid(state: State, seat: int, *, exactly: bool = False) -> str:
    """What somebody says who is asked for the card of this turn: which it was, where it brings something yet.

    ``exactly``: wherever it lies before him.
    """
    chosen = state.chosen[seat]
    if chosen is None:
        return ""
    if chosen.act == "stage":
        city = state.cities[seat]
        return STAGE if exactly or _brings(BOARDS[city.board].stages[city.stages].effects) else UNSEEN
    if chosen.act in {"build", "free"} and (exactly or _brings(CARDS[chosen.card].effects)):
        return CARDS[chosen.card].id
    return UNSEEN


def _brings(effects: Iterable[Effect]) -> bool:
    return any(
        isinstance(one, Coins | CoinsPer) or (isinstance(one, Special) and one.name == "build_from_discard_free")
        for one in effects
    )


def underway(state: State, *, exactly: bool = False) -> Setup:
    """The set-up of who joins this table; ``exactly``: he knows which card each city has laid in this turn."""
    boards = tuple((BOARDS[city.board].wonder, BOARDS[city.board].side) for city in state.cities)
    cities = tuple(
        CityUnderway(
            tuple(card.id for card in cards_in(city.cards)),
            city.stages,
            city.coins,
            tuple(sorted(city.tokens)),
            laid(state, seat, exactly=exactly),
        )
        for seat, city in enumerate(lying(state))
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
        for city in lying(state)
    )
    hands = tuple(len(hand) for hand in state.hands)
    chosen = tuple(one is not None for one in state.chosen)
    thrown = len(state.discard) + sum(one is not None and one.act == "discard" for one in state.chosen)
    return cities, hands, thrown, state.age, state.turn, chosen, state.offers, state.finished
