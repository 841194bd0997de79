"""R4 of the rules' review: a token used a second time after the turn ended by itself is both out of turn and spent."""

from companion.games.architects import rules
from companion.games.architects.rules import BuildStage
from tests.games.tables import begin, codes, lay, opened, own


def test_r4_economy_used_twice_is_found_although_the_turn_has_ended_by_itself() -> None:
    table = own(opened(lay(begin(), 0, "coin", "coin")), 0, "economy")
    ended = rules.apply(table, BuildStage(0, "giza_1", ("coin",)))
    assert ended.to_move == 1
    assert codes(rules.judge(ended, BuildStage(0, "giza_2", ("coin",)))) == {"out_of_turn", "token_spent"}


def test_r4_a_token_that_was_not_used_is_only_out_of_turn() -> None:
    table = own(opened(lay(begin(), 0, "wood", "clay")), 0, "economy")
    ended = rules.apply(table, BuildStage(0, "giza_1", ("clay", "wood")))
    assert ended.to_move == 1
    assert codes(rules.judge(lay(ended, 0, "coin"), BuildStage(0, "giza_2", ("coin",)))) == {"out_of_turn"}
