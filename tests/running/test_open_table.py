"""``companion run --table open``: the demo's table is read, set up, and its game is followed."""

import signal
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from companion.api.protocol import View
from companion.referee.table_file import FILE_NAME
from tests.referee.running import Screen

_MOVES = 4


class Demo:
    """A running ``companion run --camera twin --table open``."""

    def __init__(self, state: Path) -> None:
        self.socket, self.state = state / "link.sock", state
        program = "from companion.cli import main; main()"
        words = "run --game architects --players 2 --camera twin --table open --screen none --board none"
        command = [sys.executable, "-c", program, *words.split(), "--state", str(state)]
        self.running = subprocess.Popen(command, stdout=subprocess.DEVNULL)


@pytest.mark.proof
def test_an_open_table_is_read_set_up_and_its_first_moves_are_seen(tmp_path: Path) -> None:
    demo = Demo(tmp_path / "state")
    screen = Screen(demo)
    try:
        views = (message for message in screen.messages if isinstance(message, View) and message.table is not None)
        seen = next(view for view in views if sum(entry.by == "camera" for entry in view.log) >= _MOVES)
        assert all(entry.by == "camera" for entry in seen.log if entry.move is not None)
        assert seen.question is None
        (table,) = demo.state.rglob(FILE_NAME)
        layout = msgspec.json.decode(table.read_bytes())["layout"]
        assert [mat["number"] for mat in layout["mats"]] == [0, 1, 2]
    finally:
        screen.link.close()
        demo.running.send_signal(signal.SIGINT)
        assert demo.running.wait(60) == 0
