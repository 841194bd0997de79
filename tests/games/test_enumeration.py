"""How many ways there are to play on from small positions of Architects: numbers kept, so that no rule moves unseen."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from companion.games.architects.rules import FACTS, State
from companion.games.catalogue import GAMES
from tests.games.counting import ways
from tests.games.medal_tables import begin_medals
from tests.games.tables import begin, build, effects, empty, lay, own


def holding(state: State, *decks: tuple[str, ...]) -> State:
    """Only these cards are left in the decks (by seat, then the central one)."""
    bare = empty(state, *range(state.players), -1)
    return replace(bare, decks=tuple(tuple(deck.count(card) for card in FACTS.index) for deck in decks))


def few_cards() -> State:
    """Two players, six cards: two faces on either side, one in the middle."""
    return holding(begin("giza", "rhodes"), ("wood", "vp3"), ("clay", "shield_h1"), ("coin", "coin"))


def tokens_at_work() -> State:
    """Urbanism and Science answer to what comes; one set of gears lies there nearly complete."""
    table = own(lay(begin("ephesus", "babylon", "giza"), 0, "gear", "wood"), 0, "urbanism", "science")
    return holding(table, ("gear", "wood"), ("clay", "vp2_cat"), ("gear", "glass"), ("wood", "shield_h2"))


def olympia_owes() -> State:
    """Olympia has built: a card of the left and one of the right deck are still to be taken."""
    table = effects(begin("olympia", "giza", "rhodes"), "olympia_left", "olympia_right")
    return holding(table, ("wood", "clay"), ("stone",), ("glass", "vp3"), ("gear",))


def last_stage() -> State:
    """Seat 0 completes the wonder as soon as one more card fits; Economy and Engineering widen the ways to pay."""
    table = lay(build(begin("giza", "rhodes"), 0, 1, 2, 3, 4), 0, "wood", "clay", "coin")
    return holding(own(table, 0, "economy", "engineering"), ("stone", "wood"), ("coin",), ("glass", "vp3"))


def medals_lie_there() -> State:
    """With the expansion: three blue cards are nearly there for both, and a medal waits for the first."""
    table = lay(lay(begin_medals("giza", "rhodes", medals=("medal_3_blue",)), 0, "vp3", "vp3"), 1, "vp3", "vp3")
    return holding(table, ("vp3", "wood"), ("vp3", "clay"), ("vp3", "coin"))


COUNTS = {
    few_cards: (5, 21, 72, 144, 282, 458, 480),
    tokens_at_work: (6, 64, 679, 5536),
    olympia_owes: (4, 8, 16, 40, 72, 88),
    last_stage: (5, 7, 7),
    medals_lie_there: (6, 18, 48, 120, 324),
}
"""By hand. Few cards: two faces left, two right, one in the middle; then 4, 4, 4, 4 and 5. Olympia: two cards left and
two right in either order; then both of the other side. The last stage: every card lets it be built, a coin in two
ways (Economy or two coins), a second wood in two (Economy or Engineering)."""


@pytest.mark.parametrize("position", list(COUNTS))
def test_there_are_as_many_ways_to_play_on_as_there_were(position: Callable[[], State]) -> None:
    counts = COUNTS[position]
    assert tuple(ways(GAMES["architects"], position(), depth) for depth in range(1, len(counts) + 1)) == counts
