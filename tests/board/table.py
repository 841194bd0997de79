"""A real referee's process, a real board's on a port of its own, and a person at the screen."""

import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any
from uuid import uuid4

import msgspec

from companion.api.client import Link
from companion.api.protocol import Answer, Ask, Command, Pairing, Reply, View
from companion.games.catalogue import GAMES
from tests.referee.fingers import dealt

NAMES = ["Anna", "Béla", "Оксана", "Дмитрий", "Zsuzsanna", "Ivan", "Mária"]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Table:
    """The process; ``moves``: what is left to be played of the game that was set up."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.start()
        self.board = self._process("companion.board", "--listen", f"127.0.0.1:{self.port}")
        self.link = Link(folder / "link.sock", "screen")
        self._messages = self.link.messages()
        self.moves: list[dict[str, Any]] = []
        self.view = self._view()
        self.until(lambda view: view.board == self.address)

    def start(self) -> None:
        self.running = self._process("companion.api")

    def _process(self, module: str, *options: str) -> subprocess.Popen[bytes]:
        told = ("--link", str(self.folder / "link.sock"), "--state", str(self.folder / "state"), *options)
        return subprocess.Popen([sys.executable, "-m", module, *told])

    def kill(self) -> None:
        self.running.send_signal(signal.SIGKILL)
        self.running.wait()

    def close(self) -> None:
        self.link.close()
        for process in (self.board, self.running):
            process.terminate()
            process.wait(10)

    def set_up(self, game: str, players: int, *, names: list[str] | None = None, seed: int = 5) -> None:
        """A new game, ready to be played by ``play``."""
        playthrough = dealt(game, players, seed, "greedy")
        if self.view.table is not None and not self.view.table.finished:
            self.do("end", {})
        setup: dict[str, Any] = msgspec.to_builtins(playthrough.setup)
        self.do("setup", setup | {"game": game, "names": (names or NAMES)[:players]})
        self.moves = [GAMES[game].dump_move(move) for move in playthrough.moves]

    def play(self, moves: int) -> View:
        """So many of the game's moves."""
        for _ in range(min(moves, len(self.moves))):
            self.do("move", self.moves.pop(0))
        return self.view

    def do(self, do: Any, body: dict[str, Any]) -> Reply:
        """Command, and wait until it is done and seen."""
        command = Command(uuid4().hex, do, body)
        self.link.send(command)
        reply: Reply | None = None
        for message in self._messages:
            if isinstance(message, Reply) and message.id == command.id:
                reply = message
                assert reply.ok, reply.error
            elif isinstance(message, View):
                self.view = message
            # A new game begins to count anew.
            if reply is not None and (self.view.seq == reply.seq if do == "setup" else self.view.seq >= reply.seq):
                return reply
        raise AssertionError("hung up")

    def until(self, wanted: Callable[[View], bool]) -> None:
        """Wait until the table is as wanted."""
        while not wanted(self.view):
            self.view = self._view()

    def pair(self, seat: int) -> Pairing:
        ask = Ask(uuid4().hex, "pair", {"seat": seat})
        self.link.send(ask)
        for message in self._messages:
            if isinstance(message, Answer) and message.id == ask.id:
                assert isinstance(message.body, Pairing), message.error
                return message.body
        raise AssertionError("hung up")

    def _view(self) -> View:
        return next(message for message in self._messages if isinstance(message, View))
