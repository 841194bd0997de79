"""What nobody has read when a game ends: it is asked about still, and the answer counts."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.games.architects import rules as architects
from companion.games.architects.rules.expansion import TOKENS
from companion.games.architects.rules.options import unread_gives
from companion.games.vocabulary import UNREAD
from tests.referee.games import Told

TURNED_UP, TAKEN = 4, 3
"""Seeds of games of two in the last round of which urbanism is turned up; that education ends."""


def _turned_up(folder: Path, *, asked: bool) -> Told:
    """A game that has ended with a token that was turned up in the last round and cannot be read."""
    table = Told(folder, TURNED_UP, "urbanism", "education")
    (place,) = (k for k, move in enumerate(table.moves[50:], 50) if isinstance(move, architects.RevealProgress))
    table.told(table.moves[:place])
    table.seen(table.moves[place], 10 if asked else 0)
    assert (table.question is not None) == asked
    table.told(table.moves[place + 1 :])
    assert table.state.finished
    assert UNREAD in table.state.face_up
    return table


@pytest.mark.parametrize("asked", [True, False])
def test_an_answer_after_the_end_says_what_was_turned_up_last(tmp_path: Path, *, asked: bool) -> None:
    table = _turned_up(tmp_path, asked=asked)
    table.wait(10)
    seq = table.referee.view().seq
    table.answer("urbanism")
    assert table.state == table.table.state
    assert table.referee.view().seq > seq, "and everybody is told"
    table.wait(10)
    assert table.question is None


def test_after_the_end_what_lies_there_can_be_said_by_hand_and_nothing_else_can(tmp_path: Path) -> None:
    table = _turned_up(tmp_path, asked=False)
    said = {"move": "reveal", "token": "urbanism"}
    assert not table.do("move", architects.dump_move(table.moves[-1])).ok
    assert table.do("move", said).ok
    assert table.state == table.table.state
    assert not table.do("move", said).ok, "it is known"


def _taken(folder: Path) -> Told:
    """A game that ends with a token off the stack that cannot be read and scores."""
    # Of the last token that the box lacks nobody is asked, so it lacks one more.
    table = Told(folder, TAKEN, "urbanism", "education", "jewellery")
    table.told(table.moves[:-1])
    table.seen(table.moves[-1], 3)
    assert table.state.finished
    assert table.state.cities[0].progress[-1] == UNREAD
    return table


def test_a_token_that_ended_the_game_unread_is_asked_about_once_and_scores(tmp_path: Path) -> None:
    table = _taken(tmp_path)
    before = architects.scores(table.state).totals
    table.wait(10)
    table.answer("education")
    assert table.state == table.table.state
    assert architects.scores(table.state).totals > before
    table.wait(10)
    assert table.question is None


def test_a_table_that_is_cleared_after_the_end_tells_nothing(tmp_path: Path) -> None:
    table = _taken(tmp_path)
    table.wait(10)
    for pieces in table.table.zones.values():
        pieces.clear()
    table.table.put("seat/0/progress", "architects/progress/tactics")
    table.show()
    table.wait(10)
    assert table.state.cities[0].progress[-1] == UNREAD
    table.answer("education")
    assert table.state == table.table.state


LAST_GIVEN = 36, 51
"""A game of two whose last card, and no other, architecture gives, which is taken off the stack with this move."""


def test_a_card_that_an_unread_token_gives_after_the_last_stage_is_seen_and_tells_what_the_token_is(
    tmp_path: Path,
) -> None:
    seed, taken = LAST_GIVEN
    table = Told(tmp_path, seed, "architecture", "urbanism", "education")
    table.told(table.moves[:taken])
    for move in table.moves[taken:-1]:
        table.seen(move, 3)
    assert table.state.finished, "nobody can know yet that a card is still to come"
    table.seen(table.moves[-1], 3)
    assert table.state == table.table.state
    assert table.game.fold.played[-1].move == table.moves[-1]


def test_after_the_end_a_card_is_taken_only_by_who_has_a_token_that_nobody_has_read(tmp_path: Path) -> None:
    table = Told(tmp_path, LAST_GIVEN[0])
    last = table.moves[-1]
    table.told(table.moves[:-1])
    # Every token is known: architecture gives the card before the game ends.
    assert not table.state.finished
    ended = architects.apply(table.state, architects.EndTurn(last.seat), strict=False)
    assert ended.finished
    assert not architects.irregular(ended)
    for because in (None, "?", "architecture"):
        card = replace(last, because=because)
        assert [one.code for one in architects.judge(ended, card)] == ["game_over"]
        assert architects.apply(ended, card, strict=False) == ended


def test_the_last_card_may_come_of_a_token_that_answers_to_the_stage_which_ended_the_game() -> None:
    # All other tokens that give cards are known: only that one nobody has read.
    state = architects.begin(architects.Setup(("giza", "rhodes"), 0, ("tactics", "culture", "decor")))
    hidden = tuple(int(token == "architecture") for token in TOKENS)  # noqa: S105 - a progress token
    stages = len(state.facts.wonders["giza"].stages)
    city = replace(state.cities[0], built=(1 << stages) - 1, progress=(UNREAD,))
    ended = replace(state, cities=(city, *state.cities[1:]), hidden=hidden, finished=True)
    assert any(isinstance(move, architects.TakeCard) for move in architects.irregular(ended))
    begun = replace(ended, finished=False, turn=replace(state.turn, opened=True))
    assert not unread_gives(begun, 0), "no stage was built in this turn"
    assert unread_gives(replace(begun, turn=replace(begun.turn, builds=1)), 0)
