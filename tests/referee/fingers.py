"""Whole games of any game by finger, through a real referee without a camera."""

from pathlib import Path
from random import Random
from typing import Any
from uuid import uuid4

import msgspec

from companion.api.protocol import Command, Reply, View
from companion.games.catalogue import GAMES
from companion.games.common import Playthrough
from companion.referee.game import LiveGame
from companion.referee.referee import Referee
from companion.referee.shelf import Shelf

TABLES = [(name, players) for name, game in GAMES.items() for players in game.PLAYERS]
"""Every game with every number of players."""
FEW = [("architects", 3), ("seven_wonders", 2), ("seven_wonders", 5), ("duel", 2)]
"""One of each kind, where more would only take longer."""


def set_up(name: str, setup: Any) -> dict[str, Any]:
    """A game's set-up as a screen sends it, with names."""
    body: dict[str, Any] = msgspec.to_builtins(setup)
    seats = 2 if name == "duel" else len(body["wonders"])
    return body | {"game": name, "names": ["Ann", "Bo", "Cy", "Di", "Ed", "Flo", "Gus"][:seats]}


def dealt(name: str, players: int, seed: int, policy: str = "random") -> Playthrough[Any, Any, Any]:
    """A whole legal game."""
    game = GAMES[name]
    return game.play(players, Random(seed), game.POLICIES[policy])


class Fingers:
    """A referee that is only tapped at."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.referee = Referee(Shelf(folder))

    @property
    def game(self) -> LiveGame:
        assert self.referee._game is not None
        return self.referee._game

    @property
    def state(self) -> Any:
        return self.game.state

    @property
    def view(self) -> View:
        return self.referee.view()

    def do(self, do: Any, body: dict[str, Any] | None = None) -> Reply:
        reply = self.referee.handle(Command(uuid4().hex, do, body or {})).reply
        assert reply is not None
        return reply

    def begin(self, name: str, setup: Any) -> None:
        reply = self.do("setup", set_up(name, setup))
        assert reply.ok, reply.error

    def move(self, move: Any) -> Reply:
        return self.do("move", self.game.rules.dump_move(move))

    def again(self) -> None:
        """The referee is killed and started anew."""
        self.referee._shelf.close()
        self.referee = Referee(Shelf(self.folder))
