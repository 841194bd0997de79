"""What exits is started again, and so is what hangs: also a process frozen inside a native call."""

import contextlib
import os
import sys
import textwrap
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.api.protocol import Part
from companion.run import supervisor as module
from companion.run.supervisor import Patience, Spec, Supervisor

PATIENCE = 40.0

BEATING = """
import ctypes, os, sys, time
from vision.process.watchdog import Limits, Watchdog
from vision.cameras import Frame
marker = sys.argv[1]
watchdog = Watchdog(Limits(late=0.3, hung=0.6))
first = not os.path.exists(marker)
open(marker, "a").write("x")
print("started", flush=True)
time.sleep(1.0)
if first:
    {hang}
watchdog.rest()
time.sleep(3600)
"""


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., tuple[Supervisor, list[Path]]]]:
    """Starts a part for each way to hang; tells the files that grow by one letter with each start of one."""
    running: list[Supervisor] = []
    monkeypatch.setattr(module, "_BIRTH", 15.0)

    def start(*hangs: str) -> tuple[Supervisor, list[Path]]:
        markers = [tmp_path / f"starts-{k}" for k in range(len(hangs))]
        specs = [
            Spec(
                marker.name,
                (sys.executable, "-c", textwrap.dedent(BEATING).format(hang=hang), str(marker)),
                patience=Patience(0.8, 2.0),
            )
            for hang, marker in zip(hangs, markers, strict=True)
        ]
        running.append(Supervisor(specs, tmp_path / "logs", tmp_path / "link.sock"))
        return running[-1], markers

    yield start
    for one in running:
        one.close()


def until(supervisor: Supervisor, done: Callable[[], bool]) -> set[Part]:
    """Tend until it is so; every state that the part was said to be in."""
    said: set[Part] = set()
    deadline = time.monotonic() + PATIENCE
    while not done():
        assert time.monotonic() < deadline, said
        supervisor.tend()
        said |= set(supervisor.parts())
        time.sleep(0.02)
    return said


def test_a_part_that_hangs_is_said_to_and_started_again(run: Callable[..., tuple[Supervisor, list[Path]]]) -> None:
    supervisor, markers = run(
        # A driver that never answers: other threads go on.
        "watchdog.waiting(live=True); time.sleep(3600)",
        # The same inside a native call that holds the interpreter: nothing at all goes on.
        "ctypes.PyDLL(None).sleep(3600)",
        # Stopped from outside.
        "os.kill(os.getpid(), 19)",
    )
    said = until(supervisor, lambda: all(marker.exists() and len(marker.read_text()) == 2 for marker in markers))
    names = {marker.name for marker in markers}
    assert {part.name for part in said if part.state == "down" and "does not answer" in part.trouble} == names
    # The second one does not hang.
    first = [supervisor.pid(name) for name in names]
    until(supervisor, lambda: all(part.state == "up" for part in supervisor.parts()))
    end = time.monotonic() + 3.0
    until(supervisor, lambda: time.monotonic() > end)
    assert [supervisor.pid(name) for name in names] == first
    assert [len(marker.read_text()) for marker in markers] == [2, 2, 2]


def test_waiting_for_a_camera_that_takes_its_time_is_no_hang(
    run: Callable[..., tuple[Supervisor, list[Path]]],
) -> None:
    supervisor, (marker,) = run("watchdog.waiting(live=False); time.sleep(3600)")
    until(supervisor, marker.exists)
    end = time.monotonic() + 4.0
    said = until(supervisor, lambda: time.monotonic() > end)
    assert {part.state for part in said} == {"up"}
    assert len(marker.read_text()) == 1


FLOODING = """
import sys, time
for k in range(400):
    sys.stderr.write(f"{k:06} " + "x" * 24_000 + chr(10))
print("that was all", flush=True)
sys.exit("too much was asked of it")
"""


def test_d2_a_log_never_grows_beyond_its_cap_while_it_is_written(tmp_path: Path) -> None:
    logs = tmp_path / "logs"
    spec = Spec("referee", (sys.executable, "-c", FLOODING), again=False)
    supervisor = Supervisor([spec], logs, tmp_path / "link.sock")
    largest = 0

    def over() -> bool:
        nonlocal largest
        # A file may be renamed between the look and the measure.
        with contextlib.suppress(FileNotFoundError):
            largest = max([largest, *(path.stat().st_size for path in logs.iterdir())])
        return supervisor.parts()[0].trouble == "too much was asked of it"

    until(supervisor, over)
    supervisor.close()
    assert 500_000 < largest <= 1 << 20
    assert sum(path.stat().st_size for path in logs.iterdir()) <= 2 << 20
    assert "that was all" in (logs / "referee.log").read_text()


def test_d6_a_part_whose_log_cannot_be_opened_runs_and_is_started_again(tmp_path: Path) -> None:
    logs = tmp_path / "logs"
    logs.write_text("a file where the folder should be: nothing can be opened in it, as on a card that takes nothing")
    marker = tmp_path / "starts"
    program = f"open({str(marker)!r}, 'a').write('x'); raise SystemExit('no such thing')"
    supervisor = Supervisor([Spec("vision", (sys.executable, "-c", program))], logs, tmp_path / "link.sock")
    said = until(supervisor, lambda: marker.exists() and len(marker.read_text()) >= 2)
    assert Part("vision", "down", "no such thing") in said
    supervisor.close()


def test_a_part_s_nice_value_counts_against_the_others_and_no_interrupt_of_the_terminal_reaches_it(
    tmp_path: Path,
) -> None:
    # Linux shares a machine evenly between sessions (autogroup, sched(7)): niceness counts within one alone. A Ctrl+C
    # goes to the terminal's process group.
    with contextlib.closing(
        Supervisor([Spec("part", (sys.executable, "-c", "input()"))], tmp_path / "logs", tmp_path / "link.sock")
    ) as supervisor:
        supervisor.tend()
        pid = supervisor.pid("part")
        assert pid is not None
        assert os.getsid(pid) == os.getsid(0)
        assert os.getpgid(pid) == pid
