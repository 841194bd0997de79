"""A table in the terminal: every player, score and coin of it, for each game."""

import io
from pathlib import Path

import pytest
from rich.console import Console

from companion.api.protocol import View
from companion.commands.terminal import picture, said
from tests.referee.fingers import Fingers, dealt


def drawn(view: View) -> str:
    console = Console(file=io.StringIO(), width=240)
    console.print(picture(view))
    file = console.file
    assert isinstance(file, io.StringIO)
    return file.getvalue()


@pytest.mark.parametrize(("name", "players"), [("architects", 3), ("seven_wonders", 2), ("duel", 2)])
def test_the_terminal_shows_every_player_and_what_was_done(tmp_path: Path, name: str, players: int) -> None:
    through, live = dealt(name, players, 4), Fingers(tmp_path)
    assert "waiting" in drawn(live.view)
    live.begin(name, through.setup)
    for n, move in enumerate(through.moves, 1):
        live.move(move)
        if n % 8 and n != len(through.moves):
            continue
        view = live.view
        text = drawn(view)
        assert view.table is not None
        for seat in view.table.players:
            row = next(line for line in text.splitlines() if f" {seat.name} " in line and "│" in line)
            assert f" {seat.score} " in row
            assert ("▶" in row) == (seat.seat == view.table.to_move)
        assert said(view, view.seq - 1)[0].split()[0] == str(view.seq)
        assert ("★" in text) == view.table.finished
    live.referee.close()
