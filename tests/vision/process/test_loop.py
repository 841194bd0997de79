"""The process as the referee meets it: connects, watches, says, mends itself, survives kill -9."""

import os
import queue
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, cast

import cv2
import msgspec
import numpy as np
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.server import Server, ServerConnection, unix_serve

from companion.twin.frames import FrameServer
from tests.vision.painting import CITY, FACES, HOLDER, MATS, ZONES, Table
from vision.cameras import Frame
from vision.cameras.twin import TwinCamera
from vision.care.caretaker import REPORT, Report
from vision.process.watchdog import Limits, Watchdog
from vision.recognition.library import Library
from vision.sighting import Pulse, Scene, VisionMessage, Watch

if TYPE_CHECKING:
    from vision.process.link import Line

PATIENCE = 60.0


class Referee:
    """Tells whoever connects what to watch, and keeps what it is told."""

    def __init__(self, path: Path) -> None:
        self.said: queue.Queue[VisionMessage] = queue.Queue()
        self.paths: list[str] = []
        self.connections: list[ServerConnection] = []
        self.path = path
        self._server: Server | None = None

    def open(self) -> None:
        self.path.unlink(missing_ok=True)
        self._server = unix_serve(self._attend, str(self.path))
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self) -> None:
        if self._server is not None:
            self._server.shutdown()
        for connection in self.connections:
            connection.close()
        self.connections.clear()

    def tell(self, watch: Watch) -> None:
        self.connections[-1].send(msgspec.json.encode(watch).decode())

    def scene(self) -> Scene:
        while True:
            message = self.said.get(timeout=PATIENCE)
            if isinstance(message, Scene):
                return message

    def trouble(self) -> str:
        while True:
            message = self.said.get(timeout=PATIENCE)
            if isinstance(message, Pulse) and message.trouble:
                return message.trouble

    def pulse(self, *, code: str) -> Pulse:
        while True:
            message = self.said.get(timeout=PATIENCE)
            if isinstance(message, Pulse) and message.code == code:
                return message

    def _attend(self, connection: ServerConnection) -> None:
        assert connection.request is not None
        self.paths.append(connection.request.path)
        self.connections.append(connection)
        connection.send(msgspec.json.encode(Watch(ZONES, mats=MATS)).decode())
        decoder: msgspec.json.Decoder[VisionMessage] = msgspec.json.Decoder(VisionMessage)
        try:
            for text in connection:
                self.said.put(decoder.decode(text))
        except ConnectionClosed:
            return


@pytest.fixture
def referee(tmp_path: Path) -> Iterator[Referee]:
    referee = Referee(tmp_path / "link.sock")
    referee.open()
    yield referee
    referee.close()


@pytest.fixture
def recording(tmp_path: Path) -> str:
    table = Table()
    table.lay(FACES[0], 67.2, 252.4, 0.6)
    frames = table.frames(8)
    table.lay(FACES[1], 213, 45, 1)
    frames += table.frames(8)
    folder = tmp_path / "frames"
    folder.mkdir()
    for frame in frames:
        cv2.imwrite(str(folder / f"frame-{frame.number:06d}-{frame.exposed:.3f}.jpg"), frame.image)
    return str(folder)


def start(camera: str, tmp_path: Path, library: Library) -> subprocess.Popen[bytes]:
    box = tmp_path / "library.faces"
    if not box.exists():
        library.save(box)
    command = [
        sys.executable,
        "-m",
        "vision",
        "--camera",
        camera,
        "--link",
        str(tmp_path / "link.sock"),
        "--library",
        str(box),
        "--memory",
        str(tmp_path / "memory"),
    ]
    return subprocess.Popen(command)


def test_a_recording_is_said_scene_by_scene_also_to_who_connects_later_and_after_a_kill(
    referee: Referee, recording: str, tmp_path: Path, library: Library
) -> None:
    process = start(recording, tmp_path, library)
    try:
        first = referee.scene()
        assert referee.paths == ["/link?role=vision"]
        assert {one.zone for one in first.zones} == {zone.name for zone in ZONES}
        second = referee.scene()
        news = {one.zone: [piece.faces[0].face for piece in one.pieces] for one in second.zones}
        assert news == {CITY.name: [FACES[1]]}
        assert "ended" in referee.trouble()
        # Whoever listens anew is told everything, without a frame more.
        referee.close()
        referee.open()
        again = {one.zone: one.pieces for one in referee.scene().zones}
        assert set(again) == {zone.name for zone in ZONES}
        assert again[CITY.name] == second.zones[0].pieces
    finally:
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
    # After a kill the same pieces have the same tracks: the recording begins anew with the card gone.
    process = start(recording, tmp_path, library)
    try:
        before = {one.zone: one.pieces for one in referee.scene().zones}
        assert before[HOLDER.name][0].track == again[HOLDER.name][0].track
        assert before[CITY.name] == ()
    finally:
        process.kill()
        process.wait()


def test_a_missing_camera_is_said_and_tried_again(referee: Referee, tmp_path: Path, library: Library) -> None:
    process = start("usb:97", tmp_path, library)
    try:
        assert "usb:97" in referee.trouble()
        assert "usb:97" in referee.trouble()
        assert process.poll() is None
    finally:
        process.kill()
        process.wait()


def test_a_library_that_cannot_be_used_ends_the_process_with_one_line(tmp_path: Path) -> None:
    command = [
        sys.executable,
        "-m",
        "vision",
        "--camera",
        "usb:97",
        "--link",
        str(tmp_path / "no.sock"),
        "--library",
        str(tmp_path / "none.faces"),
        "--memory",
        str(tmp_path),
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=PATIENCE)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "none.faces" in done.stderr


STALLING = """
import os, signal, sys
from pathlib import Path
from companion.twin.frames import FrameServer
from tests.vision.painting import FACES, Table
table, served = Table(), 0
still = table.frames(1)[0].image
def supply():
    global served
    served += 1
    if served == 12:
        os.kill(os.getpid(), signal.SIGSTOP)
    return type(table.frames(1)[0])(served, served * 0.1, still)
FrameServer(Path(sys.argv[1]), supply).start()
print("ready", flush=True)
signal.pause()
"""


def test_a_camera_that_stops_answering_is_said_within_three_seconds_and_again_all_well_when_it_goes_on(
    referee: Referee, tmp_path: Path, library: Library
) -> None:
    frames = tmp_path / "frames.sock"
    twin = subprocess.Popen([sys.executable, "-c", STALLING, str(frames)], stdout=subprocess.PIPE)
    assert twin.stdout is not None
    assert twin.stdout.readline() == b"ready\n"
    process = start(f"twin:{frames}", tmp_path, library)
    try:
        referee.scene()
        os.waitid(os.P_PID, twin.pid, os.WSTOPPED)
        stopped = time.monotonic()
        pulse = referee.pulse(code="camera_stopped")
        assert time.monotonic() - stopped < 3.0
        assert "no picture" in pulse.trouble
        assert "\n" not in pulse.trouble
        assert process.poll() is None
        os.kill(twin.pid, signal.SIGCONT)
        assert referee.pulse(code="").trouble == ""
    finally:
        for one in (process, twin):
            one.kill()
            one.wait()


def test_a_driver_that_says_the_same_frame_over_and_over_has_stopped() -> None:
    said: queue.Queue[Pulse] = queue.Queue()

    class Wire:
        def send(self, message: VisionMessage) -> None:
            assert isinstance(message, Pulse)
            said.put(message)

    watchdog = Watchdog(Limits(late=0.3))
    watchdog.line = cast("Line", Wire())
    frame = Frame(3, 7.5, np.zeros((8, 8, 3), np.uint8))
    while said.empty():
        watchdog.waiting(live=True)
        watchdog.came(frame)
    pulse = said.get()
    assert (pulse.code, pulse.frame, pulse.exposed) == ("camera_stopped", 3, 7.5)


def test_the_state_of_the_camera_is_kept_for_the_doctor(
    referee: Referee, recording: str, tmp_path: Path, library: Library
) -> None:
    process = start(recording, tmp_path, library)
    try:
        referee.pulse(code="recording_ended")
        report = msgspec.json.decode((tmp_path / "memory" / REPORT).read_bytes(), type=Report)
        assert (report.camera, report.mats, report.wanted, report.troubles) == (recording, (1,), (1,), ())
    finally:
        process.kill()
        process.wait()


def test_a_camera_is_lent_to_who_needs_it_and_taken_back_with_the_faces_enrolled_meanwhile(
    referee: Referee, tmp_path: Path, library: Library
) -> None:
    table = Table()
    table.lay(FACES[0], 67.2, 252.4, 0.6)
    frames, serving = tmp_path / "frames.sock", threading.Lock()

    def supply() -> Frame:
        with serving:
            return table.frames(1)[0]

    camera = FrameServer(frames, supply)
    camera.start()
    process = start(f"twin:{frames}", tmp_path, library)
    try:
        assert {one.zone: one.unenrolled for one in referee.scene().zones}[HOLDER.name] == ()
        referee.tell(Watch(ZONES, rest=True, mats=MATS))
        # It serves one at a time: a picture comes only when vision has hung up.
        borrowed = TwinCamera(frames)
        assert next(iter(borrowed)).image.shape[0] > 0
        borrowed.close()
        known = tuple(face for name, face in library.faces.items() if name != FACES[0])
        Library(known, library.groups).save(tmp_path / "library.faces")
        referee.tell(Watch(ZONES, mats=MATS))
        assert {one.zone: one.unenrolled for one in referee.scene().zones}[HOLDER.name] == (FACES[0],)
    finally:
        process.kill()
        process.wait()
        camera.close()
