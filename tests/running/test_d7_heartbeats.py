"""D7: each process of a table that stands still (SIGSTOP) is noticed and started again, by what its own loop says."""

import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from companion.heartbeat import EVERY, Heartbeat
from companion.referee.journal.journal import verify
from companion.run.parts import parts_of, passing
from companion.run.plan import NO_CAMERA, Wish, make_plan
from companion.run.supervisor import Patience, Supervisor
from tests.referee.running import Screen
from tests.ui.environment import SETTINGS
from vision.recognition.library import Face, Library

PARTS = {"referee", "board", "vision", "enrolment", "ui", "hw", "chances"}
LONGEST = 150.0
"""Seconds: the touchscreen's first start on a busy machine takes the most of it."""


class At:
    """Whatever serves a table there."""

    def __init__(self, socket: Path) -> None:
        self.socket = socket


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Supervisor]:
    """Every part as ``companion run`` starts it, before a camera that is not there, with pins that sound nothing."""
    for name, value in {
        **SETTINGS,
        "GPIOZERO_PIN_FACTORY": "mock",
        "GPIOZERO_MOCK_PIN_CLASS": "mockpwmpin",
    }.items():
        monkeypatch.setenv(name, value)
    library = tmp_path / "library.faces"
    Library((Face("architects/wood", (55.0, 80.0), (1, 1), b""),), ()).save(library)
    plan = make_plan(Wish(camera=NO_CAMERA, screen="none", state=tmp_path / "state", board="127.0.0.1:0"))
    plan = replace(plan, camera="usb:97", screen=True, setup=None)
    plan.state.mkdir()
    socket = passing(plan.state) / "link.sock"
    hasty = [spec._replace(patience=Patience(3.0, 8.0)) for spec in parts_of(plan, library, socket) if spec.patience]
    supervisor = Supervisor(hasty, plan.state / "logs", socket)
    yield supervisor
    supervisor.close()


def until(supervisor: Supervisor, done: Callable[[], bool]) -> None:
    deadline = time.monotonic() + LONGEST
    while not done():
        assert time.monotonic() < deadline, supervisor.parts()
        supervisor.tend()
        time.sleep(0.02)


def beating(supervisor: Supervisor) -> dict[str, int]:
    """The process of each part that has given a sign of life and gives them still."""
    pids = {child.spec.name: child.pid for child in supervisor._children if child._pulse and child._pulse._born}
    up = {part.name for part in supervisor.parts() if part.state == "up"}
    return {name: pid for name, pid in pids.items() if pid is not None and name in up}


def test_d7_every_process_that_is_stopped_is_said_to_be_down_and_started_again(table: Supervisor) -> None:
    until(table, lambda: beating(table).keys() == PARTS)
    first = beating(table)
    said: set[str] = set()

    def again() -> bool:
        said.update(part.name for part in table.parts() if "does not answer" in part.trouble)
        now = beating(table)
        return now.keys() == PARTS and all(now[name] != first[name] for name in PARTS)

    for pid in first.values():
        os.kill(pid, signal.SIGSTOP)
    until(table, again)
    assert said == PARTS


@pytest.mark.proof
def test_d7_a_process_that_does_its_work_is_left_alone(table: Supervisor) -> None:
    until(table, lambda: beating(table).keys() == PARTS)
    first, end = beating(table), time.monotonic() + 12.0
    until(table, lambda: time.monotonic() > end)
    assert beating(table) == first


def test_d7_signs_of_life_are_systemds_and_few(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import socket  # noqa: PLC0415 - only here

    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as heard:
        heard.bind(str(tmp_path / "notify"))
        heard.setblocking(False)
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
        heart = Heartbeat()
        for _ in range(1000):
            heart.beat()
        assert heard.recv(64).splitlines() == [b"READY=1", b"WATCHDOG=1"]
        with pytest.raises(BlockingIOError):
            heard.recv(64)
        end = time.monotonic() + EVERY
        while time.monotonic() < end:
            heart.beat()
        heart.beat()
        assert heard.recv(64)


def test_d7_nothing_is_held_open_between_signs_of_life(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "nobody"))
    held = Path("/proc/self/fd")
    before = len([*held.iterdir()])
    hearts = [Heartbeat() for _ in range(8)]
    for heart in hearts:
        heart.beat()
    assert len([*held.iterdir()]) == before


@pytest.mark.proof
def test_d7_no_event_is_lost_while_processes_are_stopped_at_random(table: Supervisor, tmp_path: Path) -> None:
    """Twelve times a process is stopped in the middle of a game by finger, the referee every other time."""
    until(table, lambda: beating(table).keys() == PARTS)
    played: list[tuple[int, str]] = []
    over = threading.Event()

    def play() -> None:
        screen = Screen(At(passing(tmp_path / "state") / "link.sock"))
        reply = screen.do("setup", {"game": "architects", "wonders": ["giza", "rhodes", "babylon"]})
        while not over.is_set():
            view = screen.view(reply.seq)
            assert view.table is not None
            if view.table.finished or len(played) >= 600:
                break
            move = view.table.moves[0]
            reply = screen.do("move", move)
            assert reply.ok, reply
            played.append((reply.seq, str(move.get("move"))))
            over.wait(0.25)
        screen.link.close()

    player = threading.Thread(target=play)
    player.start()
    rng, times = Random(1), []
    others = sorted(PARTS - {"referee"})
    for number in range(12):
        name = "referee" if number % 2 else rng.choice(others)
        before = beating(table)[name]
        stopped = time.monotonic()
        os.kill(before, signal.SIGSTOP)
        until(table, lambda name=name, before=before: beating(table).get(name, before) != before)  # type: ignore[misc]
        times.append((name, round(time.monotonic() - stopped, 1)))
        until(table, lambda: beating(table).keys() == PARTS)
    over.set()
    player.join(60)
    assert not player.is_alive()
    events = verify(tmp_path / "state" / "games" / "game-0001.sqlite").events
    kept = [(event.seq, event.draft.body.get("move")) for event in events if event.draft.kind == "move"]
    print(f"{len(played)} moves, stopped: {times}")
    assert len(played) > 20
    assert [move for move in played if move not in kept] == []
