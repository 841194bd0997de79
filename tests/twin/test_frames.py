import socket
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pytest

from companion.twin.frames import FrameServer
from vision.cameras.twin import TwinCamera
from vision.geometry.image import Frame

_SIZE = (1500, 1200, 3)
"""Larger than a socket's buffer, so that a client can die in the middle of it."""


@pytest.fixture
def path() -> Iterator[Path]:
    with TemporaryDirectory(prefix="twin") as folder:
        yield Path(folder) / "frames.sock"


class _Supply:
    """Numbered grey frames, so many of them."""

    def __init__(self, count: int) -> None:
        self.served = 0
        self._count = count

    def __call__(self) -> Frame | None:
        if self.served >= self._count:
            return None
        number, self.served = self.served, self.served + 1
        return Frame(number, number / 10, np.full(_SIZE, number, np.uint8))


@pytest.fixture
def serve(path: Path) -> Iterator[FrameServer]:
    server = FrameServer(path, _Supply(5))
    server.start()
    yield server
    server.close()
    assert not path.exists()


@pytest.mark.usefixtures("serve")
def test_the_twins_camera_gets_every_frame_and_the_end(path: Path) -> None:
    frames = list(TwinCamera(path))
    assert [(frame.number, frame.exposed) for frame in frames] == [(k, k / 10) for k in range(5)]
    assert all(frame.image.shape == _SIZE and (frame.image == frame.number).all() for frame in frames)


@pytest.mark.usefixtures("serve")
def test_a_client_killed_in_the_middle_of_a_frame_costs_that_frame_only(path: Path) -> None:
    client = socket.socket(socket.AF_UNIX)
    client.connect(str(path))
    client.sendall(b"n")
    assert len(client.recv(1000)) > 0
    client.close()
    assert [frame.number for frame in TwinCamera(path)] == [1, 2, 3, 4]


@pytest.mark.usefixtures("serve")
def test_a_client_may_hang_up_and_another_goes_on(path: Path) -> None:
    camera = TwinCamera(path)
    assert next(iter(camera)).number == 0
    camera.close()
    assert next(iter(TwinCamera(path))).number == 1


def test_frames_are_taken_only_when_asked_for(path: Path) -> None:
    supply = _Supply(5)
    server = FrameServer(path, supply)
    server.start()
    camera = TwinCamera(path)
    frames = iter(camera)
    next(frames)
    assert supply.served == 1
    camera.close()
    server.close()
    server.close()
