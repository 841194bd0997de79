"""Pairs, progress tokens, scientific supremacy. Section "Science and progress"."""

import pytest

from companion.games.duel import rules
from companion.games.duel.rules.facts import FACTS
from companion.games.duel.rules.moves import Build, BuildWonder, Discard, Revive, TakeProgress
from companion.games.duel.rules.setup import HouseRules
from tests.games import english
from tests.games.duel.tables import TOKENS, city, codes, play, table

PAIRS = [
    ("workshop", "laboratory"),
    ("apothecary", "school"),
    ("scriptorium", "library"),
    ("pharmacist", "dispensary"),
    ("academy", "study"),
    ("university", "observatory"),
]
SIX = "workshop apothecary scriptorium pharmacist academy"
"""Five different symbols; the globe or Law is the sixth."""


@pytest.mark.parametrize(("one", "other"), PAIRS)
@pytest.mark.parametrize("first", [True, False])
def test_two_cards_with_the_same_symbol_give_a_token_of_the_board(one: str, other: str, *, first: bool) -> None:
    old, new = (one, other) if first else (other, one)
    age = FACTS.cards[FACTS.index[new]].age
    state = play(table(city(old, coins=20), age=age), Build(0, new))
    assert (state.choice, state.to_move) == ("board", 0)
    taken = [move for move in rules.legal(state) if isinstance(move, TakeProgress)]
    assert taken == [TakeProgress(0, token, "board") for token in TOKENS]
    assert english.due(rules, state) == ("may take a progress token (Science and progress)",)


def test_a_symbol_that_is_new_in_the_city_gives_no_token() -> None:
    state = play(table(city("scriptorium", coins=20), city("pharmacist"), age=2), Build(0, "dispensary"))
    assert (state.choice, state.to_move) == ("", 1)


def test_a_pair_gives_nothing_where_no_token_is_left() -> None:
    state = play(table(city("scriptorium", coins=20), age=2, board=""), Build(0, "library"))
    assert (state.choice, state.to_move) == ("", 1)


def test_the_token_may_be_declined_and_the_next_player_just_plays_on() -> None:
    """The text says "may"."""
    state = play(table(city("scriptorium", coins=20), age=2), Build(0, "library"))
    assert Discard(1, "walls") in rules.legal(state)
    after = play(state, Discard(1, "walls"))
    assert (after.to_move, after.cities[0].tokens, after.choice) == (0, 0, "")


def test_by_house_rule_the_token_must_be_taken() -> None:
    house = HouseRules(progress_optional=False)
    state = play(table(city("scriptorium", coins=20), age=2, house_rules=house), Build(0, "library"))
    assert Discard(1, "walls") not in rules.legal(state)
    assert codes(rules.judge(state, Discard(1, "walls"))) == ["choice_skipped"]
    assert english.due(rules, state) == ("take a progress token (Science and progress)",)
    after = rules.apply(state, Discard(1, "walls"), strict=False)
    assert (after.to_move, after.choice) == (0, "")


@pytest.mark.parametrize("sixth", ["university", "observatory"])
def test_six_different_symbols_win_at_once(sixth: str) -> None:
    rich = city("palace town_hall senate", coins=60)
    state = play(table(city(SIX, coins=20), rich, age=3), Build(0, sixth))
    assert (state.finished, state.supremacy, state.victor) == (True, "science", 0)
    assert rules.scores(state).winners == (0,)
    assert [
        english.why(rules, line) for line in rules.scores(state).explain if line.rule == "Scientific supremacy"
    ] == ["scientific supremacy: 6 different symbols"]


def test_five_different_symbols_and_pairs_do_not_win() -> None:
    state = play(table(city(SIX, coins=20), age=3), Build(0, "study"))
    assert not state.finished
    assert state.choice == "board"


def test_law_can_be_the_sixth_symbol() -> None:
    state = play(table(city(SIX, coins=20), age=3), Build(0, "study"), TakeProgress(0, "law", "board"))
    assert (state.supremacy, state.victor) == ("science", 0)


def test_law_counts_among_the_six_when_it_is_there_already() -> None:
    own = city("workshop apothecary scriptorium pharmacist", progress="law", coins=20)
    assert play(table(own, age=3), Build(0, "academy")).supremacy == "science"


def test_supremacy_through_the_mausoleum_counts() -> None:
    own = city(SIX, own="mausoleum", coins=20)
    state = play(table(own, discard="university"), BuildWonder(0, "altar", "mausoleum"))
    assert play(state, Revive(0, "university")).supremacy == "science"


def test_the_second_players_supremacy_is_his() -> None:
    state = play(table(city(), city(SIX, coins=20), age=3, to_move=1), Build(1, "observatory"))
    assert rules.scores(state).winners == (1,)


def test_a_token_nobody_has_read_may_be_any_that_is_not_seen() -> None:
    state = rules.begin(rules.Setup(progress=("law", "?"), wonders=()))
    assert (rules.describe(state)["board"], state.unread) == (["law"], 4)
    own = city("scriptorium", coins=20)
    state = play(table(own, age=2, board="law", unread=1), Build(0, "library"))
    assert {move.token for move in rules.legal(state) if isinstance(move, TakeProgress)} == set(FACTS.token_index)
    after = play(state, TakeProgress(0, "urbanism", "board"))
    assert (after.unread, rules.describe(after)["board"]) == (0, ["law"])
    assert play(state, TakeProgress(0, "law", "board")).unread == 1


def test_a_token_from_nowhere_leaves_no_debt_on_the_board() -> None:
    """All five on the board are read, and somebody takes a sixth."""
    own = city("scriptorium")
    state = play(table(own, age=2, board="law economy masonry philosophy theology"), Build(0, "library"))
    after = rules.apply(state, TakeProgress(0, "urbanism", "board"), strict=False)
    assert (after.unread, len(rules.describe(after)["board"])) == (0, 5)
