"""A category of the score sheet is marked alike wherever it is drawn, screen or phone."""

from typing import TYPE_CHECKING

import pytest

from companion.board.render import render
from companion.looks import faces
from companion.words.language import speaking
from tests.ui.stories import story

if TYPE_CHECKING:
    from tests.ui.pilot import Pilot


def test_every_category_of_every_game_has_a_mark_that_is_drawn() -> None:
    for game, pieces in faces.PIECES.items():
        marks = [faces.category(name) for name in pieces.categories]
        assert "question" not in {mark.icon for mark in marks}, game
        assert all((faces.ICONS / f"{mark.icon}.svg").is_file() for mark in marks)
        assert all(mark.colour in {"", *pieces.colours} for mark in marks)
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
