"""What is left of a structure when a table is joined, from what is seen of it, well or badly."""

from collections.abc import Iterator
from itertools import islice

import pytest

from companion.games.duel import joined, rules
from companion.games.duel.places import slots
from companion.games.duel.remaining import EACH, likest, remaining
from companion.games.duel.rules import State
from companion.games.duel.rules.facts import FACTS
from companion.games.duel.rules.state import UNREAD
from companion.games.finished import Lies, Told
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


def joins(state: State, there: dict[str, list[Lies]], table: Told | None = None) -> State:
    """The game that goes on when this is seen of its structure, and people put the cities right, and the ``table``."""
    begun = {"first": state.to_move, "wonders": rules.dump_setup(_begun(state))["wonders"]}
    cities = told_of(state)[:2]
    return rules.begin(rules.parse_setup(joined.setup(begun, [*cities, table or told_of(state)[2]], there)))


def _begun(state: State) -> rules.Setup:
    own = (city.wonders & ~state.returned for city in state.cities)
    return rules.Setup(wonders=tuple(tuple(w.id for k, w in enumerate(FACTS.wonders) if bits >> k & 1) for bits in own))


@pytest.mark.parametrize("seed", range(3))
def test_a_structure_that_is_seen_well_is_read_as_it_lies(seed: int) -> None:
    for state in moments(seed):
        table, true = told(state, seen(state)), told_of(state)[2]
        assert {name: table[name] for name in ("age", "standing")} == {name: true[name] for name in ("age", "standing")}
        assert joins(state, seen(state)).standing == state.standing


def test_a_game_of_which_every_card_was_seen_to_leave_the_structure_was_not_begun_before() -> None:
    for state in islice((one for one in moments(0) if one.age == 1), 3):
        cities = [{"cards": city.get("cards", {})} for city in told_of(state)[:2]]
        cards = [[Lies(f"duel/{card}") for card in city["cards"]] for city in cities]
        there: dict[str, list[Lies]] = {**seen(state), "seat/0/city": cards[0], "seat/1/city": cards[1]}
        assert joined.under_way(cities, there) == any(cards)
        came = [[card._replace(came=True) for card in city] for city in cards]
        assert not joined.under_way(cities, {**there, "seat/0/city": came[0], "seat/1/city": came[1]})


@pytest.mark.parametrize("seed", range(2))
def test_something_without_a_name_in_an_empty_slot_is_never_a_refusal(seed: int) -> None:
    for state in moments(seed):
        for slot, name in enumerate(slots(state.age)):
            if not state.standing >> slot & 1:
                there = seen(state) | {name: [Lies("")]}
                assert joins(state, there).standing == state.standing
                assert joins(state, there, told(state, there)).age == state.age


def test_a_card_that_lies_in_a_city_is_not_taken_for_one_of_the_structure() -> None:
    for state in moments(0):
        mine = next((card.id for k, card in enumerate(FACTS.cards) if state.cities[0].cards >> k & 1), None)
        empty = [name for slot, name in enumerate(slots(state.age)) if not state.standing >> slot & 1]
        if mine is not None:
            there = seen(state) | {empty[0]: [Lies(f"duel/{mine}")]}
            assert told(state, there)["standing"] == told_of(state)[2]["standing"]


def test_a_card_that_is_not_seen_lies_there_where_people_say_so() -> None:
    for state in moments(2):
        there = [name for slot, name in enumerate(slots(state.age)) if state.standing >> slot & 1]
        without = {name: pieces for name, pieces in seen(state).items() if name != there[-1]}
        assert joins(state, without).standing == state.standing


def test_of_cards_that_cannot_lie_so_what_can_and_differs_least_lies_there() -> None:
    first, last, between_them = 1 << 0, 1 << 1, 1 << 3
    assert likest(1, first | last | between_them) == first | last | between_them
    assert likest(1, first | between_them) == first | last | between_them, "it lies on both"


def test_where_nothing_of_a_structure_is_seen_it_is_not_laid_out() -> None:
    assert remaining({"board/track": [Lies("duel/token/conflict_pawn@9")]}, (), {1: range(1, EACH + 1)}) is None


@pytest.mark.parametrize("seed", range(2))
def test_a_whole_structure_is_no_game_under_way_whatever_is_read_elsewhere(seed: int) -> None:
    """A lit cloth where the discard pile will lie was read as a card: nobody had played anything."""
    _, path = walk(rules.HouseRules(), False, seed)
    begun = next(state for _, state in path if state.laid and state.left == EACH)
    cities = told_of(begun)[:2]
    hidden = next(card for k, card in enumerate(FACTS.cards) if card.age == 1 and k not in begun.laid)
    misread = {"discard": [Lies(f"duel/{hidden.id}")]}
    assert not joined.under_way(cities, seen(begun) | misread)


def test_a_game_is_under_way_as_soon_as_one_card_of_its_structure_lies_elsewhere() -> None:
    state = next(state for state in moments(0) if state.cities[0].cards | state.cities[1].cards)
    assert joined.under_way(told_of(state)[:2], seen(state))
