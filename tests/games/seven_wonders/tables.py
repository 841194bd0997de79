"""Tables in the middle of a game, for tests: real states, with cards laid out as a test needs them."""

from typing import Any

from msgspec.structs import replace

from companion.games.seven_wonders import rules
from companion.games.seven_wonders.rules import Setup, State
from companion.games.seven_wonders.rules.facts import FACTS
from companion.games.seven_wonders.rules.moves import Hand
from companion.games.seven_wonders.rules.setup import HouseRules, WonderSide
from companion.games.seven_wonders.rules.state import dealt, free_city_controller

EVERYTHING = (
    *("sawmill", "lumber_yard", "quarry", "stone_pit", "foundry", "ore_vein", "brickyard", "clay_pool", "caravansery"),
    *("loom_1", "glassworks_1", "press_1"),
)
"""Buildings that produce enough for every stage of every wonder."""


def board(words: str) -> WonderSide:
    """A board as ``"giza A"``."""
    wonder, side = words.split()
    return wonder, side


def begin(*boards: str, free_city: str | None = None, edition: int = 1, **house_rules: Any) -> State:
    """A new game (of three, if no boards are named)."""
    wonders = tuple(map(board, boards or ("giza A", "rhodes A", "ephesus A")))
    return rules.begin(
        Setup(wonders, board(free_city) if free_city else None, HouseRules(**house_rules), edition=edition)
    )


def two(first: str = "giza A", second: str = "rhodes A", free_city: str = "ephesus A", **house_rules: Any) -> State:
    """A new game of two players with the Free City as seat 2."""
    return begin(first, second, free_city=free_city, **house_rules)


def with_city(state: State, seat: int, **changes: Any) -> State:
    """A city with these fields changed."""
    cities = list(state.cities)
    cities[seat] = replace(cities[seat], **changes)
    return replace(state, cities=tuple(cities))


def seen(state: State, *cards: str) -> State:
    """One copy of each of these cards has been seen."""
    unseen = list(state.unseen)
    for card in cards:
        unseen[state.facts.index[card]] -= 1
    return replace(state, unseen=tuple(unseen))


def lay(state: State, seat: int, *cards: str) -> State:
    """These buildings stand in a city."""
    bits = sum(1 << state.facts.index[card] for card in cards)
    return with_city(seen(state, *cards), seat, cards=state.cities[seat].cards | bits)


def built(state: State, seat: int, stages: int) -> State:
    """So many stages of a wonder are built."""
    return with_city(state, seat, stages=stages)


def rich(state: State, seat: int, coins: int) -> State:
    """A city has so many coins."""
    return with_city(state, seat, coins=coins)


def thrown(state: State, *cards: str) -> State:
    """These cards lie on the discard pile; ``"?"``: one of this age that nobody has seen."""
    places = [-state.age if card == "?" else state.facts.index[card] for card in cards]
    return replace(seen(state, *(card for card in cards if card != "?")), discard=tuple(sorted(places)))


def at(state: State, age: int, turn: int) -> State:
    """The beginning of a turn, the hands unseen."""
    hands = tuple(hand[: FACTS.table.hand - turn + 1] for hand in dealt(3, age)[:1] * state.players)
    if state.players == 2:
        seat = free_city_controller(age, turn)
        hands = tuple((*hand, -age) if k == seat else hand for k, hand in enumerate(hands))
    return replace(state, age=age, turn=turn, hands=hands)


def holding(state: State, seat: int, *cards: str) -> State:
    """These cards have been seen in a hand."""
    return rules.apply(state, Hand(seat, cards))
