"""D9: what a player is called is plain text everywhere, of a length that fits, without marks that turn text round."""

import io
from pathlib import Path

import pytest
from rich.console import Console

from companion.api.protocol import Command, View
from companion.commands.shown import console, print_sheet
from companion.commands.terminal import picture
from companion.referee.events import Draft
from companion.referee.game_files import GameFiles
from companion.referee.journal.journal import Journal
from companion.referee.referee import Referee

SETUP = {"game": "architects", "wonders": ["giza", "rhodes"]}
MARKUP = ["[/b]", "[red]Anna[/red]"]
UNFIT = [
    "x" * 41,
    "x" * 10_000,
    "Anna\u202etxt",
    "\u2066Anna",
    "An\u200bna",
    "An\x1b[31mna",
    "An\nna",
    "Z\u0300\u0301\u0302",
]
FIT = ["[/b]", "Anna", "Анна-Марія", "Őrsi Gergő", "Đặng Thị", "😀", "x" * 40, "O'Neill", ":smile:"]


@pytest.fixture
def referee(tmp_path: Path) -> Referee:
    return Referee(GameFiles(tmp_path))


@pytest.mark.parametrize("name", UNFIT, ids=lambda name: ascii(name[:12]))
def test_d9_a_name_that_would_spoil_a_screen_is_refused_in_one_line_and_nothing_is_written(
    referee: Referee, tmp_path: Path, name: str
) -> None:
    reply = referee.handle(Command("one", "setup", {**SETUP, "names": ["Ben", name]})).reply
    assert reply is not None
    assert not reply.ok
    assert reply.why is not None
    assert reply.why.code == "bad_name"
    assert "seat 1" in reply.error
    assert len(reply.error) < 200
    assert reply.error.isprintable()
    assert list(tmp_path.glob("games/*.sqlite")) == []


@pytest.mark.parametrize("name", FIT)
def test_d9_what_people_are_called_is_taken(referee: Referee, name: str) -> None:
    reply = referee.handle(Command("one", "setup", {**SETUP, "names": ["Ben", name]})).reply
    assert reply is not None
    assert reply.ok, reply.error


def test_d9_a_game_written_down_with_such_a_name_is_opened(tmp_path: Path) -> None:
    (tmp_path / "games").mkdir()
    with Journal(tmp_path / "games" / "game-0001.sqlite") as journal:
        journal.append(Draft("setup", {**SETUP, "names": ["Ben", UNFIT[0]]}, "finger"))
    table = Referee(GameFiles(tmp_path)).view().table
    assert table is not None
    assert table.players[1].name == UNFIT[0]


def drawn(view: View) -> str:
    file = io.StringIO()
    Console(file=file, width=200).print(picture(view))
    return file.getvalue()


def test_d9_names_in_brackets_are_shown_as_they_are(referee: Referee, capsys: pytest.CaptureFixture[str]) -> None:
    referee.handle(Command("one", "setup", {**SETUP, "names": MARKUP}))
    view = referee.view()
    assert all(name in drawn(view) for name in MARKUP)
    game = referee._game
    assert game is not None
    print_sheet(game.rules.scores(game.state), "architects", tuple(MARKUP))
    console().print("[/b] took a card", soft_wrap=True)
    said = capsys.readouterr().out
    assert all(name in said for name in (*MARKUP, "[/b] took a card"))
