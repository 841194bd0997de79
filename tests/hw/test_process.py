"""``python -m hw`` as a process: a real link, a real buzzer class, a pin that outlives the process, and SIGKILL."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest
from websockets.sync.server import ServerConnection, unix_serve

from companion.api.protocol import CueMessage
from companion.api.tones import LONGEST
from tests.hw.pins_on_file import Board, install


class Referee:
    """Sends cues to whoever connects: the part of the referee that the horn hears."""

    def __init__(self, socket: Path) -> None:
        self.connections: list[ServerConnection] = []
        self.paths: list[str] = []
        self._server = unix_serve(self._welcome, str(socket))
        self._thread = threading.Thread(target=self._server.serve_forever)
        self._thread.start()

    def cue(self, name: str, times: int = 1) -> None:
        text = msgspec.json.encode(CueMessage(name=name, times=times, seq=1)).decode()  # type: ignore[arg-type]
        self.connections[-1].send(text)

    def close(self) -> None:
        self._server.shutdown()
        for connection in self.connections:
            connection.close()
        self._thread.join()

    def _welcome(self, connection: ServerConnection) -> None:
        assert connection.request is not None
        self.paths.append(connection.request.path)
        self.connections.append(connection)
        for _ in connection:
            pass


class Table:
    """A referee, a pin and the horn's process between them."""

    def __init__(self, folder: Path) -> None:
        self.socket = folder / "link.sock"
        self.referee = Referee(self.socket)
        self.board, self.environment = install(folder)
        self.process: subprocess.Popen[str] | None = None

    def start(self, *options: str) -> subprocess.Popen[str]:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "hw", "--link", str(self.socket), *options],
            env=self.environment,
            stderr=subprocess.PIPE,
            text=True,
        )
        wait_for(lambda: len(self.referee.connections) > 0)
        return self.process

    def close(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.communicate()
        self.referee.close()


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    table = Table(tmp_path)
    yield table
    table.close()


def wait_for(condition: Callable[[], bool], seconds: float = 20) -> float:
    start = time.monotonic()
    while not condition():
        assert time.monotonic() - start < seconds, "waited in vain"
        time.sleep(0.005)
    return time.monotonic() - start


def test_a_cue_over_the_link_sounds_and_falls_silent(table: Table) -> None:
    table.start()
    asked = time.monotonic()
    table.referee.cue("horn")
    wait_for(lambda: len(table.board.played()) == 3 and not table.board.sounding())
    assert table.board.played() == [587.33, 880.0, 1174.66]
    first = next(at for at, hertz, level in table.board.writes() if hertz > 0 and level == 0.5)
    print(f"cue to first tone over the link: {1000 * (first - asked):.1f} ms")
    assert table.referee.paths == ["/link?role=horn"]


def test_killed_while_sounding_the_horn_is_silent_within_two_seconds(table: Table) -> None:
    horn = table.start()
    table.referee.cue("battle")
    wait_for(table.board.sounding)
    horn.kill()
    horn.wait()
    silent_after = wait_for(lambda: not table.board.sounding())
    print(f"silent {silent_after:.2f} s after SIGKILL")
    assert silent_after <= 2.0


def test_terminated_while_sounding_it_is_silent_when_it_has_gone(table: Table) -> None:
    horn = table.start()
    table.referee.cue("battle")
    wait_for(table.board.sounding)
    horn.terminate()
    _, said = horn.communicate(timeout=10)
    assert said == ""
    assert horn.returncode == 0
    assert not table.board.sounding()


def test_when_the_referee_dies_mid_call_the_horn_finishes_and_is_silent(table: Table) -> None:
    table.start()
    table.referee.cue("horn")
    wait_for(table.board.sounding)
    table.referee.close()
    assert wait_for(lambda: not table.board.sounding()) < LONGEST + 1


def test_silent_mode_by_option_and_by_environment(table: Table) -> None:
    table.environment["COMPANION_SILENT"] = "1"
    horn = table.start()
    table.referee.cue("horn")
    horn.terminate()
    assert horn.wait(10) == 0
    assert table.board.played() == []


def test_off_drives_the_pin_low_and_leaves(tmp_path: Path) -> None:
    board, environment = install(tmp_path)
    (tmp_path / "pin").write_text("0.0 440.00 0.5\n")
    assert board.sounding()
    done = subprocess.run([sys.executable, "-m", "hw", "--off"], env=environment, check=False, timeout=30)
    assert done.returncode == 0
    assert not board.sounding()


def test_the_guard_survives_the_signals_that_end_the_horn_and_leaves_after_it(table: Table) -> None:
    horn = table.start()
    [guard] = children(horn.pid)
    os.kill(guard, signal.SIGTERM)
    os.kill(guard, signal.SIGINT)
    table.referee.cue("battle")
    wait_for(table.board.sounding)
    horn.kill()
    horn.wait()
    wait_for(lambda: not table.board.sounding())
    wait_for(lambda: not Path(f"/proc/{guard}/cmdline").exists() or not Path(f"/proc/{guard}/cmdline").read_bytes())


def test_a_machine_without_pins_says_so_in_one_line_and_is_absent(tmp_path: Path) -> None:
    environment = {**os.environ, "GPIOZERO_PIN_FACTORY": "native", "LG_WD": str(tmp_path)}
    if Path("/proc/device-tree/model").exists():
        pytest.skip("this machine may have pins")
    done = subprocess.run(
        [sys.executable, "-m", "hw", "--link", str(tmp_path / "none")],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=30,
    )
    assert done.returncode == 3
    assert done.stderr.count("\n") == 1
    assert done.stderr.startswith("horn: no pins here")


def children(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def test_the_board_in_a_file_shows_a_pin_left_on(tmp_path: Path) -> None:
    board = Board(tmp_path / "pin")
    assert not board.sounding()
    (tmp_path / "pin").write_text("0.0 0.00 1.0\n")
    assert board.sounding()


HUNG = """
import time
from hw import guard
guard.OVERDUE = 0.3
guard.Guard(18).sounding(on=True)
time.sleep(600)
"""


def test_a_horn_process_that_hangs_while_sounding_is_ended_and_silenced(tmp_path: Path) -> None:
    board, environment = install(tmp_path)
    (tmp_path / "pin").write_text("0.0 440.00 0.5\n")
    assert board.sounding()
    hung = subprocess.Popen([sys.executable, "-c", HUNG], env=environment)
    assert hung.wait(20) == -signal.SIGKILL
    wait_for(lambda: not board.sounding())
