"""What is left of a structure when a table is joined, from what is seen of it, well or badly."""

from collections.abc import Iterator

import pytest

from companion.games.duel import joined, rules
from companion.games.duel.places import slots
from companion.games.duel.remaining import EACH, remaining
from companion.games.duel.rules import State
from companion.games.duel.rules.facts import FACTS
from companion.games.duel.rules.state import UNREAD
from companion.games.finished import NUMBER, Lies, Told
from companion.games.vocabulary import UNREAD as BACK
from tests.games.duel.joining import can_join
from tests.games.duel.test_laws import walk
from tests.referee.joined import told_of


def moments(seed: int) -> Iterator[State]:
    """Moments of a random game in which its structure is partly taken."""
    _, path = walk(rules.HouseRules(), False, seed)
    yield from (state for _, state in path if can_join(state) and state.laid and state.left < EACH)


def seen(state: State) -> dict[str, list[Lies]]:
    """The structure as a camera sees it that makes no mistake."""
    return {
        name: [Lies(BACK if state.laid[slot] == UNREAD else f"duel/{FACTS.cards[state.laid[slot]].id}")]
        for slot, name in enumerate(slots(state.age))
        if state.standing >> slot & 1
    }


def told(state: State, there: dict[str, list[Lies]]) -> Told:
    """What of the table itself is shown to people when this is seen of its structure."""
    return joined.shared({}, told_of(state)[:2], there)


def joins(state: State, there: dict[str, list[Lies]]) -> State:
    """The game that goes on when this is seen of its structure, and people put the cities and the table right."""
    begun = {"first": state.to_move, "wonders": rules.dump_setup(_begun(state))["wonders"]}
    return rules.begin(rules.parse_setup(joined.setup(begun, told_of(state), there)))


def _begun(state: State) -> rules.Setup:
    own = (city.wonders & ~state.returned for city in state.cities)
    return rules.Setup(wonders=tuple(tuple(w.id for k, w in enumerate(FACTS.wonders) if bits >> k & 1) for bits in own))


@pytest.mark.parametrize("seed", range(3))
def test_a_structure_that_is_seen_well_is_read_as_it_lies(seed: int) -> None:
    for state in moments(seed):
        table = told(state, seen(state))
        assert (table["age"][NUMBER], table["left"][NUMBER]) == (state.age, state.left)
        assert joins(state, seen(state)).standing == state.standing


@pytest.mark.parametrize("seed", range(2))
def test_something_without_a_name_in_an_empty_slot_is_never_a_refusal(seed: int) -> None:
    for state in moments(seed):
        for slot, name in enumerate(slots(state.age)):
            if not state.standing >> slot & 1:
                there = joins(state, seen(state) | {name: [Lies("")]})
                assert there.standing == state.standing
                assert there.left == state.left


def test_a_card_that_lies_in_a_city_is_not_taken_for_one_of_the_structure() -> None:
    for state in moments(0):
        mine = next((card.id for k, card in enumerate(FACTS.cards) if state.cities[0].cards >> k & 1), None)
        empty = [name for slot, name in enumerate(slots(state.age)) if not state.standing >> slot & 1]
        if mine is not None:
            there = seen(state) | {empty[0]: [Lies(f"duel/{mine}")]}
            assert told(state, there)["left"][NUMBER] == state.left
            assert joins(state, there).standing == state.standing


def test_a_card_that_is_not_seen_lies_there_where_people_count_one_more() -> None:
    for state in moments(2):
        free = [name for slot, name in enumerate(slots(state.age)) if state.standing >> slot & 1]
        without = {name: pieces for name, pieces in seen(state).items() if name != free[0]}
        if without:
            assert joins(state, without).left == state.left


def test_where_nothing_of_a_structure_is_seen_it_is_not_laid_out() -> None:
    assert remaining({"board/track": [Lies("duel/token/conflict_pawn@9")]}, (), {1: range(1, EACH + 1)}) is None
