"""What stands on screen and phone alike: the marks of the score categories, the log, who won and by what."""

from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from msgspec.structs import replace

from companion import words
from companion.board.editions import Editor
from companion.board.picture import Row
from companion.board.render import render
from companion.games.catalogue import GAMES, packages
from companion.games.vocabulary import Finding
from companion.looks import faces
from companion.words.language import speak, speaking
from tests.ui.stories import story
from ui.spoken import result
from ui.story import told

if TYPE_CHECKING:
    from tests.ui.pilot import Pilot


def test_every_category_of_every_game_has_a_mark_that_is_drawn() -> None:
    for game in packages():
        marks = [faces.category(name) for name in GAMES[game].CATEGORIES]
        assert "question" not in {mark.icon for mark in marks}, game
        assert all((faces.ICONS / f"{mark.icon}.svg").is_file() for mark in marks)
        assert all(mark.colour in {"", *faces.looks(game).colours} for mark in marks)
        assert len(set(marks)) == len(marks), f"{game}: two categories look alike"


@pytest.mark.parametrize(("game", "players"), [("architects", 3), ("seven_wonders", 3), ("duel", 2)])
def test_screen_and_phone_mark_a_category_alike(game: str, players: int, pilot: "Pilot") -> None:
    view = list(story(game, players, 4))[-1]
    phone = {column.name: column.icon for column in render(view, "en").sheet}
    pilot.shell.hear(view)
    pilot.shell.go("sheet")
    pilot.settle()
    with speaking("en"):
        screen = {heading.text: heading.icon for heading in pilot.shell.page.ids.names.children}
    assert len(screen) > 4
    assert screen == phone


@pytest.mark.parametrize(
    ("game", "players", "seed", "language"),
    [
        ("architects", 5, 165, "uk"),
        ("seven_wonders", 3, 3, "en"),
        ("duel", 2, 41, "ru"),
        ("duel", 2, 7, "hu"),
        ("duel", 2, 1, "en"),
    ],
)
def test_screen_phone_and_voice_say_alike_who_won_and_by_what(
    game: str, players: int, seed: int, language: str, pilot: "Pilot"
) -> None:
    view = list(story(game, players, seed))[-1]
    table: Any = view.table
    speak(language)
    won, decided = words.victory(table), words.decider(table)
    pilot.shell.hear(view)
    pilot.shell.go("sheet")
    pilot.settle()
    assert (pilot.shell.page.headline, pilot.shell.page.decided) == (won, decided)
    assert not decided or decided in {widget.text for widget in pilot.seen() if hasattr(widget, "text")}
    turn = render(view, language).turn
    assert turn is not None
    assert (turn.text, turn.duties) == (won, (decided,) if decided else ())
    assert result(table).startswith(f"{won}. {decided}. " if decided else f"{won}. ")


def test_before_the_end_the_sheet_has_no_winner(pilot: "Pilot") -> None:
    view = list(story("duel", 2, 1))[30]
    pilot.shell.hear(view)
    pilot.shell.go("sheet")
    pilot.settle()
    assert (pilot.shell.page.headline, pilot.shell.page.decided) == ("Scores so far", "")


@pytest.mark.parametrize(("game", "players"), [("architects", 3), ("duel", 2)])
def test_screen_and_phone_tell_the_log_alike(game: str, players: int) -> None:
    view = list(story(game, players, 1))[40]
    findings = (Finding("card_not_there", "A turn"),)
    odd = replace(view.log[-1], kind="correction", findings=findings)
    view = replace(view, log=(*view.log[:-1], odd))
    speak("hu")
    rows = [msgspec.json.decode(row, type=Row) for row in Editor("hu").edition(view, "").log]
    phone = [(row.text, row.detail, row.finding) for row in rows]
    assert phone == [told(entry, view)[:3] for entry in view.log]
    assert phone[-1][2]
