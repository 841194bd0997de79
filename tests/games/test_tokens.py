"""Each progress token does what it says, to its owner and to nobody else."""

from itertools import pairwise

import pytest
from msgspec.structs import replace

from companion.games.architects import rules
from companion.games.architects.rules import FACTS, BuildStage, TakeCard, TakeProgress, policy
from companion.games.architects.rules.expansion import TOKENS
from tests.games.tables import begin, build, empty, lay, legal_moves, military, own, play, take

ANSWERS = {
    "urbanism": {"wood", "clay"},
    "crafts": {"papyrus", "glass"},
    "jewellery": {"stone", "coin"},
    "science": {"compass", "tablet", "gear"},
    "propaganda": {"shield_h1", "shield_h2"},
}


@pytest.mark.parametrize("token", list(ANSWERS))
def test_an_extra_card_follows_exactly_these_cards(token: str) -> None:
    for card in FACTS.cards:
        after = play(own(begin("giza", "rhodes"), 0, token), take(0, card.id, "central"))
        extra = {move.because for move in legal_moves(after, TakeCard) if isinstance(move, TakeCard)} - {None}
        assert extra == ({token} if card.id in ANSWERS[token] else set()), card.id


def test_a_late_token_answers_only_to_what_was_taken_in_the_turn() -> None:
    table = lay(begin(progress=("urbanism", "culture", "decor"), token_retroactive=True), 0, "gear")
    won = TakeProgress(0, "urbanism", "face_up", ("gear", "gear"))
    assert play(table, take(0, "gear"), won).to_move == 1, "no wood or clay was taken"


def test_the_greedy_player_has_an_opinion_of_every_token() -> None:
    assert set(policy._TOKEN_VALUE) == set(TOKENS)


def test_a_token_that_finds_no_card_left_does_not_keep_the_turn_open() -> None:
    table = empty(own(begin("giza", "rhodes", "olympia", "ephesus"), 0, "urbanism"), 0, 3, -1)
    last = tuple(int(card.id == "wood") for card in FACTS.cards)
    after = play(replace(table, decks=(last, *table.decks[1:])), take(0, "wood"))
    assert (after.to_move, after.turn.ready) == (1, ())


@pytest.mark.parametrize("token", list(ANSWERS))
def test_a_token_is_of_no_use_to_others(token: str) -> None:
    after = play(own(begin("giza", "rhodes"), 1, token), take(0, min(ANSWERS[token]), "central"))
    assert after.to_move == 1
    assert after.turn.opened is False


def test_architecture_follows_a_stage_once_a_turn() -> None:
    table = own(lay(begin(), 0, "coin", "coin", "coin"), 0, "architecture")
    table = play(table, take(0, "coin"), BuildStage(0, "giza_1", ("coin", "coin")))
    table = play(table, take(0, "vp3", because="architecture"), BuildStage(0, "giza_2", ("coin", "coin")))
    assert (table.to_move, table.turn.opened) == (1, False)


def test_economy_makes_one_coin_two() -> None:
    table = play(own(begin(), 0, "economy"), take(0, "coin"))
    assert legal_moves(table) == {BuildStage(0, "giza_1", ("coin",))}


def test_engineering_ignores_kinds() -> None:
    table = play(own(lay(build(begin(), 0, 1), 0, "wood"), 0, "engineering"), take(0, "clay"))
    assert BuildStage(0, "giza_2", ("clay", "wood")) in legal_moves(table)


def test_tactics_adds_two_shields() -> None:
    assert rules.shields(own(begin(), 0, "tactics"), 0) == 2


def progress_points(state: rules.State) -> int:
    return rules.scores(state).categories[0]["progress"]


def test_decor_scores_more_for_a_complete_wonder() -> None:
    table = own(begin(), 0, "decor")
    assert progress_points(table) == 4
    assert progress_points(build(table, 0, 1, 2, 3, 4, 5)) == 6


def test_politics_scores_cat_icons() -> None:
    assert progress_points(own(lay(begin(), 0, "vp2_cat", "vp2_cat", "vp3"), 0, "politics")) == 2


def test_strategy_scores_military_tokens() -> None:
    assert progress_points(own(military(begin(), 0, 4), 0, "strategy")) == 4


def test_education_scores_every_token_and_itself() -> None:
    assert progress_points(own(begin(), 0, "education", "tactics", "economy")) == 6


def test_culture_scores_four_or_twelve() -> None:
    table = begin(progress=("tactics", "decor", "science"))
    assert progress_points(own(table, 0, "culture")) == 4
    assert progress_points(own(table, 0, "culture", "culture")) == 12


def test_the_reason_named_follows_the_fixed_order() -> None:
    """Where two tokens could give the same card, ``legal`` names one only."""
    table = play(own(begin("giza", "rhodes"), 0, "jewellery", "science", "urbanism", "crafts"), take(0, "wood"))
    table = play(table, take(0, "gear", "central", "urbanism"))
    table = play(table, take(0, "vp3", because="science"))
    assert table.to_move == 1
    both = play(own(begin("giza", "rhodes"), 0, "urbanism", "crafts"), take(0, "wood"))
    both = play(both, take(0, "papyrus", "central"))
    assert {move.because for move in legal_moves(both, TakeCard) if isinstance(move, TakeCard)} == {"crafts"}
    order = list(FACTS.progress_tokens)
    assert all(order.index(one) < order.index(other) for one, other in pairwise(("urbanism", "crafts", "science")))
