"""Who answers late is understood, and what was played meanwhile is gone through one move after another."""

from pathlib import Path
from typing import Any

import pytest

from companion.games.architects import rules as architects
from tests.referee.games import Played
from tests.referee.restless import Restless
from tests.referee.table import PhysicalTable


def _two_alike(players: int, seed: int) -> tuple[str, ...]:
    """Two open tokens that the box lacks: which of them was taken nobody can see."""
    return tuple(f"architects/progress/{token}" for token in PhysicalTable(players, seed).deal.face_up[:2])


def _play_on(table: Played, move: architects.Move | None = None, *, unseen_at: str = "") -> list[architects.Move]:
    """One more move that can be seen, whatever the referee has understood; ``unseen_at``: but not in this place."""
    move = move or table.table.choose()
    top = table.table.zones.get(unseen_at, ())[-1:]
    table.table.play(move)
    if unseen_at:
        table.table.zones[unseen_at] = list(top)
    table.show()
    table.wait()
    table.table.follow()
    table.show()
    table.wait()
    return [] if isinstance(move, architects.EndTurn) else [move]


def test_what_was_played_while_a_question_waited_is_understood_with_its_answer(tmp_path: Path) -> None:
    table = Played(tmp_path, 3, 1)
    truth = [table.move() for _ in range(6)]
    while not (choices := _from_the_left(table)):
        truth.append(table.move())
    # The next card of the deck is another one like it, and lies exactly where this one lay.
    seat = choices[0].seat
    deck = table.table.deal.decks[seat]
    deck[-2] = deck[-1]
    truth += _play_on(table, choices[0], unseen_at=f"holder/{seat}")
    table.wait(5)
    question = table.referee.view().question
    assert question is not None
    for _ in range(2):
        truth += _play_on(table)
    options = [architects.parse_move(option.moves[0]) for option in question.options if option.moves]
    known = [entry.move for entry in table.game.fold.played]
    assert known == truth[: truth.index(choices[0])], "nothing is accepted before it is answered"
    assert table.do("answer", {"question": question.number, "option": options.index(choices[0])}).ok
    table.wait(4)
    assert [entry.move for entry in table.game.fold.played] == truth
    assert table.referee.view().question is None


def _from_the_left(table: Played) -> list[architects.TakeCard]:
    choices = table.table.deal.choices(table.table.state)
    return [move for move in choices if isinstance(move, architects.TakeCard) and move.source == "left"]


def test_which_of_two_open_tokens_that_look_alike_was_taken_is_asked_and_no_move_waits_for_the_answer(
    tmp_path: Path,
) -> None:
    alike, truth = _two_alike(2, 64), list[architects.Move]()
    table = Played(tmp_path, 2, 64, unenrolled=alike)
    while table.referee.view().question is None:
        truth += _play_on(table)
    question = table.referee.view().question
    assert question is not None
    for _ in range(4):
        truth += _play_on(table)
    table.wait(3)
    known = [entry.move for entry in table.game.fold.played]
    assert len(known) == len(truth)
    taken, unread = next((move, found) for move, found in zip(truth, known, strict=True) if move != found)
    assert isinstance(unread, architects.TakeProgress)
    among = tuple(sorted(face.rpartition("/")[2] for face in alike))
    assert (unread.token, unread.among) == ("?", among)
    options = [architects.parse_move(option.moves[0]) for option in question.options]
    assert len(options) == len(alike)
    assert table.do("answer", {"question": question.number, "option": options.index(taken)}).ok
    table.wait(4)
    assert table.state == table.table.state
    assert [entry.move for entry in table.game.fold.played] == truth
    assert table.referee.view().question is None


@pytest.mark.proof
@pytest.mark.parametrize(("seed", "answer_after", "unknown"), [(11, 20, 1), (15, 20, 1), (15, 115, 2)])
def test_each_open_token_that_looks_like_another_is_asked_about_once_and_all_else_is_accepted_in_time(
    tmp_path: Path, seed: int, answer_after: float, unknown: int
) -> None:
    """With an answer that comes after the other one was taken too, that one is told by it."""
    table = Restless(tmp_path, 3, seed, unenrolled=_two_alike(3, seed), answer_after=answer_after)
    while len(table.truth) < 50:
        table.go_on()
    table.rest(30)
    assert not table.late()
    assert table.events() == table.truth
    assert table.state == table.table.state
    assert len(table.asked) == unknown


@pytest.mark.proof
def test_of_two_open_tokens_that_look_alike_and_were_taken_in_turn_the_second_is_told_by_what_the_first_was(
    tmp_path: Path,
) -> None:
    """What lies beside them was turned up since, and nobody can read it either."""
    alike = _two_alike(2, 36)
    deal = PhysicalTable(2, 36).deal
    turned_up = {f"architects/progress/{token}" for token in {*deal.stack} - {*deal.face_up}}
    table = Restless(tmp_path, 2, 36, unenrolled=(*alike, *turned_up))
    while len(taken := _from_the_row(table.truth)) < 2:
        table.go_on()
    table.rest(5)
    _, second = _from_the_row(table.events())
    names = {face.rpartition("/")[2] for face in alike}
    assert names <= set(second["among"]), (
        "it lay there from the beginning: it is none of those that were turned up since"
    )
    seq = next(
        entry.seq for entry in table.game.fold.played if architects.dump_move(entry.move).get("from") == "face_up"
    )
    table.game.correct(seq, architects.parse_move(taken[0]))
    table.rest(5)
    assert _from_the_row(table.events()) == taken


def _from_the_row(moves: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [move for move in moves if move.get("from") == "face_up"]


def test_what_is_asked_next_offers_nothing_that_the_answer_before_has_told(tmp_path: Path) -> None:
    """Which of two was taken, and then what was turned up in its place: it is not the one that was taken."""
    # One more that the box lacks: the last one of them would be told without a question.
    others = PhysicalTable(2, 64).deal.stack[-2:]
    unread = (*_two_alike(2, 64), *(f"architects/progress/{token}" for token in others))
    table, truth = Played(tmp_path, 2, 64, unenrolled=unread), list[architects.Move]()
    while table.referee.view().question is None:
        truth += _play_on(table)
    for _ in range(2):
        truth += _play_on(table)
    table.wait(5)
    question = table.referee.view().question
    assert question is not None
    taken = [option.moves[0] for option in question.options if architects.parse_move(option.moves[0]) in truth]
    options = [option.moves[0] for option in question.options]
    assert table.do("answer", {"question": question.number, "option": options.index(taken[0])}).ok
    following = table.referee.view().question
    assert following is not None
    assert {option.moves[0]["move"] for option in following.options} == {"reveal"}
    assert taken[0]["token"] not in {option.moves[0]["token"] for _, option in following.offered}
