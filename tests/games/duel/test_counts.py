"""How many ways there are to play on from small fixed positions: numbers kept so that no rule changes unseen."""

import pytest
from msgspec.structs import replace

from companion.games.duel import rules
from companion.games.duel.rules import State
from companion.games.duel.rules.facts import FACTS
from companion.games.duel.rules.moves import LayOut
from tests.games.duel.tables import WONDERS, city, play, table

FIRST = (
    *("theater", "altar", "lumber_yard", "clay_pool", "quarry", "baths", "stable", "garrison", "palisade"),
    *("scriptorium", "pharmacist", "tavern", "workshop", "apothecary", "stone_pit", "clay_pit", "press"),
    *("glassworks", "guard_tower", "logging_camp"),
)


def ways(state: State, depth: int) -> int:
    """Sequences of so many legal moves (fewer where the game ends)."""
    moves = rules.legal(state)
    if depth == 1:
        return len(moves)
    return sum(ways(rules.apply(state, move), depth - 1) or 1 for move in moves) if moves else 0


def opening() -> State:
    return play(rules.begin(rules.Setup(0, WONDERS)), LayOut(1, FIRST))


def last_three() -> State:
    """Three cards of the third age are left, one on the two others; wonders and coins for both."""
    own = city("quarry scriptorium", own="sphinx mausoleum", coins=12)
    rival = city("press clay_pool", own="circus_maximus colossus", progress="economy", coins=9)
    state = table(own, rival, age=3, left=3, pawn=4, discard="tavern")
    laid = ("palace", "arsenal", "circus", "obelisk", *["circus"] * 16)
    return replace(state, laid=tuple(FACTS.index[card] for card in laid), standing=0b1011)


@pytest.mark.parametrize(("depth", "count"), [(1, 12), (2, 120), (3, 2081)])
def test_the_opening_of_the_first_game(depth: int, count: int) -> None:
    """By hand: six free cards to build or discard, no wonder is affordable; then five cards."""
    assert ways(opening(), depth) == count


@pytest.mark.parametrize(("depth", "count"), [(1, 3), (2, 16), (3, 48), (4, 56), (6, 56)])
def test_the_last_three_cards(depth: int, count: int) -> None:
    """By hand: 3; after building (Economy makes the other rich) 8, after discarding 6, after the Sphinx 2."""
    assert ways(last_three(), depth) == count


@pytest.mark.parametrize(("depth", "count"), [(1, 12), (2, 132), (3, 1320)])
def test_the_draft_without_an_offer(depth: int, count: int) -> None:
    assert ways(rules.begin(rules.Setup()), depth) == count
