"""How many ways there are to play on from small fixed positions: numbers kept so that no rule changes unseen."""

import pytest

from companion.games.seven_wonders import rules
from companion.games.seven_wonders.rules.state import State, to_choose
from tests.games.seven_wonders.tables import EVERYTHING, at, begin, built, holding, lay, rich, two


def ways(state: State, age: int, turn: int) -> int:
    """Sequences of legal moves, seats choosing in seat order, until this turn begins (or the game ends)."""
    if state.finished or (state.age, state.turn) == (age, turn):
        return 1
    seat = to_choose(state)[0]
    return sum(ways(rules.apply(state, move), age, turn) for move in rules.legal(state) if move.seat == seat)


def one_turn() -> State:
    """9 x 6 x 5: each may discard 3 cards.

    Giza: baths, guard tower, scriptorium (papyrus bought), and the stage (a stone bought) with each of 3 cards.
    Rhodes: all three buildings, but no second wood for the stage. Ephesus: theater and loom; two stones cost 4 coins.
    """
    state = at(begin("giza A", "rhodes A", "ephesus A"), 1, 5)
    state = lay(lay(lay(state, 0, "clay_pool"), 1, "timber_yard"), 2, "press_1")
    state = holding(state, 0, "baths", "guard_tower", "scriptorium")
    return holding(holding(state, 1, "stockade", "altar", "barracks"), 2, "theater", "apothecary", "loom_1")


def two_turns() -> State:
    """As before, with cards for the neighbours that they can only discard, and less for Giza."""
    state = rich(rich(at(begin("giza A", "rhodes A", "ephesus A"), 1, 5), 1, 0), 2, 0)
    state = holding(state, 0, "baths", "guard_tower", "altar")
    return holding(holding(state, 1, "stockade", "workshop", "apothecary"), 2, "timber_yard", "clay_pit", "barracks")


def last_turn() -> State:
    """84 ways in which Halicarnassus builds no stage, 296 in which it does and may choose from the pile.

    Olympia has 7 moves: gardens by chain, both for nothing, the stage with both, both discarded. Babylon can only
    discard, then again or decline: 4. Halicarnassus: arena, 2 discards, or the stage with both; the pile then holds 4
    cards, or 5 where Olympia discarded, and it may decline: 2 x 4 x (5 x 5 + 2 x 6).
    """
    state = at(begin("olympia A", "babylon B", "halicarnassus B"), 3, 6)
    state = lay(lay(lay(state, 0, "sawmill", "theater", "statue"), 1, "brickyard", "loom_1"), 2, "foundry", "quarry")
    state = rich(built(built(built(state, 0, 2), 1, 2), 2, 0), 0, 7)
    state = holding(state, 0, "gardens", "palace")
    return holding(holding(state, 1, "lodge", "senate"), 2, "arena", "spies_guild")


def free_city() -> State:
    """11 x 2: Rhodes can only discard. Giza: statue, aqueduct, the stage with each of 3 cards, 3 discards.

    Where the statue is left (5 of 8 moves), the Free City must build it by its chain; else it discards one of 2 cards.
    """
    state = lay(lay(at(two("giza B", "rhodes B", "ephesus B"), 2, 6), 2, "theater"), 0, *EVERYTHING[:6])
    return holding(holding(state, 0, "statue", "aqueduct", "temple"), 1, "school", "walls")


@pytest.mark.parametrize(
    ("state", "age", "turn", "count"),
    [
        (one_turn(), 1, 6, 9 * 6 * 5),
        (two_turns(), 2, 1, 1152),
        (last_turn(), 4, 1, 84 + 296),
        (free_city(), 3, 1, 11 * 2),
    ],
    ids=["a turn", "two turns", "the last turn", "with the Free City"],
)
def test_the_number_of_ways_is_as_it_was(state: State, age: int, turn: int, count: int) -> None:
    assert ways(state, age, turn) == count
