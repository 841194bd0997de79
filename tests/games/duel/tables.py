"""Tables in the middle of a game, for tests: real states with what a test needs lying in the cities."""

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from companion.games.duel import rules
from companion.games.duel.rules import Move, Setup, State
from companion.games.duel.rules.facts import FACTS, mask
from companion.games.duel.rules.setup import HouseRules
from companion.games.duel.rules.state import City, with_city
from companion.games.vocabulary import Finding

WONDERS = (
    ("pyramids", "great_lighthouse", "temple_of_artemis", "statue_of_zeus"),
    ("circus_maximus", "piraeus", "appian_way", "colossus"),
)
"""The sets that the rulebook gives for a first game."""
TOKENS = ("agriculture", "architecture", "economy", "law", "masonry")
"""On the board unless a test says otherwise; mathematics, philosophy, strategy, theology, urbanism are set aside."""


def cards(names: str) -> int:
    """Cards by name, as a set."""
    return mask(FACTS.index[name] for name in names.split())


def wonders(names: str) -> int:
    """Wonders by name, as a set."""
    return mask(FACTS.wonder_index[name] for name in names.split())


def tokens(names: str) -> int:
    """Progress tokens by name, as a set."""
    return mask(FACTS.token_index[name] for name in names.split())


def city(names: str = "", *, own: str = "", built: str = "", progress: str = "", coins: int = 7) -> City:
    """A city with these cards; ``own``: wonders not built yet."""
    return City(cards(names), wonders(own) | wonders(built), wonders(built), tokens(progress), coins)


def table(seat_0: City | None = None, seat_1: City | None = None, *, age: int = 1, **more: Any) -> State:
    """A table with these cities, seat 0 to move, no layout known, as after ``more`` changes of the state.

    ``discard``/``board`` take names.
    """
    state = rules.begin(Setup(0, WONDERS, TOKENS, more.pop("house_rules", HouseRules())))
    for name, as_set in (("discard", cards), ("board", tokens), ("tucked", cards)):
        if name in more:
            more[name] = as_set(more[name])
    return replace(state, cities=(seat_0 or city(), seat_1 or city()), age=age, **more)


def draft_table() -> State:
    """A table before the wonders are drafted; seat 0 begins."""
    return rules.begin(Setup(progress=TOKENS))


def play(state: State, *moves: Move) -> State:
    """Play legal moves."""
    for move in moves:
        state = rules.apply(state, move)
    return state


def codes(found: Iterable[Finding]) -> list[str]:
    """The codes of findings."""
    return [finding.code for finding in found]


def points(state: State, seat: int = 0) -> dict[str, int]:
    """A seat's categories with points in them."""
    return {name: count for name, count in rules.scores(state).categories[seat].items() if count}


def holding(state: State, seat: int, **changes: Any) -> State:
    """A city with changed fields."""
    return replace(state, cities=with_city(state.cities, seat, replace(state.cities[seat], **changes)))
