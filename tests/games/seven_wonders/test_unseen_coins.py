"""Nobody sees the coins (the box knows none), so nothing on the table tells how something was paid: people play on."""

from pathlib import Path
from typing import Any

import pytest

from tests.referee.sightless import Sightless

_HOW = {"trade", "move"}
"""What tells how a card was paid: with which trade, or by a wonder's power instead."""
_PLAYED_ON, _AT_MOST = 3, 90
"""Seconds after which the next card comes, and for which open questions are waited for in the end."""


class CoinsUnseen(Sightless):
    """People who make a move every three seconds, and say ``late`` frames after they are asked how they paid."""

    unwatched = frozenset(f"seat/{seat}/coins" for seat in range(3))

    def __init__(self, folder: Path, seed: int, late: int | None) -> None:
        self._late, self.asked_at = late, dict[int, int]()
        super().__init__(folder, "seven_wonders", 3, seed)

    def ready_to_answer(self, question: int) -> bool:
        asked = self.asked_at.setdefault(question, self.frame)
        return self._late is not None and self.frame - asked >= self._late

    def play(self) -> None:
        """To the end; after each move what has been accepted by then is known."""
        while self.perform() is not None:
            self.rest(_PLAYED_ON)
            assert len(self.events) >= len(self.truth) - 1, "nothing waits for how something else was paid"
            about = self.referee.view().question
            assert about is None or about.seq, "asked of a move that is in the record"


def _cards(moves: list[dict[str, Any]]) -> dict[int, list[str]]:
    """What each player played, in order: a card, or what was laid face down."""
    found = dict[int, list[str]]()
    for move in moves:
        rest = {key: value for key, value in move.items() if key not in _HOW}
        found.setdefault(move["seat"], []).append(str(rest))
    return found


@pytest.mark.parametrize("seed", [1204, pytest.param(1206, marks=pytest.mark.proof)])
def test_every_card_is_accepted_though_nobody_says_how_it_was_paid(tmp_path: Path, seed: int) -> None:
    table = CoinsUnseen(tmp_path, seed, late=None)
    table.play()
    table.rest(9)
    assert _cards(table.events) == _cards(table.truth)
    assert table.asked_at


@pytest.mark.proof
def test_who_says_later_how_it_was_paid_has_the_game_as_it_was_played(tmp_path: Path) -> None:
    table = CoinsUnseen(tmp_path, 1204, late=60)
    table.play()
    for _ in range(_AT_MOST):
        if not table.game.guessed & {entry.seq for entry in table.game.fold.played}:
            break
        table.rest(1)
    assert table.state == table.dealer.state
    assert not table.wrong


def test_what_was_guessed_is_asked_again_by_a_referee_that_was_started_anew(tmp_path: Path) -> None:
    table = CoinsUnseen(tmp_path, 1204, late=None)
    while not table.asked_at and table.perform() is not None:
        table.rest(_PLAYED_ON)
    before = table.referee.view().question
    assert before is not None
    table.again()
    table.show(table.dealer.world)
    table.rest(9)
    after = table.referee.view().question
    assert after is not None
    assert (after.seq, after.options) == (before.seq, before.options)
