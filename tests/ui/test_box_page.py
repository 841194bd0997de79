"""The box page and the enrolment page: what is known and lacking, and a session driven by taps alone."""

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from companion.api.client import Link
from companion.api.protocol import Answer, Box, Enrol, Enrolling, FaceGroup, Look
from companion.box.answer import contents
from companion.enrolment.checklist import GAMES, faces_of
from companion.errors import Unusable
from companion.twin.frames import FrameServer
from companion.words.language import LANGUAGES, speaking
from companion.words.places import piece
from tests.enrolment.person import Act, Person
from tests.learned import practice_library
from tests.ui.near import NearReferee
from vision.recognition.contents import FILE_NAME
from vision.recognition.library import Face, Library

if TYPE_CHECKING:
    from tests.ui.pilot import Pilot
    from vision.cameras import Frame

WOOD, CLAY = "architects/wood", "architects/clay"


def box_with(folder: Path, *faces: str) -> Path:
    """A library of these faces by name: nobody looks at their pictures here."""
    Library(tuple(Face(face, (55.0, 80.0), (1, 1), b"") for face in faces), ()).save(folder / FILE_NAME)
    return folder / FILE_NAME


def test_a_box_tells_what_of_its_game_is_enrolled_and_what_is_lacking_group_by_group(tmp_path: Path) -> None:
    box = contents(box_with(tmp_path, WOOD, CLAY))
    assert (box.path, box.game) == (str(tmp_path), "architects")
    cards = box.groups[0]
    assert (cards.name, cards.enrolled) == ("Cards", 2)
    assert not {WOOD, CLAY} & set(cards.lacking)
    asked = [item.face for item in faces_of("architects")]
    assert sorted([WOOD, CLAY, *(face for group in box.groups for face in group.lacking)]) == sorted(asked)


@pytest.mark.parametrize("game", GAMES)
def test_the_game_of_a_box_is_as_its_file_says(game: str, tmp_path: Path) -> None:
    library = box_with(tmp_path, WOOD)
    (tmp_path / "box.toml").write_text(f'game = "{game}"\n')
    assert contents(library).game == game


def test_a_library_of_ours_is_no_box_and_a_broken_one_is_said(tmp_path: Path) -> None:
    ours = box_with(tmp_path, WOOD).rename(tmp_path / "proxies-0.faces")
    assert contents(ours).path == ""
    ours.write_bytes(b"no library")
    with pytest.raises(Unusable, match="not a whole library file"):
        contents(ours)


def test_at_a_table_that_is_read_with_no_library_every_face_is_lacking() -> None:
    box = contents(None)
    assert box.groups
    assert [group.name for group in box.groups if group.enrolled or not group.lacking] == []


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_face_of_every_game_has_a_name(code: str) -> None:
    with speaking(code):
        for game in GAMES:
            named = {item.face: piece(item.face) for item in faces_of(game)}
            assert not [face for face, name in named.items() if not name or "/" in name or "_" in name]


def answered(pilot: "Pilot", box: Box) -> Any:
    pilot.shell.go("box")
    pilot.settle()
    page: Any = pilot.shell.page
    # What the page itself asked is answered by the missing referee at any time: now, then.
    pilot.shell._inquiries.lose()
    page._take(Answer("", box))
    pilot.settle()
    return page


def test_a_group_that_lacks_faces_is_tapped_to_see_which(pilot: "Pilot") -> None:
    groups = (FaceGroup("Cards", 14, ()), FaceGroup("Tokens", 3, ("architects/token/cat",)))
    page = answered(pilot, Box("/boxes/mine", "architects", groups))
    assert page.count == "1 face is lacking"
    pilot.press("Tokens")
    assert any(getattr(widget, "text", "") == "Cat" for widget in pilot.seen())
    page.back()
    pilot.settle()
    assert pilot.find("Tokens")
    pilot.press("Teach it cards")
    assert pilot.shell.page.name == "enrolment"


def test_where_nobody_can_enrol_the_command_to_type_is_shown(pilot: "Pilot", near: NearReferee) -> None:
    pilot.shell.go("enrolment")
    pilot.shell.hear(Enrolling("absent"))
    pilot.settle()
    said = [str(getattr(widget, "text", "")) for widget in pilot.seen()]
    assert any("companion enrol boxes/mine --game architects --camera usb:0" in text for text in said)
    near.told.clear()
    pilot.shell.known()
    pilot.settle()
    assert [Look(on=False), Enrol("leave")] == near.told


class Bench:
    """Every part of a table with a camera; somebody lays two cards before it once ``begun``, waiting for each beep."""

    def __init__(self, folder: Path, short: Path) -> None:
        acts = (Act(WOOD, 5), Act(CLAY, -6), Act(CLAY, 2, stay=True))
        self.person = Person(acts, shape=(640, 480), px_per_mm=2.4, patient=True)
        self.begun = False
        self._frames: Iterator[Frame] = iter(self.person)
        self._frame = next(self._frames)
        self.link, eye = short / "link.sock", short / "frames.sock"
        self._camera = FrameServer(eye, self._taken)
        self._camera.start()
        box, seen = folder / "box", ("--camera", f"twin:{eye}")
        read = ("--library", str(box / FILE_NAME), str(practice_library()), "--memory", str(folder / "memory"))
        self._parts = [
            subprocess.Popen([sys.executable, "-m", *words, "--link", str(self.link)])
            for words in (
                ("companion.api", "--state", str(folder / "state")),
                ("vision", *seen, *read),
                ("companion.enrolment", *seen, "--box", str(box)),
            )
        ]

    def _taken(self) -> "Frame":
        """The last card lies there for as long as anybody wants to look at it."""
        if self.begun:
            self._frame = next(self._frames, self._frame)
        return self._frame

    def close(self) -> None:
        for part in self._parts:
            part.kill()
            part.wait()
        self._camera.close()


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    with tempfile.TemporaryDirectory(prefix="companion-") as short:
        bench = Bench(tmp_path, Path(short))
        yield bench
        bench.close()


@pytest.mark.proof
def test_a_box_is_begun_at_the_touchscreen_by_taps_alone(bench: Bench, tmp_path: Path) -> None:
    from tests.ui.pilot import Pilot  # noqa: PLC0415 - opens the window

    pilot = Pilot(Link(bench.link, "screen"))
    try:
        pilot.until(lambda: pilot.app._link.connected)
        pilot.shell.go("camera")
        camera: Any = pilot.shell.page
        pilot.patiently(lambda: camera.seen)
        pilot.shell.go("enrolment")
        page: Any = pilot.shell.page

        def now(phase: str, have: int = 0) -> bool:
            bench.person.heard = page._now.beeps
            if page._now.phase == "absent":
                page.do("look")
            return bool(page._now.phase == phase and page._now.have >= have)

        pilot.patiently(lambda: now("begin"))
        pilot.press("Begin")
        # Vision has the camera; it lends it.
        pilot.patiently(lambda: now("clear"))
        bench.begun = True
        pilot.patiently(lambda: now("lay"))
        assert page._work.ids.wanted.name == "Wood"
        pilot.patiently(lambda: now("doubt", 2))
        assert page._work.doubts == "looks the same as Clay, which is there already"
        assert page._work.ids.lens.texture is not None
        pilot.press("Leave it out")
        pilot.press("Stop, learn")
        pilot.patiently(lambda: now("done", 2))
        pilot.shell.go("camera")
        # And has it back.
        pilot.patiently(lambda: camera.seen)
    finally:
        pilot.close()
    assert set(Library.load(tmp_path / "box").faces) == {WOOD, CLAY}
