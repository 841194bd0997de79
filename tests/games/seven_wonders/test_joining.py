"""A game that is joined in its middle goes on as the one that was watched from its beginning."""

from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from msgspec.structs import replace

from companion.games.finished import Lies
from companion.games.seven_wonders import joined as joined_facet
from companion.games.seven_wonders import rules
from companion.games.seven_wonders.rules import Setup, State
from companion.games.seven_wonders.rules.moves import Discard, Move, Revive
from companion.games.seven_wonders.rules.setup import CityUnderway, Underway
from companion.games.seven_wonders.rules.specials import revivable
from companion.games.seven_wonders.rules.state import to_choose
from companion.games.vocabulary import InvalidSetup
from tests.games.playing_out import played_out
from tests.games.seven_wonders.joining import as_known, can_join, underway
from tests.games.seven_wonders.test_laws import FEW, SEEDS, SETUPS, face_down, walk


def moments(setup: Setup, seed: int) -> list[tuple[State, list[Move]]]:
    """Moments of a random game at which somebody may join it, and what is played from there on."""
    path, _ = walk(setup, seed)
    there = [k for k, (state, _) in enumerate(path) if can_join(state)]
    chosen = Random(seed).sample(there, min(4, len(there)))
    return [(path[k][0], [move for _, move in path[k:]]) for k in sorted(chosen)]


def joined(state: State, *, exactly: bool = True) -> State:
    """The same table for who joins it, through what is written of it."""
    written = msgspec.json.decode(msgspec.json.encode(rules.dump_setup(underway(state, exactly=exactly))))
    return rules.begin(rules.parse_setup(written))


def _hangs_on_coins_of_this_turn(state: State, move: Move) -> bool:
    """The Free City may discard only what it cannot pay for; nobody knows who was paid before who joins came."""
    return any(state.chosen) and isinstance(move, Discard) and move.seat >= state.players


@settings(FEW)
@given(SETUPS, SEEDS)
def test_who_joins_has_the_same_scores_and_every_legal_move(setup: Setup, seed: int) -> None:
    for state, _ in moments(setup, seed):
        there = joined(state)
        assert as_known(there) == as_known(state)
        if not any(state.chosen):
            assert rules.scores(there) == rules.scores(state)
        assert rules.status(there) == frozenset()
        fewer = set(rules.legal(state)) - set(rules.legal(there))
        assert all(_hangs_on_coins_of_this_turn(state, move) for move in fewer)


@settings(FEW)
@given(SETUPS, SEEDS)
def test_a_joined_game_is_played_to_the_same_end(setup: Setup, seed: int) -> None:
    for state, rest in moments(setup, seed):
        there, here = joined(state), state
        for move in rest:
            assert rules.judge(there, move) == () or _hangs_on_coins_of_this_turn(there, move)
            there, here = rules.apply(there, move, strict=False), rules.apply(here, move)
        assert as_known(there) == as_known(here)
        assert rules.scores(there) == rules.scores(here)


@settings(FEW)
@given(SETUPS, SEEDS)
def test_which_card_was_laid_in_this_turn_matters_only_where_it_brings_something_at_its_end(
    setup: Setup, seed: int
) -> None:
    for state, rest in moments(setup, seed):
        there, here = joined(state, exactly=False), state
        assert as_known(there) == as_known(here)
        for move in rest:
            there, here = rules.apply(there, move, strict=False), rules.apply(here, move)
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
        test_which_card_was_laid_in_this_turn_matters_only_where_it_brings_something_at_its_end,
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
    other = how.pop("other", CityUnderway(stages=1))
    told = {"age": 1, "turn": 4, "cities": (mine, other, CityUnderway()), **how}
    return Setup(_TABLE, position=Underway(**told))  # type: ignore[arg-type]


def test_what_lies_nowhere_was_discarded() -> None:
    assert len(rules.begin(_position()).discard) == 6


_SIX = ("lumber_yard", "altar", "baths", "stockade", "loom_1", "timber_yard")
_OTHER_SIX = ("stone_pit", "theater", "east_trading_post", "clay_pool", "ore_vein", "press_1")


@pytest.mark.parametrize(
    ("cards", "stages", "turn"),
    [
        # One of the first six was built from the pile: the stage may be of age I, and what was discarded of II.
        (
            (_SIX, (*_OTHER_SIX, "statue"), ("workshop", "barracks", "clay_pit", "apothecary", "scriptorium", "forum")),
            (1, 0, 0),
            2,
        ),
        # Nobody has discarded anything but the last cards of age I.
        (
            (_SIX, _OTHER_SIX, ("workshop", "barracks", "clay_pit", "glassworks_1", "apothecary", "scriptorium")),
            (1, 1, 1),
            2,
        ),
    ],
)
def test_of_which_age_a_card_is_that_lay_under_a_board_hinders_nobody_to_build_from_the_pile(
    cards: tuple[tuple[str, ...], ...], stages: tuple[int, ...], turn: int
) -> None:
    cities = tuple(CityUnderway(some, stages=n) for some, n in zip(cards, stages, strict=True))
    boards = (("halicarnassus", "B"), ("rhodes", "B"), ("babylon", "A"))
    state = rules.begin(Setup(boards, edition=2, position=Underway(cities, age=2, turn=turn)))
    state = replace(state, offers=((0, "revive"),))
    for card, age in (("aqueduct", 2), ("marketplace", 1)):
        assert state.facts.index[card] in revivable(state, 0)
        after = rules.apply(state, Revive(0, card))
        assert len(after.discard) == len(state.discard) - 1
        assert face_down(after, age) == face_down(state, age) - 1


def test_who_has_laid_a_card_of_this_turn_waits_for_the_others_and_gets_then_what_it_brings() -> None:
    laid = _position(mine=CityUnderway(("lumber_yard", "vineyard"), coins=4, laid="vineyard"), age=2)
    state = rules.begin(laid)
    assert to_choose(state) == (1, 2)
    assert len(state.hands[0]) + 1 == len(state.hands[1])
    for seat in (1, 2):
        state = rules.apply(state, Discard(seat))
    assert state.turn == 5
    assert [city.coins for city in state.cities] == [5, 3, 3]


def test_a_turn_in_which_everybody_has_laid_his_card_is_over() -> None:
    each = CityUnderway(laid="?")
    assert rules.begin(_position(mine=each, other=each, cities=(each, each, each))).turn == 5


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
        {"mine": CityUnderway(laid="stage")},
        {"mine": CityUnderway(laid="altar")},
        {"mine": CityUnderway(laid="nothing")},
        {"mine": CityUnderway(("altar",), laid="altar"), "age": 2},
    ],
)
def test_what_cannot_lie_on_a_table_is_refused(how: dict[str, object]) -> None:
    with pytest.raises(InvalidSetup):
        rules.begin(_position(**how))


_BEGUN = {"wonders": [list(board) for board in _TABLE]}
_READY = (Lies("seven_wonders/chosen@1"),)


def test_before_whom_no_card_lies_ready_while_one_does_before_others_has_laid_his() -> None:
    two, three = {"cards": {"altar": 1, "baths": 1}}, {"cards": {"altar": 1, "baths": 1, "lumber_yard": 1}}
    cities = joined_facet.read(_BEGUN, [two, three, two], {"seat/0/chosen": _READY, "seat/2/chosen": _READY})
    assert [city.get("laid") for city in cities] == [None, {"?": 1}, None]
    assert joined_facet.shared(_BEGUN, cities, {}) == {"age": {"n": 1}, "turn": {"n": 3}}
    assert joined_facet.read(_BEGUN, [two, three, two], {}) == (two, three, two)


def test_what_a_person_says_was_laid_and_does_not_lie_there_is_not_known() -> None:
    table = {"age": {"n": 2}, "turn": {"n": 4}}
    cities = [{"laid": {"altar": 1}, "cards": {"altar": 1}}, {"laid": {"stage": 1}}, {"laid": {"vineyard": 1}}]
    there = joined_facet.setup(_BEGUN, [*cities, table], {})["position"]["cities"]
    assert [city["laid"] for city in there] == ["?", "?", "?"]
    seen = [{"laid": {"vineyard": 1}, "cards": {"vineyard": 1}}, {"laid": {"stage": 1}, "stages": {"n": 1}}, {}]
    there = joined_facet.setup(_BEGUN, [*seen, table], {})["position"]["cities"]
    assert [city["laid"] for city in there] == ["vineyard", "stage", ""]


def test_one_card_of_a_later_age_that_is_read_tells_no_age() -> None:
    city = {"cards": {"altar": 1, "baths": 1, "lumber_yard": 1}}
    misread = {"cards": {**city["cards"], "palace": 1}}
    assert joined_facet.shared(_BEGUN, [city, city, city], {}) == {"age": {"n": 1}, "turn": {"n": 4}}
    assert joined_facet.shared(_BEGUN, [city, city, misread], {})["age"] == {"n": 1}


_RED = {"cards": {"stockade": 1, "stables": 1, "altar": 1, "baths": 1, "theater": 1, "lumber_yard": 1, "statue": 1}}
_NONE = {"cards": {"stone_pit": 1, "marketplace": 1, "loom_1": 1, "tavern": 1, "pawnshop": 1, "clay_pit": 1}}


def test_of_cities_without_a_single_card_the_first_turn_comes_next() -> None:
    cities = [{"coins": {"n": coins}} for coins in (5, 1, 2)]
    assert joined_facet.shared(_BEGUN, cities, {}) == {"age": {"n": 1}, "turn": {"n": 1}}


def test_conflict_tokens_beside_a_first_turn_s_cards_do_not_tell_that_more_was_played() -> None:
    token, card = {"tokens": {"1": 1}}, {"cards": {"altar": 1}}
    assert not joined_facet.under_way([token | card, token | card, card], {})
    assert joined_facet.under_way([token | card | {"stages": {"n": 1}}, card, card], {})


def test_conflict_tokens_that_are_not_read_follow_from_the_shields_of_the_ages_that_are_over() -> None:
    told = joined_facet.read(_BEGUN, [_RED, _NONE, _NONE], {})
    assert [city.get("tokens") for city in told] == [{"1": 2}, {"-1": 1}, {"-1": 1}]


def test_conflict_tokens_of_which_as_many_defeats_are_read_as_victories_lie_as_they_are_read() -> None:
    cities = [{**_NONE, "tokens": {"1": 1}}, {**_NONE, "tokens": {"-1": 1}}, _RED]
    assert [city.get("tokens") for city in joined_facet.read(_BEGUN, cities, {})] == [{"1": 1}, {"-1": 1}, None]


def test_one_conflict_token_that_was_not_read_is_told_by_the_others() -> None:
    cities = [{**_RED, "tokens": {"1": 1}}, {**_NONE, "tokens": {"-1": 1}}, {**_NONE, "tokens": {"-1": 1}}]
    assert [city.get("tokens") for city in joined_facet.read(_BEGUN, cities, {})] == [{"1": 2}, {"-1": 1}, {"-1": 1}]


@pytest.mark.parametrize(
    ("cards", "victories"), [(("stone_pit", "marketplace", "loom_1", "tavern", "pawnshop", "clay_pit"), 0), ((), 2)]
)
def test_a_stage_with_shields_was_built_in_no_age_of_which_a_card_of_each_turn_lies_there(
    cards: tuple[str, ...], victories: int
) -> None:
    begun = {"wonders": [["rhodes", "B"], ["giza", "A"], ["babylon", "A"]]}
    late = dict.fromkeys(("sawmill", "quarry"), 1)
    city = {"cards": {**dict.fromkeys(cards, 1), **late}, "stages": {"n": 1}}
    told = joined_facet.read(begun, [city, {"cards": {**_NONE["cards"], **late}}, _NONE], {})
    assert told[0].get("tokens", {}) == ({"1": victories} if victories else {})


def test_nobody_has_conflict_tokens_in_the_first_age() -> None:
    two = {"cards": {"stockade": 1, "baths": 1}}
    assert joined_facet.read(_BEGUN, [two, two, two], {}) == (two, two, two)
