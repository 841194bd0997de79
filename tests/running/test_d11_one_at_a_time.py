"""D11: a second ``companion run`` in one folder is told who is there, and changes nothing; a dead one holds nothing."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from companion.api.protocol import View
from companion.errors import Unusable
from companion.run.holding import hold
from companion.run.parts import passing
from tests.referee.running import Screen
from tests.running.test_by_finger import Run

RUN = [sys.executable, "-c", "from companion.cli import main; main()", "run", "--screen", "none", "--board", "none"]


def seen(screen: Screen) -> View:
    return next(message for message in screen.messages if isinstance(message, View))


def test_d11_a_second_run_in_a_folder_is_told_who_is_there_and_changes_nothing(tmp_path: Path) -> None:
    first = Run(tmp_path / "state", "duel")
    screen = Screen(first)
    try:
        before = seen(screen)
        for camera in ("none", "twin"):
            command = [*RUN, "--state", str(first.state), "--camera", camera, "--players", "2"]
            second = subprocess.run(command, capture_output=True, text=True, check=False, timeout=600)
            assert second.returncode == 2
            assert second.stderr.count("\n") == 1
            assert f"process {first.running.pid} (" in second.stderr
            assert "--state" in second.stderr
        assert first.running.poll() is None
        reply = screen.do("setup", {"game": "duel"})
        assert (before.seq, reply.ok, reply.seq) == (0, True, 1), "the same referee, and nobody set up a game meanwhile"
    finally:
        screen.link.close()
        assert first.stop() == 0
    assert list(passing(first.state).iterdir()) == []
    passing(first.state).rmdir()
    assert not list(first.state.glob("*.sock"))


def test_d11_a_folder_is_free_as_soon_as_whoever_held_it_is_dead(tmp_path: Path) -> None:
    program = (
        "from pathlib import Path; from companion.run.holding import hold;"
        f"hold(Path({str(tmp_path)!r})); print(1, flush=True); input()"
    )
    holder = subprocess.Popen([sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert holder.stdout is not None
    try:
        assert holder.stdout.readline() == b"1\n"
        with pytest.raises(Unusable, match=f"process {holder.pid} "):
            hold(tmp_path)
        holder.send_signal(signal.SIGKILL)
        holder.wait()
        os.close(hold(tmp_path))
    finally:
        holder.kill()
        holder.wait()


def test_d11_a_folder_that_nothing_can_be_written_to_can_be_held(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    held = hold(tmp_path)
    with pytest.raises(Unusable, match=f"process {os.getpid()} "):
        hold(tmp_path)
    os.close(held)
