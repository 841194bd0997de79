"""The screen and the referee as two processes, with nothing between them but the socket."""

import os
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.api.client import Link
from companion.api.protocol import FromReferee, View
from tests.ui.environment import SETTINGS


@pytest.fixture
def socket(tmp_path: Path) -> Iterator[Path]:
    folder = tempfile.TemporaryDirectory(prefix="companion-")
    path = Path(folder.name) / "link.sock"
    referee = subprocess.Popen([sys.executable, "-m", "companion.api", "--link", str(path), "--state", str(tmp_path)])
    yield path
    referee.terminate()
    referee.wait(20)
    folder.cleanup()


def test_a_game_is_set_up_and_begun_through_the_real_link(socket: Path) -> None:
    from tests.ui.pilot import Pilot  # noqa: PLC0415 - opens the window

    pilot = Pilot(Link(socket, "screen"))
    watcher = Link(socket, "spectator")
    views: list[FromReferee] = []
    thread = threading.Thread(target=lambda: views.extend(_until(watcher, 2)), daemon=True)
    thread.start()
    try:
        pilot.until(lambda: pilot.app.shell is not None and pilot.app._link.connected)
        pilot.press("New game")
        pilot.press("Giza")
        pilot.press("Rhodes")
        pilot.press("Begin")
        pilot.until(lambda: pilot.shell.page.name == "table")
        pilot.press("Enter a move")
        pilot.press("Wood")
        pilot.until(lambda: pilot.shell.page.name == "table" and pilot.shell.view.seq == 2)
    finally:
        pilot.close()
    thread.join(20)
    last = views[-1]
    assert isinstance(last, View)
    assert last.table is not None
    assert last.table.players[0].cards == {"wood": 1}


def _until(link: Link, seq: int) -> Iterator[FromReferee]:
    for message in link.messages():
        yield message
        if isinstance(message, View) and message.seq >= seq:
            link.close()


def test_the_process_runs_waits_for_its_referee_and_leaves_when_told_to(tmp_path: Path) -> None:
    environment = {**os.environ, **SETTINGS, "KIVY_HOME": str(tmp_path / "kivy")}
    process = subprocess.Popen(
        [sys.executable, "-m", "ui", "--link", str(tmp_path / "none.sock"), "--size", "800x480", "--language", "uk"],
        env=environment, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    with pytest.raises(subprocess.TimeoutExpired):
        process.wait(5)
    process.send_signal(signal.SIGTERM)
    _out, errors = process.communicate(timeout=20)
    assert process.returncode == 0, errors
    assert "Traceback" not in errors


@pytest.mark.parametrize("size", ["800", "0x0", "wide", "320x200"])
def test_a_size_that_is_none_is_one_clear_line(size: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "ui", "--link", "x", "--size", size], capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert "is no screen size" in done.stderr.splitlines()[-1]
