"""The referee as a process: killed at any moment, it loses nothing that it has acknowledged."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any
from uuid import uuid4

import pytest

from companion.api.client import Link
from companion.api.protocol import Command, Health, Part, View
from companion.games.architects import rules as architects
from companion.games.architects.rules.deal import play_set_up
from companion.games.playing import random_policy
from companion.referee.fold import fold
from companion.referee.journal.journal import verify
from companion.run.supervisor import Spec, Supervisor
from tests.referee.running import Process, Screen


@pytest.fixture
def process(tmp_path: Path) -> Iterator[Process]:
    process = Process(tmp_path)
    yield process
    process.kill()


def test_a_referee_killed_again_and_again_ends_with_the_very_same_game(process: Process) -> None:
    game, rng = play_set_up(architects.Setup(("giza", "rhodes")), Random(2), random_policy), Random(5)
    screen = Screen(process)
    assert screen.do("setup", {"wonders": ["giza", "rhodes"], "progress": list(game.setup.progress)}).ok
    kills = set(rng.sample(range(len(game.moves)), 6))
    for n, move in enumerate(game.moves):
        command = Command(uuid4().hex, "move", architects.dump_move(move))
        screen.link.send(command)
        if n in kills:
            # With the command on its way, at the server, on disk, or acknowledged: who knows.
            process.kill()
            process.start()
        assert screen.answer(command.id).ok
    screen.link.close()
    process.kill()
    verdict = verify(process.state / "games" / "game-0001.sqlite")
    assert verdict.trouble == ""
    assert fold(verdict.events).state == game.final
    moves = [event.draft.body for event in verdict.events if event.draft.kind == "move"]
    assert moves == [architects.dump_move(entry.move) for entry in fold(verdict.events).played]


def test_a_referee_told_to_stop_leaves_nothing_behind(process: Process) -> None:
    screen = Screen(process)
    assert screen.do("setup", {"wonders": ["giza", "rhodes"]}).ok
    process.running.send_signal(signal.SIGTERM)
    assert process.running.wait(10) == 0
    screen.link.close()
    assert not process.socket.exists()
    left = sorted(path.name for path in (process.state / "games").iterdir())
    assert left == ["game-0001.copy.jsonl", "game-0001.sqlite", "lock"]


def test_a_second_referee_says_in_one_line_that_there_is_one(process: Process) -> None:
    Screen(process).do("setup", {"wonders": ["giza", "rhodes"]})
    command = [sys.executable, "-m", "companion.api", "--link", f"{process.socket}2", "--state", str(process.state)]
    second = subprocess.run(command, capture_output=True, text=True, check=False, timeout=30)
    assert second.returncode == 2
    assert second.stderr.count("\n") == 1
    assert "another referee" in second.stderr


def supervised(tmp_path: Path, *more: Spec) -> tuple[Supervisor, Path]:
    socket = tmp_path / "link.sock"
    command = (sys.executable, "-m", "companion.api", "--link", str(socket), "--state", str(tmp_path / "state"))
    return Supervisor((Spec("referee", command), *more), tmp_path / "logs", socket), socket


def parts_seen(link: Link, supervisor: Supervisor) -> Iterator[dict[str, Part]]:
    supervisor.tend()
    for message in link.messages():
        supervisor.tend()
        if isinstance(message, View):
            yield {part.name: part for part in message.parts}


def test_a_part_that_is_killed_is_started_again_and_everybody_sees_how_it_is(tmp_path: Path) -> None:
    sleeper = Spec("vision", (sys.executable, "-c", "import time; time.sleep(1000)"))
    supervisor, socket = supervised(tmp_path, sleeper)
    try:
        supervisor.tend()
        spectator = Link(socket, "spectator")
        tend_until(supervisor, lambda: supervisor._said != ())
        # The view that greets a spectator may be older than the supervisor's first word.
        seen = next(filter(None, parts_seen(spectator, supervisor)))
        assert {name: part.state for name, part in seen.items()} == {"referee": "up", "vision": "up"}
        first = supervisor.pid("vision")
        assert first is not None
        os.kill(first, signal.SIGKILL)
        tend_until(supervisor, lambda: supervisor.pid("vision") not in (None, first))
        referee = supervisor.pid("referee")
        assert referee is not None
        os.kill(referee, signal.SIGKILL)
        tend_until(supervisor, lambda: supervisor.pid("referee") not in (None, referee))
        spectator.close()
    finally:
        supervisor.close()
    assert supervisor.pid("vision") is None


LIMIT = 60.0
"""Seconds within which everything here happens, on a busy machine too."""


def tend_until(supervisor: Supervisor, done: Any) -> None:
    end = time.monotonic() + LIMIT
    while not done():
        assert time.monotonic() < end
        supervisor.tend()


def test_a_part_that_always_dies_is_marked_down_with_its_last_words(tmp_path: Path) -> None:
    broken = Spec("vision", (sys.executable, "-c", "raise SystemExit('no such camera')"))
    supervisor, _ = supervised(tmp_path, broken)
    try:
        tend_until(supervisor, lambda: "no such camera" in supervisor.parts()[1].trouble)
        assert supervisor.parts()[1].state == "down"
        assert supervisor.parts()[0] == Part("referee", "up")
    finally:
        supervisor.close()


def test_a_part_without_work_here_is_left_alone(tmp_path: Path) -> None:
    absent = Spec("hw", (sys.executable, "-c", "raise SystemExit(3)"))
    supervisor, _ = supervised(tmp_path, absent)
    try:
        tend_until(supervisor, lambda: supervisor.parts()[1].state == "absent")
        assert Health(supervisor.parts()).parts[1].name == "hw"
    finally:
        supervisor.close()


_ORPHANS = """
import os, sys
from pathlib import Path
from companion.run.supervisor import Spec, Supervisor
folder = Path(sys.argv[1])
child = "import os, time; print(os.getpid(), flush=True); time.sleep(1000)"
supervisor = Supervisor((Spec("part", (sys.executable, "-c", child)),), folder, folder / "none.sock")
while not (folder / "part.log").exists() or not (folder / "part.log").read_text().endswith("\\n"):
    supervisor.tend()
print((folder / "part.log").read_text(), flush=True)
os.kill(os.getpid(), 9)
"""


def test_no_part_outlives_a_supervisor_that_is_killed(tmp_path: Path) -> None:
    ran = subprocess.run(
        [sys.executable, "-c", _ORPHANS, tmp_path], stdout=subprocess.PIPE, text=True, check=False, timeout=LIMIT
    )
    pid, end = int(ran.stdout), time.monotonic() + LIMIT
    while _alive(pid):
        assert time.monotonic() < end
    assert ran.returncode == -signal.SIGKILL


def _alive(pid: int) -> bool:
    status = Path(f"/proc/{pid}/status")
    # A zombie is dead; only nobody has asked yet.
    return status.exists() and "State:\tZ" not in status.read_text()
