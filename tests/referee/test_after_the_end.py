"""What nobody has read when a game ends: it is asked about still, and the answer counts."""

from pathlib import Path
from typing import Any

import pytest

from companion.games.architects import rules as architects
from companion.games.vocabulary import UNREAD
from companion.referee.messages import Question
from tests.referee.games import Played
from tests.referee.table import PhysicalTable

TURNED_UP, TAKEN = 4, 3
"""Seeds of games of two in the last round of which urbanism is turned up; that education ends."""


class Ending(Played):
    """A game that is told by finger, and seen from any move on; ``moves``: all of it."""

    def __init__(self, folder: Path, seed: int, *lacks: str) -> None:
        super().__init__(
            folder, 2, seed, camera=False, unenrolled=tuple(f"architects/progress/{token}" for token in lacks)
        )
        table, self.moves = PhysicalTable(2, seed), list[Any]()
        while not table.state.finished:
            self.moves.append(table.choose())
            table.play(self.moves[-1])

    def told(self, moves: list[Any]) -> None:
        for move in moves:
            self.table.play(move)
            self.table.follow()
            assert self.do("move", architects.dump_move(move)).ok
        self.show()
        self.wait()

    def seen(self, move: Any, seconds: int = 1) -> None:
        self.table.play(move)
        self.show()
        self.table.follow()
        self.show()
        self.wait(seconds)

    @property
    def question(self) -> Question | None:
        return self.referee.view().question

    def answer(self, token: str) -> None:
        """Of a question of which one answer is this."""
        question = self.question
        assert question is not None
        tokens = [option.moves[0].get("token") for option in question.options]
        assert self.do("answer", {"question": question.number, "option": tokens.index(token)}).ok


def _turned_up(folder: Path, *, asked: bool) -> Ending:
    """A game that has ended with a token that was turned up in the last round and cannot be read."""
    table = Ending(folder, TURNED_UP, "urbanism", "education")
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


def _taken(folder: Path) -> Ending:
    """A game that ends with a token off the stack that cannot be read and scores."""
    table = Ending(folder, TAKEN, "urbanism", "education")
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
