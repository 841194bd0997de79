"""R2, R5 and R7 of the rules' review: Babylon's seventh card and its end, what a Free City that acts last may buy."""

from pathlib import Path
from random import Random
from typing import Any

from companion.commands.referee import report_object
from companion.games.replay import replay
from companion.games.seven_wonders import rules
from companion.games.seven_wonders.rules import State
from companion.games.seven_wonders.rules.deal import play_set_up
from companion.games.seven_wonders.rules.moves import Build, BuildStage, Discard
from companion.games.vocabulary import let_go
from companion.games.watched import rules_of
from companion.referee.fold import decided, fold
from companion.referee.game import LiveGame
from tests.games.seven_wonders.played import build, cards_in, codes, coins, legal_of, names, play, stage, turn
from tests.games.seven_wonders.tables import at, begin, built, holding, lay, rich, two

SETUP = {"game": "seven_wonders", "wonders": [["babylon", "B"], ["rhodes", "A"], ["ephesus", "A"]]}


def sixth(*hand: str, stages: int = 2, **house: Any) -> State:
    """The sixth turn of the first age at Babylon B with these two cards in hand."""
    return holding(built(at(begin("babylon B", "rhodes A", "ephesus A", **house), 1, 6), 0, stages), 0, *hand)


def test_r2_a_resource_built_with_the_sixth_card_does_not_pay_for_the_seventh() -> None:
    state = turn(sixth("stone_pit", "baths"), build(0, "stone_pit"))
    assert Build(0, "baths") not in legal_of(state, 0)
    assert codes(rules.judge(state, Build(0, "baths"))) == ["cannot_afford"]
    own = turn(sixth("stone_pit", "baths", seventh_in_sixth_turn=False), build(0, "stone_pit"))
    assert "baths" in names(play(own, Build(0, "baths")).cities[0])


def test_r2_coins_of_the_sixth_turn_do_not_pay_for_the_seventh_card() -> None:
    """Three coins for the sixth card, and those for what neighbours bought, come with the next turn."""
    state = rich(sixth("altar", "barracks"), 0, 1)
    state = turn(state, Discard(0, "altar"))
    assert coins(state)[0] == 4
    assert codes(rules.judge(state, build(0, "barracks", left="ore"))) == ["coins_short"]
    assert cards_in(move for move in legal_of(state, 0) if isinstance(move, Build)) == set()
    own = turn(rich(sixth("altar", "barracks", seventh_in_sixth_turn=False), 0, 1), Discard(0, "altar"))
    assert coins(play(own, build(0, "barracks", left="ore")))[0] == 2


def test_r2_what_the_sixth_card_cost_is_not_there_for_the_seventh() -> None:
    state = rich(sixth("stone_pit", "stockade"), 0, 2)
    state = turn(lay(state, 1, "lumber_yard"), Build(0, "stone_pit"))
    assert build(0, "stockade", left="wood") in legal_of(state, 0)
    dear = rich(sixth("timber_yard", "stockade"), 0, 2)
    dear = turn(lay(dear, 1, "lumber_yard"), Build(0, "timber_yard"))
    assert coins(dear)[0] == 1
    assert build(0, "stockade", left="wood") not in legal_of(dear, 0)


def test_r2_what_the_neighbours_build_in_the_sixth_turn_is_not_for_sale_yet() -> None:
    state = holding(sixth("altar", "stockade"), 1, "lumber_yard", "loom_1")
    state = turn(state, build(0, "altar"), build(1, "lumber_yard"))
    assert codes(rules.judge(state, build(0, "stockade", left="wood"))) == ["not_for_sale"]


def test_r2_the_stage_built_with_the_sixth_card_gives_the_seventh_which_may_build_the_next_one() -> None:
    state = lay(sixth("altar", "theater", stages=1), 0, "sawmill", "brickyard", "loom_1", "glassworks_1", "press_1")
    after = play(turn(rich(state, 0, 20), stage(0, "altar")), BuildStage(0, "theater"))
    assert after.cities[0].stages == 3
    assert after.eve == ()


def test_r2_a_journal_that_does_not_name_the_rule_keeps_the_reading_with_which_it_was_written(tmp_path: Path) -> None:
    old = LiveGame.begin(tmp_path / "old.sqlite", SETUP, "1")
    assert not rules.begin(rules.parse_setup(old.fold.setup)).rules.seventh_in_sixth_turn
    assert fold(old.journal.events).state == old.state == rules.begin(rules.parse_setup(old.fold.setup))
    known = rules_of("seven_wonders")
    fresh = decided(known, SETUP, rules.parse_setup(SETUP).house_rules)
    assert fresh["house_rules"] == {"seventh_in_sixth_turn": True}
    assert LiveGame.begin(tmp_path / "new.sqlite", fresh, "1").state.rules == rules.HouseRules()


def test_r5_a_recorded_game_whose_last_offer_nobody_declined_is_finished() -> None:
    boards = (("babylon", "B"), ("rhodes", "A"), ("ephesus", "A"))
    for seed in range(200):
        played = play_set_up(rules.Setup(boards), Random(seed), rules.POLICIES["greedy"])
        moves = list(map(rules.dump_move, played.moves[:-1]))
        report = replay(enumerate([{"setup": {**SETUP}}, *moves], 1))
        if report.state.offers:
            assert not report.state.finished
            assert report_object(report)["finished"]
            assert rules.scores(report.state) == rules.scores(let_go(rules, report.state))
            return
    raise AssertionError("no game ended with a seventh card")


def test_r5_a_game_that_lacks_more_than_an_answer_is_not_finished() -> None:
    state = turn(sixth("altar", "theater"), build(0, "altar"))
    assert state.offers
    assert not let_go(rules, state).finished


def test_r7_a_free_city_that_acts_last_can_buy_what_its_controller_builds_in_the_turn() -> None:
    state = at(lay(two(free_city_first=False), 2, "press_1"), 1, 1)
    bought = build(2, "stockade", left="wood")
    assert "not_for_sale" in codes(rules.judge(state, bought)), "the controller has not chosen yet"
    later = play(state, build(0, "lumber_yard"))
    assert codes(rules.judge(later, bought)) == []
    assert bought in legal_of(later, 2)
    first = play(at(lay(two(), 2, "press_1"), 1, 1), build(0, "lumber_yard"))
    assert codes(rules.judge(first, bought)) == ["not_for_sale"]


def test_r7_what_the_other_player_builds_in_the_turn_is_not_for_sale() -> None:
    state = play(at(two(free_city_first=False), 1, 1), build(1, "lumber_yard"))
    assert codes(rules.judge(state, build(2, "stockade", right="wood"))) == ["not_for_sale"]
    assert codes(rules.judge(state, build(2, "stockade", left="wood"))) == ["not_for_sale"]
