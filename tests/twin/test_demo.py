import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

from companion.games.architects.rules import parse_setup
from vision.cameras.twin import TwinCamera


def test_the_demo_says_its_set_up_serves_frames_and_ends_when_told() -> None:
    with TemporaryDirectory(prefix="twin") as folder:
        path = Path(folder) / "frames.sock"
        command = [
            sys.executable,
            "-m",
            "companion.twin",
            "--socket",
            str(path),
            "--game",
            "architects",
            "--players",
            "2",
            "--seed",
            "3",
        ]
        with subprocess.Popen(command, stdout=subprocess.PIPE) as demo:
            assert demo.stdout is not None
            setup = parse_setup(msgspec.json.decode(demo.stdout.readline()))
            assert len(setup.wonders) == 2
            assert b"ready" in demo.stdout.readline()
            frames = iter(TwinCamera(path))
            first, second = next(frames), next(frames)
            assert first.image.shape == second.image.shape
            assert second.exposed > first.exposed
            demo.terminate()
            assert demo.wait(20) == 0
        assert not path.exists()
