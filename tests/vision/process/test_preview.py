"""What a person sees of the camera: outlines lie on the pieces, what is missing is said, nothing is slowed."""

import queue
import time
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.vision.painting import BACK, CARD, CITY, FACES, MATS, TOKENS, ZONES, Table
from tests.vision.process.test_loop import PATIENCE, Referee, start
from vision.geometry.image import Image, decode
from vision.live.watcher import Watcher
from vision.process.preview import LARGEST, SECONDS, WIDTH, Previewer
from vision.recognition.library import Library
from vision.sighting import Preview, Pulse, VisionMessage, Watch

MAT = 1


class Looker:
    """Watcher on a table, and a person who looks at every frame."""

    def __init__(self, library: Library) -> None:
        self.watcher = Watcher(library)
        self.watcher.watch(MATS, ZONES)
        self.table = Table()
        self.previewer = Previewer()
        self.now = 0.0

    def look(self, frames: int = 8) -> Preview:
        seen = None
        for frame in self.table.frames(frames):
            self.watcher.observe(frame)
            self.now += SECONDS
            seen = self.previewer.preview(frame, self.watcher, self.now)
        assert seen is not None
        return seen

    def truth(self, x: float, y: float, turn: float, size: tuple[float, float]) -> Image:
        """Where the painter has put a piece, in the picture's pixels."""
        angle = np.deg2rad(turn)
        turned = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
        corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * size / 2 @ turned.T + (x, y)
        frame = cv2.perspectiveTransform(corners[None].astype(np.float64), self.table.homography().astype(np.float64))
        return np.asarray(frame[0] * WIDTH / 1100)


@pytest.fixture
def looker(library: Library) -> Looker:
    return Looker(library)


def test_outlines_lie_on_the_pieces_with_their_names_in_a_picture_that_is_small(looker: Looker) -> None:
    lying = [(FACES[0], 67.2, 252.4, 0.6, CARD), (BACK, 137.5, 251.5, -0.5, CARD), (FACES[3], 260, 120, 4, CARD)]
    for face, x, y, turn, _size in lying:
        looker.table.lay(face, x, y, turn)
    seen = looker.look()
    outlines = {piece.face: piece for piece in seen.pieces}
    assert set(outlines) == {face for face, *_ in lying}
    for face, x, y, turn, size in lying:
        assert np.abs(np.array(outlines[face].quad) - looker.truth(x, y, turn, size)).max() < 2.0
        assert outlines[face].probability > 0.9
    picture = decode(seen.jpeg, "the preview")
    assert picture.shape == (seen.height, seen.width, 3)
    assert (seen.width, seen.missing, seen.lacking, seen.troubles) == (WIDTH, (), (), ())
    city = looker.truth(CITY.x + CITY.width / 2, CITY.y + CITY.height / 2, 0, (CITY.width, CITY.height))
    assert np.abs(np.array(seen.zones[CITY.name]) - city).max() < 2.0


def test_a_covered_mat_is_missing_with_all_that_lies_on_it_until_it_is_uncovered(looker: Looker) -> None:
    assert looker.look().missing == ()
    corners = looker.table.corners
    looker.table.corners = ((-2000, -2000), (-1000, -2000), (-1000, -1200), (-2000, -1200))
    gone = looker.look(3)
    assert gone.missing == (MAT,)
    assert set(gone.lacking) == {zone.name for zone in ZONES}
    looker.table.corners = corners
    assert looker.look(3).missing == ()


@pytest.mark.parametrize(("gain", "trouble"), [(0.2, "too_dark"), (0.02, "too_dark"), (1.6, "too_bright"), (1.0, "")])
def test_light_that_does_not_do_is_said_at_once(looker: Looker, gain: float, trouble: str) -> None:
    looker.look()
    looker.table.gain = gain
    assert looker.look(1).troubles == ((trouble,) if trouble else ())


def test_before_a_game_the_mats_that_are_there_are_shown(looker: Looker) -> None:
    looker.watcher.watch(MATS, ())
    seen = looker.look(2)
    assert set(seen.mats) == {MAT}
    assert (seen.zones, seen.missing, seen.pieces) == ({}, (), ())
    sheet = looker.truth(210, 148.5, 0, (420, 297))
    assert np.abs(np.array(seen.mats[MAT]) - sheet).max() < 2.0


def test_a_mat_from_near_is_shown_upright_with_its_own_pieces(looker: Looker) -> None:
    looker.table.lay(FACES[0], 67.2, 252.4, 0.6)
    looker.previewer.near = MAT
    seen = looker.look()
    scale = seen.width / 420
    assert (seen.near, seen.height) == (MAT, round(297 * scale))
    (piece,) = seen.pieces
    assert np.mean(piece.quad, axis=0) / scale == pytest.approx((67.2, 252.4), abs=1.0)
    looker.previewer.near = 7
    assert looker.look(1).near is None


def test_there_are_no_more_than_four_pictures_a_second_and_the_busiest_is_small(looker: Looker) -> None:
    frame = looker.table.frames(1)[0]
    made = [looker.previewer.preview(frame, looker.watcher, k / 100) for k in range(200)]
    assert sum(one is not None for one in made) <= 8
    noise = np.random.default_rng(1).integers(0, 255, (2400, 3200, 3), np.uint8)
    busy = type(frame)(1, 1.0, cv2.resize(noise[:600, :800], (3200, 2400), interpolation=cv2.INTER_NEAREST))
    seen = looker.previewer.preview(busy, looker.watcher, 10.0)
    assert seen is not None
    assert len(seen.jpeg) < LARGEST


def test_the_process_sends_pictures_only_while_somebody_looks(tmp_path: Path, library: Library) -> None:
    folder = tmp_path / "frames"
    folder.mkdir()
    table = Table()
    table.lay(TOKENS[0], 54.5, 74.6, 2)
    for frame in table.frames(8):
        cv2.imwrite(str(folder / f"frame-{frame.number:06d}-{frame.exposed:.3f}.jpg"), frame.image)
    referee = Referee(tmp_path / "link.sock")
    referee.open()
    process = start(str(folder), tmp_path, library)
    try:
        referee.pulse(code="recording_ended")
        referee.tell(Watch(ZONES, preview=True, mats=MATS))
        seen = _next_preview(referee)
        assert [piece.face for piece in seen.pieces] == [TOKENS[0]]
        referee.tell(Watch(ZONES, mats=MATS))
        # What was under way when they turned away may still come; then there is none any more.
        referee.pulse(code="recording_ended")
        _emptied(referee)
        assert not any(isinstance(message, Preview) for message in _until_pulses(referee, 3))
        referee.tell(Watch((), preview=True, mats=MATS))
        assert set(_next_preview(referee).mats) == {MAT}
    finally:
        process.kill()
        process.wait()
        referee.close()


def _next_preview(referee: Referee) -> Preview:
    while True:
        message = referee.said.get(timeout=PATIENCE)
        if isinstance(message, Preview):
            return message


def _emptied(referee: Referee) -> None:
    referee.pulse(code="recording_ended")
    try:
        while True:
            referee.said.get_nowait()
    except queue.Empty:
        return


def _until_pulses(referee: Referee, count: int) -> list[VisionMessage]:
    heard: list[VisionMessage] = []
    started = time.monotonic()
    while sum(isinstance(message, Pulse) for message in heard) < count:
        heard.append(referee.said.get(timeout=PATIENCE))
        assert time.monotonic() - started < PATIENCE
    return heard
