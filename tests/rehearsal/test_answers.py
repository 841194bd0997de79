"""What people answer in a rehearsal: the truth, as far as it is offered."""

import pytest
from msgspec.structs import replace

from companion.games.architects.rules import BuildStage, EndTurn, Move, RevealProgress, TakeCard, TakeProgress
from companion.games.architects.rules.begin import begin
from companion.games.architects.rules.setup import parse_setup
from companion.games.architects.rules.state import State
from companion.games.watched import watched
from companion.rehearsal.comparison import Wire, answer, leaves_open, told_of

_WOOD, _CLAY = TakeCard(0, "left", "wood"), TakeCard(1, "right", "clay")
_SET = TakeProgress(0, "decor", "stack")
"""A token for cards that nobody has read."""
_PAID = TakeProgress(0, "decor", "stack", ("compass", "gear", "tablet"))


@pytest.mark.parametrize(
    ("options", "truth", "right"),
    [
        ([[_WOOD], [_CLAY]], [_CLAY], 1),
        ([[_WOOD], [_WOOD, _CLAY]], [_WOOD, _CLAY], 1),
        ([[_WOOD], [TakeCard(0, "right", "wood")]], [_WOOD, _CLAY], 0),
        ([[_WOOD, EndTurn(0)]], [_WOOD], 0),
        ([[TakeCard(0, "left", "clay")], [_CLAY]], [_WOOD], None),
        ([], [_WOOD], None),
        ([[], [_CLAY]], [_WOOD], None),
        ([[_CLAY], [EndTurn(0)]], [EndTurn(0)], 1),
        ([[_SET], []], [_PAID], 0),
        ([[_SET], [_PAID]], [_PAID], 1),
        ([[BuildStage(0, "giza_1", ("?", "wood"))]], [BuildStage(0, "giza_1", ("stone", "wood"))], 0),
        ([[BuildStage(0, "giza_1", ("?", "wood"))]], [BuildStage(0, "giza_1", ("stone", "clay"))], None),
    ],
)
def test_people_choose_what_is_true_also_where_it_leaves_open_what_nobody_has_read(
    options: list[list[Move]], truth: list[Move], right: int | None
) -> None:
    wire = Wire(watched("architects"))
    told = [wire.told(moves) for moves in options]
    assert answer(told, wire.told(truth)) == right


@pytest.mark.parametrize(
    ("missing", "options", "said"),
    [
        ([_WOOD, _CLAY], [[_CLAY], [_WOOD, _CLAY]], [_WOOD]),
        ([_WOOD, _CLAY], [[_CLAY]], [_WOOD, _CLAY]),
        ([RevealProgress("crafts"), RevealProgress("decor")], [[RevealProgress("decor")]], [RevealProgress("decor")]),
        ([RevealProgress("crafts"), _WOOD], [[RevealProgress("decor")]], [RevealProgress("crafts")]),
        ([_WOOD], [[_CLAY]], None),
    ],
)
def test_people_say_what_was_played_before_what_they_are_asked_about_but_of_a_piece_that_lies_there_only_that(
    missing: list[Move], options: list[list[Move]], said: list[Move] | None
) -> None:
    wire = Wire(watched("architects"))
    told = told_of(wire.told(missing), [wire.told(moves) for moves in options])
    assert told == (None if said is None else wire.told(said))


def test_nobody_says_once_more_what_the_record_tells_in_another_order() -> None:
    wire = Wire(watched("architects"))
    played = wire.told([_WOOD, _CLAY, _SET])
    assert wire.unsaid(played, [played[1], played[0]]) == [played[2]]
    assert wire.unsaid(played, played[1:]) == [played[0]]


@pytest.mark.parametrize(("token", "chosen"), [("tactics", 1), ("culture", 1), ("urbanism", None)])
def test_what_lay_there_unread_when_a_table_was_joined_may_be_named_at_any_time(token: str, chosen: int | None) -> None:
    wire, lay = Wire(watched("architects")), [_open_row("culture", "tactics", "decor")]
    before = _open_row("decor", "?", "?")
    offered = [wire.told([RevealProgress(one)]) for one in ("urbanism", token)]
    assert wire.names_what_lies(offered[1][0], before, lay) == (chosen is not None)
    assert wire.said_again(offered, lay, at=before) == chosen


def test_of_a_token_that_was_turned_up_last_nobody_says_that_it_is_another_which_lies_there_when_all_is_over() -> None:
    wire, over = Wire(watched("architects")), replace(_open_row("culture", "tactics", "decor"), finished=True)
    offered = [wire.told([RevealProgress(token)]) for token in ("urbanism", "culture")]
    assert wire.said_again(offered, [over]) == 1
    assert wire.said_again(offered, [over], wire.told([RevealProgress("decor")])) is None


def _open_row(*tokens: str) -> State:
    setup = {"wonders": ["giza", "rhodes"], "progress": list(tokens)}
    return begin(parse_setup(setup))


@pytest.mark.parametrize(
    ("event", "move", "left"),
    [
        (TakeProgress(0, "?", "stack"), TakeProgress(0, "decor", "stack"), [True]),
        (TakeProgress(0, "decor", "stack"), TakeProgress(0, "decor", "stack"), [False]),
        (_SET, _PAID, [True]),
        (BuildStage(0, "giza_1", ("?", "wood")), BuildStage(0, "giza_1", ("stone", "wood")), [True]),
        (TakeCard(0, "left", "?"), TakeCard(0, "left", "?"), [False]),
    ],
)
def test_an_event_leaves_open_what_the_move_says_and_not_what_a_token_that_was_free_was_paid_with(
    event: Move, move: Move, left: list[bool]
) -> None:
    wire = Wire(watched("architects"))
    assert [leaves_open(*wire.told([event, move]))] == left
