"""Who answers late is understood, and what was played meanwhile is gone through one move after another."""

from pathlib import Path

import pytest

from companion.games.architects import rules as architects
from tests.referee.games import Played
from tests.referee.restless import Restless
from tests.referee.table import PhysicalTable


def _two_alike(players: int, seed: int) -> tuple[str, ...]:
    """Two open tokens that the box lacks: which of them was taken has to be asked."""
    return tuple(f"architects/progress/{token}" for token in PhysicalTable(players, seed).deal.face_up[:2])


def _play_on(table: Played) -> list[architects.Move]:
    """One more move that can be seen, whatever the referee has understood."""
    move = table.table.choose()
    table.table.play(move)
    table.show()
    table.wait()
    table.table.follow()
    table.show()
    table.wait()
    return [] if isinstance(move, architects.EndTurn) else [move]


def test_what_was_played_while_a_question_waited_is_understood_with_its_answer(tmp_path: Path) -> None:
    table, truth = Played(tmp_path, 2, 64, unenrolled=_two_alike(2, 64)), list[architects.Move]()
    while table.referee.view().question is None:
        truth += _play_on(table)
    question = table.referee.view().question
    assert question is not None
    for _ in range(2):
        truth += _play_on(table)
    options = [architects.parse_move(option.moves[0]) for option in question.options if option.moves]
    asked_about = next(move for move in truth if move in options)
    known = [entry.move for entry in table.game.fold.played]
    assert known == truth[: truth.index(asked_about)], "nothing is accepted before it is answered"
    assert table.do("answer", {"question": question.number, "option": options.index(asked_about)}).ok
    table.wait(4)
    assert [entry.move for entry in table.game.fold.played] == truth
    assert table.referee.view().question is None


@pytest.mark.proof
@pytest.mark.parametrize("seed", [11, 15])
def test_people_who_do_not_wait_for_their_own_answer_are_asked_nothing_else(tmp_path: Path, seed: int) -> None:
    table = Restless(tmp_path, 3, seed, unenrolled=_two_alike(3, seed), answer_after=20)
    while len(table.truth) < 45:
        table.go_on()
    table.rest(30)
    assert table.events() == table.truth
    assert table.state == table.table.state
    assert len(table.asked) == 1
