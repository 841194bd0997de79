"""What all tests have in common: one core a process, what takes longest begins first, and the command line."""

import gc
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple, TypeAlias

# Before numpy, OpenCV and Mesa are loaded, here and in every process under test: as many test processes run as there
# are cores, and threads that wait for one another take half as much again.
os.environ |= {"OPENBLAS_NUM_THREADS": "1", "OPENCV_FOR_THREADS_NUM": "1", "LP_NUM_THREADS": "0"}

import pytest

from companion import cli
from tests import drawn, reading_errors

# What is collected stays to the end: looked through for garbage again and again, it takes two thirds as long again.
gc.disable()

_LONG = ("rehearsal", "ui", "examples", "vision", "board", "running", "uplink", "hub", "referee")
"""The folders with the most to do, the most first, so that small files fill the end (`pytest --durations=0`)."""
GARBAGE = 10_000
"""Objects that are made before it is looked for what is none any more (of the screen's tests more: ``tests/ui``)."""


def pytest_configure(config: pytest.Config) -> None:
    """Of several processes each begins to collect with other folders: what one has compiled the others only load."""
    drawn.keep()
    reading_errors.raised()
    told = getattr(config, "workerinput", None)
    if told is not None and config.args == config.getini("testpaths"):
        here = Path(__file__).parent
        rooms = sorted(map(str, (*here.glob("[a-z]*/"), *here.glob("test_*.py"))))
        first = len(rooms) * int(told["workerid"].removeprefix("gw")) // told["workercount"]
        config.args = [*rooms[first:], *rooms[:first]]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Order the files, whichever were collected first; within a file nothing changes."""
    items.sort(key=_place)


def _place(item: pytest.Item) -> tuple[int, str]:
    file = item.nodeid.partition("::")[0]
    room = file.removeprefix("tests/").partition("/")[0]
    return _LONG.index(room) if room in _LONG else len(_LONG), file


def pytest_collection_finish() -> None:
    """From here on there is garbage again, and it is not looked for in what was collected."""
    gc.freeze()
    gc.set_threshold(GARBAGE)
    gc.enable()


def pytest_sessionfinish() -> None:
    """What is left now goes with the process: pytest would look through all of it five times."""
    gc.freeze()


class Ran(NamedTuple):
    """What a command left behind."""

    code: int
    out: str
    err: str


Command: TypeAlias = Callable[..., Ran]
"""Runs the command line in this process."""


@pytest.fixture
def command(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Command:
    """The command line, called as a user does."""

    def run(*arguments: object) -> Ran:
        monkeypatch.setattr(sys, "argv", ["companion", *map(str, arguments)])
        try:
            cli.main()
        except SystemExit as stop:
            code = stop.code if isinstance(stop.code, int) else 1
        else:
            code = 0
        out = capsys.readouterr()
        return Ran(code, out.out, out.err)

    return run
