"""A game that is joined in its middle goes on as the one that was watched from its beginning."""

from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings

from companion.games.seven_wonders import joined as joined_facet
from companion.games.seven_wonders import rules
from companion.games.seven_wonders.rules import Setup, State
from companion.games.seven_wonders.rules.moves import Move
from companion.games.seven_wonders.rules.setup import CityUnderway, Underway
from companion.games.vocabulary import InvalidSetup
from tests.games.playing_out import played_out
from tests.games.seven_wonders.joining import as_known, can_join, underway
from tests.games.seven_wonders.test_laws import FEW, SEEDS, SETUPS, walk


def moments(setup: Setup, seed: int) -> list[tuple[State, list[Move]]]:
    """Moments of a random game at which somebody may join it, and what is played from there on."""
    path, _ = walk(setup, seed)
    there = [k for k, (state, _) in enumerate(path) if can_join(state)]
    chosen = Random(seed).sample(there, min(4, len(there)))
    return [(path[k][0], [move for _, move in path[k:]]) for k in sorted(chosen)]


def joined(state: State) -> State:
    """The same table for who joins it, through what is written of it."""
    written = msgspec.json.decode(msgspec.json.encode(rules.dump_setup(underway(state))))
    return rules.begin(rules.parse_setup(written))


@settings(FEW)
@given(SETUPS, SEEDS)
def test_who_joins_has_the_same_scores_and_every_legal_move(setup: Setup, seed: int) -> None:
    for state, _ in moments(setup, seed):
        there = joined(state)
        assert as_known(there) == as_known(state)
        assert rules.scores(there) == rules.scores(state)
        assert rules.status(there) == frozenset()
        assert set(rules.legal(state)) <= set(rules.legal(there))


@settings(FEW)
@given(SETUPS, SEEDS)
def test_a_joined_game_is_played_to_the_same_end(setup: Setup, seed: int) -> None:
    for state, rest in moments(setup, seed):
        there, here = joined(state), state
        for move in rest:
            assert rules.judge(there, move) == ()
            there, here = rules.apply(there, move), rules.apply(here, move)
        assert as_known(there) == as_known(here)
        assert rules.scores(there) == rules.scores(here)


@settings(FEW)
@given(SETUPS, SEEDS)
def test_a_joined_game_can_be_imagined_to_its_end(setup: Setup, seed: int) -> None:
    for state, _ in moments(setup, seed):
        rng, there = Random(seed), joined(state)
        there = played_out(rules, there, rng)
        assert there.finished
        assert rules.status(there) == frozenset()


@pytest.mark.proof
@pytest.mark.parametrize(
    "law",
    [
        test_who_joins_has_the_same_scores_and_every_legal_move,
        test_a_joined_game_is_played_to_the_same_end,
        test_a_joined_game_can_be_imagined_to_its_end,
    ],
)
def test_the_laws_of_joining_hold_in_many_more_games(law: Any) -> None:
    settings(FEW, max_examples=100)(given(SETUPS, SEEDS)(law.hypothesis.inner_test))()


_TABLE = (("giza", "A"), ("rhodes", "B"), ("babylon", "A"))


def test_a_set_up_that_begins_says_nothing_of_joining() -> None:
    assert "position" not in rules.dump_setup(Setup(_TABLE))


def _position(**how: object) -> Setup:
    """Before the fourth turn of the first age: nine cards were played."""
    mine = how.pop("mine", CityUnderway(("lumber_yard", "altar"), coins=4))
    told = {"age": 1, "turn": 4, "cities": (mine, CityUnderway(stages=1), CityUnderway()), **how}
    return Setup(_TABLE, position=Underway(**told))  # type: ignore[arg-type]


def test_what_lies_nowhere_was_discarded() -> None:
    assert len(rules.begin(_position()).discard) == 6


@pytest.mark.parametrize(
    "how",
    [
        {"age": 0},
        {"age": 4},
        {"turn": 0},
        {"turn": 7},
        {"cities": (CityUnderway(),)},
        {"turn": 1},
        {"mine": CityUnderway(("palace",))},
        {"mine": CityUnderway(("altar", "altar"))},
        {"mine": CityUnderway(("nothing",))},
        {"mine": CityUnderway(coins=-1)},
        {"mine": CityUnderway(stages=4)},
        {"mine": CityUnderway(conflict_tokens=(2,))},
    ],
)
def test_what_cannot_lie_on_a_table_is_refused(how: dict[str, object]) -> None:
    with pytest.raises(InvalidSetup):
        rules.begin(_position(**how))


def test_one_card_of_a_later_age_that_is_read_tells_no_age() -> None:
    begun = {"wonders": [list(board) for board in _TABLE]}
    city = {"cards": {"altar": 1, "baths": 1, "lumber_yard": 1}}
    misread = {"cards": {**city["cards"], "palace": 1}}
    assert joined_facet.shared(begun, [city, city, city], {}) == {"age": {"n": 1}, "turn": {"n": 4}}
    assert joined_facet.shared(begun, [city, city, misread], {})["age"] == {"n": 1}
