"""Random games through a real referee, for the tests of the referee."""

from pathlib import Path
from typing import Any
from uuid import uuid4

from companion.api.protocol import Command, Reply
from companion.games import architects
from companion.referee.effects import Effects
from companion.referee.game import LiveGame
from companion.referee.referee import Referee
from companion.referee.shelf import Shelf
from tests.referee.table import PhysicalTable
from vision.sighting import Pulse


class Played:
    """A referee and the physical table in front of it."""

    def __init__(
        self,
        folder: Path,
        players: int = 3,
        seed: int = 1,
        noise: float = 0.0,
        *,
        camera: bool = True,
        unenrolled: tuple[str, ...] = (),
    ) -> None:
        self.folder = folder
        self.table = PhysicalTable(players, seed, noise, unenrolled)
        self.referee = Referee(Shelf(folder))
        assert self.do("setup", self.table.setup).ok
        if camera:
            self.referee.handle(self.table.everything())

    @property
    def game(self) -> LiveGame:
        assert self.referee._game is not None
        return self.referee._game

    @property
    def state(self) -> Any:
        return self.game.state

    def do(self, do: Any, body: dict[str, Any] | None = None, name: str = "") -> Reply:
        reply = self.referee.handle(Command(name or uuid4().hex, do, body or {})).reply
        assert reply is not None
        return reply

    def show(self) -> Effects:
        return self.referee.handle(self.table.scene())

    def wait(self, seconds: int = 1, *, moving: bool = False) -> Effects:
        """Nothing happens on the table for so long; the effects of the last pulse."""
        effects = Effects()
        for _ in range(seconds):
            self.table.frame += 10
            effects = self.referee.handle(Pulse(self.table.frame, self.table.frame / 10, moving, (0, 1, 2)))
        return effects

    def move(self) -> Any:
        """Somebody makes a move, and the camera sees it and what follows. Ends of turns are told by finger."""
        move = self.table.choose()
        self.table.play(move)
        if isinstance(move, architects.EndTurn):
            self.do("move", architects.dump_move(move))
        self.show()
        self.wait()
        self.table.follow()
        self.show()
        self.wait()
        return move

    def again(self) -> None:
        """The referee is killed and started anew; vision connects again and says everything."""
        self.referee._shelf.close()
        self.referee = Referee(Shelf(self.folder))
        self.referee.handle(self.table.everything())
