"""A real referee over a folder, for tests: told what to do, looked into, killed and started anew."""

from pathlib import Path
from typing import Any
from uuid import uuid4

from companion.api.protocol import Command, Reply
from companion.referee.game import LiveGame
from companion.referee.game_files import GameFiles
from companion.referee.referee import Referee
from vision.geometry.image import Frame
from vision.live.watcher import Watcher


def look(referee: Referee, watcher: Watcher, frame: Frame) -> None:
    """A watcher looks at a frame for a referee, who hears all that it says."""
    watch = referee.watch()
    watcher.watch(watch.mats, watch.zones)
    for scene in watcher.observe(frame):
        referee.handle(scene)
    referee.handle(watcher.pulse(frame))


class Live:
    """A referee and the folder that it keeps its games in."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.referee = Referee(GameFiles(folder))

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

    def again(self) -> None:
        """The referee is killed and started anew."""
        self.referee._files.close()
        self.referee = Referee(GameFiles(self.folder))
