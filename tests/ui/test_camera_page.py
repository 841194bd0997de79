"""The camera page: through every real part from the twin's camera to the window, and by itself."""

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np
import pytest
from msgspec.structs import replace

from companion.api.client import Link
from companion.api.protocol import Command, Look, Preview
from companion.twin.dealer import Dealer
from companion.twin.frames import FrameServer
from companion.twin.scenes import SCENES
from companion.twin.theatre import Theatre
from tests.learned import practice_library
from tests.ui.near import NearReferee, setup
from tests.ui.previews import kept
from vision.cameras import Frame

if TYPE_CHECKING:
    from tests.ui.pilot import Pilot
    from vision.geometry.image import Image

_MM = 3.0
"""How far an outline may lie from its piece."""


class Room:
    """The twin's table in front of a camera, in a light and behind a sheet of paper that a test can choose."""

    def __init__(self, folder: Path) -> None:
        self.dealer = Dealer("architects", 2, 1)
        self._theatre = Theatre(self.dealer.world, self.dealer.mats(), SCENES["studio"], 1)
        self.light = 1.0
        self.covered: Image | None = None
        self.camera = FrameServer(folder / "frames.sock", self._frame)
        self.camera.start()

    def _frame(self) -> Frame | None:
        frame = self._theatre.next_frame()
        if frame is None:
            return None
        image = frame.image
        # Read once: the test's own thread uncovers it meanwhile.
        covered = self.covered
        if covered is not None:
            image = cv2.fillConvexPoly(image.copy(), covered, (40, 40, 40))
        if self.light != 1.0:
            image = (image * self.light).astype(np.uint8)
        return Frame(frame.number, frame.exposed, image)

    def close(self) -> None:
        self._theatre.close()
        self.camera.close()


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    with tempfile.TemporaryDirectory(prefix="companion-") as short:
        folder = Path(short)
        room = Room(folder)
        link, seen = ("--link", str(folder / "link.sock")), ("--camera", f"twin:{folder / 'frames.sock'}")
        read = ("--library", str(practice_library()), "--memory", str(tmp_path / "memory"))
        parts = [
            subprocess.Popen([sys.executable, "-m", *words])
            for words in (("companion.api", *link, "--state", str(tmp_path)), ("vision", *link, *seen, *read))
        ]
        yield room
        for part in parts:
            part.terminate()
        for part in parts:
            part.wait(20)
        room.close()


@pytest.fixture
def at_the_table(room: Room) -> "Iterator[Pilot]":
    from tests.ui.pilot import Pilot  # noqa: PLC0415 - opens the window

    link = Link(Path(room.camera._path).with_name("link.sock"), "screen")
    pilot = Pilot(link)
    pilot.until(lambda: link.connected)
    link.send(Command("set up", "setup", room.dealer.setup_object()))
    pilot.until(lambda: pilot.shell.view.table is not None)
    yield pilot
    pilot.close()


def said(page: Any) -> list[str]:
    """What the page says of the camera, from top to bottom."""
    return [row.text for row in reversed(page.ids.rows.children) if hasattr(row, "text")]


def test_from_the_real_camera_to_the_window_outlines_lie_on_pieces_and_what_is_missing_is_said(
    room: Room, at_the_table: "Pilot"
) -> None:
    pilot = at_the_table
    pilot.shell.go("camera")
    page: Any = pilot.shell.page
    pilot.patiently(lambda: page.ready and len(page._preview.pieces) > 10)
    assert page.verdict == "All set"
    assert apart(page._preview, room) < _MM
    assert said(page)[:3] == ["All mats are in the picture", "The light is good", "The picture is sharp"]

    picture: Preview = page._preview
    scale = room._theatre._artist.still().shape[1] / picture.width
    room.covered = np.round(np.array(picture.mats[2]) * scale).astype(np.int32)
    pilot.patiently(lambda: not page.ready)
    second = pilot.shell.view.table.players[1].name if pilot.shell.view.table else ""
    assert said(page)[0] == f"Not in the picture: {second}"
    room.covered = None
    pilot.patiently(lambda: page.ready)
    room.light = 0.15
    pilot.patiently(lambda: not page.ready)
    assert "The table is too dark" in said(page)
    room.light = 1.0
    pilot.patiently(lambda: page.ready)

    # A mat is tapped in the picture: it is shown from near, with its own pieces and their names.
    middle = np.mean([page._lens.at(corner) for corner in picture.mats[1]], axis=0)
    pilot.touch(*page._lens.to_window(*middle))
    pilot.patiently(lambda: page._preview.near == 1)
    assert page._preview.mats.keys() == {1}
    pilot.press("The whole table")
    pilot.patiently(lambda: page._preview.near is None)


def apart(preview: Preview, room: Room) -> float:
    """How far (mm) the outline farthest from a piece of its face on the same mat is from it."""
    sheet = np.array([[0, 0], [420, 0], [420, 297], [0, 297]], np.float32)
    worst = 0.0
    for piece in preview.pieces:
        middle = np.mean(piece.quad, axis=0)
        mat = min(preview.mats, key=lambda mat: float(np.linalg.norm(np.mean(preview.mats[mat], axis=0) - middle)))
        to_mm = cv2.getPerspectiveTransform(np.array(preview.mats[mat], np.float32), sheet)
        x, y = cv2.perspectiveTransform(np.array([[middle]], np.float64), to_mm)[0][0]
        lying = [one for one in room.dealer.world.pieces.values() if one.mat == mat and one.face == piece.face]
        assert lying, f"no {piece.face} lies on mat {mat}"
        worst = max(worst, min(float(np.hypot(one.x - x, one.y - y)) for one in lying))
    return worst


@pytest.fixture
def looking(near: NearReferee, pilot: "Pilot") -> "Pilot":
    near.do("setup", setup(4))
    pilot.until(lambda: pilot.shell.view.table is not None)
    pilot.shell.go("camera")
    return pilot


def test_one_texture_serves_every_picture_and_leaving_says_so(looking: "Pilot", near: NearReferee) -> None:
    page: Any = looking.shell.page
    whole = kept("whole")
    looking.shell.hear(whole)
    texture = page._lens.texture
    for _picture in range(5):
        looking.shell.hear(whole)
        looking.frames(1)
    assert page._lens.texture is texture
    near.told.clear()
    looking.shell.known()
    looking.settle()
    assert near.told == [Look(on=False)]
    looking.shell.hear(whole)
    assert near.told[-1] == Look(on=False), "a picture that nobody asked for is declined again"


def test_a_picture_that_stays_away_is_not_taken_for_what_is(looking: "Pilot") -> None:
    page: Any = looking.shell.page
    looking.shell.hear(kept("whole"))
    assert page.ready
    page._lost()
    assert not page.ready
    assert (page.verdict, page._lens.faded) == ("No picture", True)


def test_a_tapped_piece_tells_its_name_and_how_sure_it_is(looking: "Pilot") -> None:
    page: Any = looking.shell.page
    near = kept("near")
    piece = next(piece for piece in near.pieces if piece.face == "architects/stone")
    looking.shell.hear(replace(near, pieces=(replace(piece, probability=0.734),)))
    looking.settle()
    x, y = np.mean([page._lens.at(corner) for corner in piece.quad], axis=0)
    looking.touch(*page._lens.to_window(x, y))
    assert page.told == "Stone: 73%"
