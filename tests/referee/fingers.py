"""Whole games of any game by finger, through a real referee without a camera."""

from random import Random
from typing import Any

import msgspec

from companion.api.protocol import Reply, View
from companion.games.catalogue import GAMES
from companion.games.vocabulary import Playthrough
from tests.referee.live import Live

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


class Fingers(Live):
    """A referee that is only tapped at."""

    @property
    def view(self) -> View:
        return self.referee.view()

    def begin(self, name: str, setup: Any) -> None:
        reply = self.do("setup", set_up(name, setup))
        assert reply.ok, reply.error

    def move(self, move: Any) -> Reply:
        return self.do("move", self.game.rules.dump_move(move))
