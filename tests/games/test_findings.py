"""Every irregularity is found, said with its rule, and played as it happened."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from companion.games.architects import rules, seen
from companion.games.architects.rules import BuildStage, RevealProgress, State, TakeCard, TakeProgress
from companion.games.architects.rules.expansion import TOKENS
from companion.games.architects.rules.findings import CATALOGUE
from companion.games.architects.rules.moves import Move
from companion.games.vocabulary import IllegalMove
from tests.games import english
from tests.games.medal_tables import begin_medals, claim, turn_up
from tests.games.tables import begin, build, codes, count, effects, empty, end, lay, no_tokens, opened, own, play, take

BLUE = "medal_3_blue"
GEARS = ("gear", "gear")
MIXED = ("gear", "tablet")
WOODS = ("wood", "wood")


def four() -> State:
    return begin("giza", "rhodes", "olympia", "ephesus")


def owing() -> State:
    """Seat 0 has taken and must still build."""
    return play(lay(begin(), 0, "wood"), take(0, "clay"))


def blues() -> State:
    """Seat 0 has met the goal of the medal to the left."""
    return play(lay(begin_medals(medals=(BLUE,)), 0, "vp3", "vp3"), take(0, "vp3"))


def battle_won() -> State:
    """Seat 0 has won two military tokens, which the medal to the left is for."""
    table = begin_medals(medals=("medal_2_military_one_battle",))
    return play(replace(lay(table, 0, "shield_h0"), battle=2), take(0, "shield_h1"))


def scenes() -> dict[str, Callable[[], tuple[State, Move]]]:
    """One irregular move for each code that ``judge`` can give."""
    return {
        "no_such_seat": lambda: (begin(), take(3, "wood")),
        "game_over": lambda: (replace(begin(), finished=True), take(0, "wood")),
        "out_of_turn": lambda: (begin(), take(1, "wood")),
        "turn_not_finished": lambda: (owing(), take(1, "wood")),
        "take_first": lambda: (begin(), end(0)),
        "extra_card": lambda: (owing(), take(0, "vp3")),
        "wrong_reason": lambda: (owing(), take(0, "vp3", because="urbanism")),
        "wrong_deck": lambda: (four(), take(0, "wood", "holder:1")),
        "deck_empty": lambda: (empty(begin(), 0), take(0, "wood")),
        "card_not_in_deck": lambda: (begin(), take(0, "shield_h2")),
        "wrong_wonder": lambda: (owing(), BuildStage(0, "rhodes_1", ("clay", "wood"))),
        "already_built": lambda: (lay(build(owing(), 0, 1), 0, "coin"), BuildStage(0, "giza_1", ("clay", "wood"))),
        "stage_not_reachable": lambda: (opened(lay(begin(), 0, *WOODS)), BuildStage(0, "giza_2", WOODS)),
        "card_not_there": lambda: (owing(), BuildStage(0, "giza_1", ("glass", "wood"))),
        "wrong_payment": lambda: (lay(owing(), 0, "wood"), BuildStage(0, "giza_1", ("wood", "wood"))),
        "payment_unknown": lambda: (lay(owing(), 0, "glass"), BuildStage(0, "giza_1")),
        "token_spent": lambda: (lay(owing(), 0, "coin"), BuildStage(0, "giza_1", ("coin",))),
        "coin_not_missing": lambda: (lay(owing(), 0, "coin"), BuildStage(0, "giza_1", ("coin", "wood"))),
        "wrong_set": lambda: (opened(lay(begin(), 0, *MIXED)), TakeProgress(0, "decor", spent=MIXED)),
        "no_science_set": lambda: (opened(begin()), TakeProgress(0, "decor")),
        "token_not_face_up": lambda: (opened(lay(begin(), 0, *GEARS)), TakeProgress(0, "economy", spent=GEARS)),
        "token_not_in_stack": lambda: (opened(lay(begin(), 0, *GEARS)), TakeProgress(0, "decor", "stack", GEARS)),
        "stack_empty": lambda: (no_tokens(opened(lay(begin(), 0, *GEARS))), TakeProgress(0, "decor", "stack", GEARS)),
        "nothing_taken": lambda: (opened(lay(begin(), 0, *GEARS)), TakeProgress(0, "none", "stack", GEARS)),
        "nothing_to_reveal": lambda: (begin(), RevealProgress("economy")),
        "after_the_battle": lambda: (battle_won(), take(0, "wood", because="urbanism")),
        "no_medals": lambda: (begin(), claim(0, BLUE)),
        "medal_not_there": lambda: (begin_medals(medals=(BLUE,)), claim(1, BLUE)),
        "medal_not_met": lambda: (begin_medals(medals=(BLUE,)), claim(0, BLUE)),
        "medal_late": lambda: (rules.apply(blues(), take(1, "wood"), strict=False), claim(0, BLUE)),
        "medal_forgotten": lambda: (blues(), take(1, "wood")),
        "nothing_face_down": lambda: (begin_medals(), turn_up(0, "wood")),
    }


def states() -> dict[str, Callable[[], State]]:
    """One irregular table for each code that ``status`` can give."""
    return {
        "build_forgotten": lambda: rules.apply(owing(), end(0), strict=False),
        "set_forgotten": lambda: rules.apply(play(lay(begin(), 0, "gear"), take(0, "gear")), end(0), strict=False),
        "stage_floating": lambda: build(begin(), 0, 2),
        "too_many_cards": lambda: rules.apply(begin(), take(0, "shield_h2"), strict=False),
        "too_many_tokens": lambda: own(begin(), 0, "decor"),
        "medal_forgotten": lambda: rules.apply(blues(), take(1, "wood"), strict=False),
    }


@pytest.mark.parametrize("code", list(scenes()))
def test_an_irregular_move_is_found_and_played(code: str) -> None:
    table, move = scenes()[code]()
    found = rules.judge(table, move)
    assert code in codes(found)
    assert all(
        finding.rule == CATALOGUE[finding.code].rule and english.message(rules, table, finding) for finding in found
    )
    with pytest.raises(IllegalMove) as caught:
        rules.apply(table, move)
    assert caught.value.findings == found
    after = rules.apply(table, move, strict=False)
    assert rules.legal(after) or after.finished, "the game goes on"


@pytest.mark.parametrize("code", list(states()))
def test_an_irregular_table_is_found(code: str) -> None:
    found = rules.status(states()[code]())
    assert codes(found) == {code}
    assert all(finding.rule == CATALOGUE[finding.code].rule for finding in found)


def test_every_code_of_the_catalogue_is_tried_here() -> None:
    assert set(scenes()) | set(states()) == set(CATALOGUE)


def test_a_regular_table_has_nothing_irregular() -> None:
    assert rules.status(begin()) == frozenset()
    assert rules.status(owing()) == frozenset()


def test_status_holds_everything_at_once() -> None:
    table = build(rules.apply(owing(), end(0), strict=False), 2, 2)
    assert codes(rules.status(table)) == {"build_forgotten", "stage_floating"}


def test_a_card_that_cannot_be_left_is_counted_all_the_same() -> None:
    after = rules.apply(begin(), take(0, "shield_h2"), strict=False)
    assert (count(after, 0, "shield_h2"), seen.tableau(after).piles["holder/0"]) == (1, 24)


def test_the_next_players_card_ends_a_turn_with_only_optional_actions_left() -> None:
    table = play(own(begin(), 0, "urbanism"), take(0, "wood"))
    assert take(1, "wood") in rules.legal(table)
    after = rules.apply(table, take(1, "wood"))
    assert (after.to_move, count(after, 1, "wood")) == (2, 1)


def test_ending_a_turn_that_has_just_ended_is_silent() -> None:
    table = play(begin(), take(0, "wood"))
    assert rules.judge(table, end(0)) == ()
    assert rules.apply(table, end(0)) == table


def test_a_player_who_forgot_to_build_may_be_seen_to_do_it_late() -> None:
    """The turn goes back to its player, with all that the stage brings."""
    table = lay(build(begin("ephesus", "giza"), 0, 1), 0, "wood")
    table = rules.apply(play(table, take(0, "wood")), end(0), strict=False)
    late = BuildStage(0, "ephesus_2", ("wood", "wood"))
    assert codes(rules.judge(table, late)) == {"out_of_turn"}
    assert late in rules.irregular(table)
    after = rules.apply(table, late, strict=False)
    assert (after.to_move, rules.status(after)) == (0, frozenset())
    assert play(after, take(0, "vp3", "central", "ephesus")).to_move == 1


def test_a_skipped_player_is_found_and_the_table_followed() -> None:
    after = rules.apply(four(), take(1, "wood"), strict=False)
    assert (after.to_move, count(after, 1, "wood")) == (2, 1)


def test_a_second_card_is_found_and_kept() -> None:
    table = play(four(), take(0, "wood"))
    second = take(0, "vp3")
    assert codes(rules.judge(table, second)) == {"out_of_turn"}
    after = rules.apply(table, second, strict=False)
    assert (after.to_move, count(after, 0, "vp3"), after.number) == (1, 1, table.number)


def test_an_unreachable_stage_stands_and_is_seen() -> None:
    table = opened(lay(begin(), 0, "wood", "wood"))
    after = rules.apply(table, BuildStage(0, "giza_2", ("wood", "wood")), strict=False)
    assert codes(rules.status(after)) == {"stage_floating"}


def test_what_cannot_have_happened_changes_nothing() -> None:
    for code in ("no_such_seat", "wrong_wonder", "already_built"):
        table, move = scenes()[code]()
        assert rules.apply(table, move, strict=False) == table


def test_only_what_lies_there_can_be_spent() -> None:
    after = rules.apply(owing(), BuildStage(0, "giza_1", ("glass", "wood")), strict=False)
    assert (count(after, 0, "wood"), count(after, 0, "clay"), sum(after.discard)) == (0, 1, 1)


def test_irregular_moves_are_plausible_distinct_and_not_legal() -> None:
    for table in (four(), owing(), effects(begin("olympia", "giza"), "olympia_left")):
        moves = rules.irregular(table)
        assert len(moves) == len(set(moves))
        assert not set(moves) & set(rules.legal(table))
        assert all(rules.judge(table, move) for move in moves)
        assert 10 < len(moves) < 300
    assert take(0, "wood", "holder:1") in rules.irregular(four())
    assert end(0) in rules.irregular(owing())


def test_the_next_card_without_a_forgotten_build_names_what_was_due() -> None:
    found = rules.judge(owing(), TakeCard(1, "left", "wood"))
    assert english.legal(rules, owing(), found[0]) == ("build giza_1 with 2 different (Building a stage)",)
    assert found[0].seat == 0


def test_what_was_left_unsaid_is_filled_in_where_one_thing_fits() -> None:
    assert play(owing(), BuildStage(0, "giza_1")) == play(owing(), BuildStage(0, "giza_1", ("clay", "wood")))
    science = opened(lay(begin(), 0, *GEARS))
    assert play(science, TakeProgress(0, "decor")) == play(science, TakeProgress(0, "decor", spent=GEARS))
    extra = play(own(begin(), 0, "urbanism"), take(0, "wood"))
    assert play(extra, take(0, "vp3")) == play(extra, take(0, "vp3", because="urbanism"))
    assert play(begin(), take(0, "wood", "holder:0")) == play(begin(), take(0, "wood", "left"))


def test_in_the_first_turn_nobody_has_just_played() -> None:
    """Whoever begins instead of the first player has the turn; no turn is taken back."""
    after = rules.apply(begin(), take(2, "wood"), strict=False)
    assert (after.to_move, after.number) == (0, 2)


def test_a_forgotten_build_is_irregular_until_it_is_done() -> None:
    """Also at the beginning of its player's next turn, but not in the turn in which it may still be done."""
    table = rules.apply(owing(), end(0), strict=False)
    table = play(table, take(1, "vp3"), take(2, "vp3"))
    assert (table.to_move, codes(rules.status(table))) == (0, {"build_forgotten"})
    table = play(table, take(0, "vp3"))
    assert rules.status(table) == frozenset()
    assert rules.status(play(table, BuildStage(0, "giza_1", ("clay", "wood")))) == frozenset()


def test_an_unread_token_is_one_that_nobody_has_seen() -> None:
    table = own(opened(lay(begin(progress=("tactics", "decor")), 0, *GEARS)), 1, "economy")
    assert rules.judge(table, TakeProgress(0, "urbanism", spent=GEARS)) == ()
    assert codes(rules.judge(table, TakeProgress(0, "economy", spent=GEARS))) == {"token_not_face_up"}


def test_the_last_unread_token_lies_face_up_not_in_the_stack() -> None:
    table = opened(lay(begin(progress=("tactics", "decor")), 0, *GEARS))
    table = replace(table, hidden=tuple(int(name == "economy") for name in TOKENS))
    moves = {(move.token, move.source) for move in rules.legal(table) if isinstance(move, TakeProgress)}
    assert moves == {("tactics", "face_up"), ("decor", "face_up"), ("economy", "face_up")}
