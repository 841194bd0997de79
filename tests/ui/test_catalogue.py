"""The parts of a game's screens: its own where it has them, else those that serve any game."""

import pytest

from companion.games.catalogue import packages
from companion.looks.faces import Looks, looks
from ui.catalogue import part

PARTS = ("battle", "fight", "form", "pad", "setup", "side", "table")


@pytest.mark.parametrize("name", PARTS)
def test_a_game_without_screens_gets_every_part(name: str) -> None:
    assert part("no such game", name).__name__ == f"ui.any_game.{name}"


@pytest.mark.parametrize("game", ["architects", "seven_wonders", "duel"])
def test_a_game_s_own_parts_come_first(game: str) -> None:
    for name in ("pad", "table", "side", "form", "setup", "battle"):
        assert part(game, name).__name__ == f"ui.games.{game}.{name}"


def test_games_stand_in_their_order_and_one_that_nobody_knows_looks_like_nothing() -> None:
    assert list(packages())[:3] == ["architects", "seven_wonders", "duel"]
    assert looks("no such game") == Looks()
