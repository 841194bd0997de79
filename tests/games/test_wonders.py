"""Each wonder: which stages stand on which, and what its effect does when the stage is built."""

import pytest

from companion.games.architects import rules
from companion.games.architects.rules import FACTS, BuildStage, TakeProgress
from companion.games.architects.rules.state import reachable
from tests.games.tables import begin, build, codes, count, lay, legal_moves, play, take

OPEN = {
    "alexandria": {(): {1}, (1,): {2}, (1, 2): {3}, (1, 2, 3): {4}, (1, 2, 3, 4): {5}},
    "babylon": {(): {1}, (1,): {2}, (1, 2): {3}, (1, 2, 3): {4, 5}, (1, 2, 3, 5): {4}, (1, 2, 3, 4): {5}},
    "ephesus": {(): {1}, (1,): {2, 3, 4}, (1, 3): {2, 4}, (1, 2, 4): {3}, (1, 2, 3): {4}, (1, 2, 3, 4): {5}},
    "giza": {(): {1}, (1,): {2}, (1, 2): {3}, (1, 2, 3): {4}, (1, 2, 3, 4): {5}},
    "halicarnassus": {(): {1}, (1,): {2}, (1, 2): {3, 4}, (1, 2, 4): {3}, (1, 2, 3): {4}, (1, 2, 3, 4): {5}},
    "olympia": {(): {1}, (1,): {2, 3}, (1, 3): {2}, (1, 2): {3}, (1, 2, 3): {4}, (1, 2, 3, 4): {5}},
    "rhodes": {(): {1, 2}, (2,): {1}, (1,): {2}, (1, 2): {3}, (1, 2, 3): {4}, (1, 2, 3, 4): {5}},
}


@pytest.mark.parametrize("wonder", list(FACTS.wonders))
def test_stages_open_from_the_bottom_up(wonder: str) -> None:
    for built, stages in OPEN[wonder].items():
        city = build(begin(wonder, "giza" if wonder != "giza" else "rhodes"), 0, *built).cities[0]
        assert {place + 1 for place, _ in reachable(FACTS, city)} == stages, built


POINTS = {
    "alexandria": 25,
    "babylon": 20,
    "ephesus": 22,
    "giza": 30,
    "halicarnassus": 24,
    "olympia": 22,
    "rhodes": 26,
}


@pytest.mark.parametrize("wonder", list(FACTS.wonders))
def test_a_complete_wonder_scores_its_stages(wonder: str) -> None:
    table = build(begin(wonder, "giza" if wonder != "giza" else "rhodes"), 0, 1, 2, 3, 4, 5)
    assert rules.scores(table).categories[0]["stages"] == POINTS[wonder]


@pytest.mark.parametrize("wonder", list(FACTS.wonders))
def test_costs_rise_from_two_different_to_four_different(wonder: str) -> None:
    costs = [(stage.count, stage.kind) for stage in FACTS.wonders[wonder].stages]
    assert costs == [(2, "different"), (2, "identical"), (3, "different"), (3, "identical"), (4, "different")]


def effect_stage(wonder: str) -> rules.State:
    """A table of three after the player to move has built the wonder's stage 2, the first with an effect."""
    table = lay(build(begin(wonder, *[w for w in ("giza", "rhodes", "ephesus") if w != wonder][:2]), 0, 1), 0, "wood")
    return play(table, take(0, "wood"), BuildStage(0, f"{wonder}_2", ("wood", "wood")))


def test_alexandria_takes_a_card_from_any_deck() -> None:
    table = effect_stage("alexandria")
    after = play(table, take(0, "vp3", "holder:1", "alexandria"))
    assert (count(after, 0, "vp3"), after.to_move) == (1, 1)


def test_babylon_takes_a_progress_token_without_cards() -> None:
    table = effect_stage("babylon")
    after = play(table, TakeProgress(0, "culture"))
    assert (after.cities[0].progress, after.to_move) == (("culture",), 1)


def test_ephesus_takes_from_the_central_deck_only() -> None:
    table = effect_stage("ephesus")
    assert codes(rules.judge(table, take(0, "vp3", "left", "ephesus"))) == {"wrong_deck"}
    assert play(table, take(0, "vp3", "central", "ephesus")).to_move == 1


def test_giza_has_no_effect_but_points() -> None:
    assert effect_stage("giza").to_move == 1


def test_halicarnassus_keeps_one_of_five_from_left_or_right() -> None:
    table = effect_stage("halicarnassus")
    assert codes(rules.judge(table, take(0, "vp3", "central", "halicarnassus"))) == {"wrong_deck"}
    assert play(table, take(0, "vp3", "right", "halicarnassus")).to_move == 1


def test_olympia_takes_one_left_and_one_right() -> None:
    table = play(effect_stage("olympia"), take(0, "vp3", "right", "olympia"))
    assert codes(rules.judge(table, take(0, "vp3", "right", "olympia"))) == {"wrong_deck"}
    assert play(table, take(0, "vp2_cat", "left", "olympia")).cat == 0


def test_rhodes_adds_a_shield_for_each_effect_stage() -> None:
    table = begin("rhodes", "giza")
    assert [rules.shields(build(table, 0, *built), 0) for built in ((1,), (1, 2), (1, 2, 3, 4))] == [0, 1, 2]


def test_an_effect_card_does_all_that_a_card_does() -> None:
    """The card that Ephesus draws may complete the next stage, whose effect comes too."""
    table = lay(effect_stage("ephesus"), 0, "clay", "stone")
    table = play(table, take(0, "glass", "central", "ephesus"))
    table = play(table, BuildStage(0, "ephesus_3", ("clay", "glass", "stone")))
    assert take(0, "vp3", "central", "ephesus") in legal_moves(table)
