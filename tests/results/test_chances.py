"""The process that works out the chances: only while somebody looks, whatever is killed, however fast moves come."""

import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any
from uuid import uuid4

import pytest

from companion.api.client import Link
from companion.api.protocol import Answer, Ask, ChancePoint, Command, FromReferee, Reply, View
from companion.chances import __main__ as foretelling
from companion.chances.__main__ import Foreteller
from companion.chances.whatif import Chance, Estimate
from companion.games.architects import rules as architects
from companion.games.architects.rules.deal import play_set_up
from companion.games.architects.rules.policy import greedy_policy

WONDERS = ("giza", "rhodes")
PATIENCE = 60.0


class Table:
    """A referee and what works out the chances, both real processes, and a screen that plays a game by finger."""

    def __init__(self, folder: Path) -> None:
        self.state, self.socket = folder / "state", folder / "link.sock"
        self.running: dict[str, subprocess.Popen[bytes]] = {}
        self.start("companion.api")
        self.deadline = 0.0
        self.screen = Link(self.socket, "screen", self._in_time)
        self.said = self.screen.messages()
        self.view: View | None = None
        self.game = play_set_up(architects.Setup(WONDERS), Random(4), greedy_policy)
        self.do("setup", {"wonders": list(WONDERS), "progress": list(self.game.setup.progress)})

    def start(self, module: str, *more: str) -> None:
        command = [sys.executable, "-m", module, "--link", str(self.socket), "--state", str(self.state), *more]
        self.running[module] = subprocess.Popen(command)

    def kill(self, module: str) -> None:
        self.running[module].kill()
        self.running.pop(module).wait()

    def do(self, do: Any, body: dict[str, Any]) -> None:
        command = Command(uuid4().hex, do, body)
        self.screen.send(command)
        reply = self.until(lambda message: isinstance(message, Reply) and message.id == command.id)
        assert isinstance(reply, Reply)
        assert reply.ok, reply.error

    def want(self, *, on: bool) -> None:
        ask = Ask(uuid4().hex, "chances", {"on": on})
        # The link connects with the first message that is read.
        while not self.screen.send(ask):
            self.until(lambda message: isinstance(message, View))
        self.until(lambda message: isinstance(message, Answer) and message.id == ask.id)

    def play(self, first: int, last: int) -> None:
        for move in self.game.moves[first:last]:
            self.do("move", architects.dump_move(move))

    def until(self, done: Callable[[FromReferee], bool]) -> FromReferee:
        self.deadline = time.monotonic() + PATIENCE
        for message in self.said:
            if isinstance(message, View):
                self.view = message
            if done(message):
                return message
        raise AssertionError("hung up")

    def _in_time(self) -> None:
        assert time.monotonic() < self.deadline, "it never came"

    def points(self, enough: Callable[[dict[int, int]], bool]) -> dict[int, int]:
        """Wait for points like this: event to playouts."""

        def has(message: FromReferee) -> bool:
            return isinstance(message, View) and enough({point.seq: point.playouts for point in message.chances})

        view = self.view if self.view is not None and has(self.view) else self.until(has)
        assert isinstance(view, View)
        return {point.seq: point.playouts for point in view.chances}

    def close(self) -> None:
        self.screen.close()
        for process in self.running.values():
            process.terminate()
        for process in self.running.values():
            process.wait(PATIENCE)


def children(process: subprocess.Popen[bytes]) -> list[str]:
    found = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text()
    return found.split()


@pytest.mark.proof
def test_the_course_of_a_game_is_told_while_a_screen_wants_it_and_goes_on_after_a_kill(tmp_path: Path) -> None:
    with closing(Table(tmp_path)) as table:
        table.start("companion.chances", "--anyway")
        table.play(0, 1)
        assert children(table.running["companion.chances"]) == []
        table.want(on=True)
        # The set-up is event 1, each move one more; all of them, though most went by before anybody asked.
        first = table.points(lambda points: set(points) == set(range(1, 3)))
        table.kill("companion.chances")
        table.play(1, 2)
        table.start("companion.chances", "--anyway")
        second = table.points(lambda points: set(points) == set(range(1, 4)))
        assert {seq: playouts for seq, playouts in second.items() if seq <= 2}.items() >= first.items()
        table.kill("companion.api")
        table.start("companion.api")
        # The referee has forgotten them; who works them out has not.
        table.until(lambda message: isinstance(message, View))
        table.want(on=True)
        third = table.points(lambda points: set(points) == set(range(1, 4)))
        # Nothing is worked out anew: what was known may only have become surer.
        assert all(third[seq] >= playouts for seq, playouts in second.items())
        assert table.view is not None
        for point in table.view.chances:
            assert sum(point.chances) == pytest.approx(1.0, abs=0.001)


def test_whoever_ends_it_finds_nothing_left_and_hears_nothing(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    with closing(Table(tmp_path)) as table:
        table.start("companion.chances", "--anyway")
        table.want(on=True)
        table.points(lambda points: 1 in points)
        table.play(0, 1)
        (player,) = children(table.running["companion.chances"])
        # In the middle of its work.
        table.running["companion.chances"].terminate()
        assert table.running.pop("companion.chances").wait(10) == 0
        assert not Path(f"/proc/{player}").exists()
    assert capfd.readouterr().err == ""


class _Starved:
    """Plays nothing for a while: others have all the processor's time."""

    def __init__(self) -> None:
        self.looks = 0

    def ask(self, *_: object, **__: object) -> None:
        pass

    def estimate(self, _seconds: float) -> Estimate:
        self.looks += 1
        return (
            Estimate(0, (), done=False)
            if self.looks < 4
            else Estimate(5, (Chance(0, 0.6, 0.2, 0.9), Chance(1, 0.4, 0.1, 0.8)), done=False)
        )


class _OnePosition:
    """A course of which one position is to be worked out."""

    newest = 1

    def __init__(self) -> None:
        self.points: list[ChancePoint] = []
        self._settled = False

    def position(self, _seq: int) -> None:
        pass

    def add(self, point: ChancePoint) -> None:
        self.points.append(point)

    def settled(self, _seq: int) -> bool:
        return self._settled

    def settle(self, _seq: int) -> None:
        self._settled = True


def test_a_position_is_not_left_before_anything_was_played_however_long_it_takes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(foretelling, "_LONGEST", 0.0)
    foreteller, course, starved = (
        Foreteller(Link(tmp_path / "link.sock", "chances"), tmp_path),
        _OnePosition(),
        _Starved(),
    )
    monkeypatch.setattr(foreteller, "_what_if", starved)
    monkeypatch.setattr(foreteller, "_course", course)
    foreteller._work_out(course, 1)  # type: ignore[arg-type]
    assert [(point.seq, point.playouts) for point in course.points] == [(1, 5)]


def test_a_machine_that_is_too_small_is_told_in_one_line_and_left_alone(tmp_path: Path) -> None:
    words = ["--link", str(tmp_path / "link.sock"), "--state", str(tmp_path)]
    alone = ["taskset", "-c", "0", sys.executable, "-m", "companion.chances", *words]
    ran = subprocess.run(alone, capture_output=True, text=True, check=False, timeout=30)
    assert ran.returncode == 3
    assert ran.stderr.count("\n") == 1
