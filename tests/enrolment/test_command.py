"""``companion enrol`` from end to end: at a camera, from a scanner's pages, from pictures; nothing known is lost."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion import cli
from companion.games.architects.proxies import PROXIES
from tests.enrolment.person import Act, Person
from tests.vision.enrolment.pages import page
from vision.enrolment.learn_box import build_library
from vision.geometry.image import decode
from vision.recognition.library import Library

WOOD, CLAY, STONE = (f"architects/{name}" for name in ("wood", "clay", "stone"))


@pytest.fixture(autouse=True)
def _few_views(monkeypatch: pytest.MonkeyPatch) -> None:
    """Learned by the real thing from fewer views: what is learned is tested elsewhere."""
    monkeypatch.setattr("companion.enrolment.learning.build_library", partial(build_library, views=6))


def run(arguments: Sequence[str], monkeypatch: pytest.MonkeyPatch) -> int:
    monkeypatch.setattr("sys.argv", ["companion", "enrol", *arguments])
    monkeypatch.setenv("COMPANION_SILENT", "1")
    try:
        cli.main()
    except SystemExit as caught:
        return int(caught.code or 0)
    return 0


def record(folder: Path, *acts: Act) -> Path:
    Person(acts, shape=(640, 480), px_per_mm=2.4).record(folder)
    return folder


def folder_of(path: Path, *faces: str) -> Path:
    path.mkdir()
    for face in faces:
        cv2.imwrite(str(path / f"{face.replace('/', '__')}.png"), PROXIES.picture(face, 3.0))
    return path


def test_somebody_lays_cards_under_a_camera_stops_and_goes_on_another_day(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    box = tmp_path / "box"
    given = [str(box), "--game", "architects", "--faces", "wood,clay,stone", "--camera"]
    first = record(tmp_path / "one", Act(WOOD, 9), Act(WOOD, -4), Act(CLAY, -20))
    assert run([*given, str(first)], monkeypatch) == 0
    told = capsys.readouterr().err
    assert "not taken: looks the same as wood" in told
    assert "2 of 3 faces have a picture" in told
    library = Library.load(box)
    assert set(library.faces) == {WOOD, CLAY}
    assert library.faces[WOOD].size == (55.0, 80.0)
    shown = decode((box / "pictures" / "architects__wood.png").read_bytes(), "wood")
    art = cv2.resize(PROXIES.picture(WOOD, 3.0)[..., :3], shown.shape[1::-1], interpolation=cv2.INTER_AREA)
    assert np.corrcoef(shown[12:-12, 12:-12].ravel(), art[12:-12, 12:-12].ravel())[0, 1] > 0.9

    assert run([*given, str(record(tmp_path / "two", Act(STONE, 15)))], monkeypatch) == 0
    assert "next: stone" in capsys.readouterr().err
    assert set(Library.load(box).faces) == {WOOD, CLAY, STONE}
    assert (box / "box.toml").read_text() == 'game = "architects"\n'


def test_what_was_taken_is_on_disk_when_learning_never_came_about(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    box = tmp_path / "box"

    def power_cut(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("companion.commands.enrol.learn_box", power_cut)
        given = [str(box), "--game", "architects", "--faces", "wood,clay", "--camera"]
        assert run([*given, str(record(tmp_path / "one", Act(WOOD, 9)))], patch) == 130
    assert not (box / "library.faces").exists()
    assert run(["--game", "architects", str(box), "--from", str(box / "pictures")], monkeypatch) == 0
    assert set(Library.load(box).faces) == {WOOD}


def test_a_scanned_page_is_cut_up_and_named_in_reading_order(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    faces = PROXIES.face_ids()[:4]
    scan = tmp_path / "page.png"
    cv2.imwrite(str(scan), page(faces, 100, 12))
    names = tmp_path / "names.txt"
    names.write_text("\n".join(faces))
    given = ["--game", "architects", "--scan", str(scan), "--dpi", "100"]
    assert run([str(tmp_path / "box"), *given, "--faces", str(names)], monkeypatch) == 0
    library = Library.load(tmp_path / "box")
    assert set(library.faces) == set(faces)
    assert library.faces[WOOD].size == pytest.approx((55, 80), abs=1.2)

    capsys.readouterr()
    assert run([str(tmp_path / "other"), *given, "--faces", "wood,clay,stone"], monkeypatch) == 2
    told = capsys.readouterr().err
    assert "4 pieces found (3, 1 in its 2 rows); but 3 names were given" in told
    assert told.count("\n") == 1
    assert not (tmp_path / "other").exists()


def test_faces_are_added_to_a_box_and_replaced_and_forgotten_only_when_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    box = str(tmp_path / "box")
    assert run([box, "--game", "architects", "--from", str(folder_of(tmp_path / "a", WOOD, CLAY))], monkeypatch) == 0
    assert run([box, "--game", "architects", "--from", str(folder_of(tmp_path / "b", CLAY, STONE))], monkeypatch) == 0
    assert set(Library.load(Path(box)).faces) == {WOOD, CLAY, STONE}
    assert run([box, "--game", "duel", "--from", str(tmp_path / "a")], monkeypatch) == 2
    given = ["--game", "architects", "--from", str(tmp_path / "b"), "--anew"]
    assert run([box, *given], monkeypatch) == 0
    assert set(Library.load(Path(box)).faces) == {CLAY, STONE}


def test_a_library_of_another_version_is_kept_aside(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    box = tmp_path / "box"
    box.mkdir()
    (box / "library.faces").write_bytes(b"something older")
    assert run([str(box), "--game", "architects", "--from", str(folder_of(tmp_path / "a", WOOD))], monkeypatch) == 0
    assert "library.old" in capsys.readouterr().err
    assert (box / "library.old").read_bytes() == b"something older"
    assert set(Library.load(box).faces) == {WOOD}


@pytest.mark.parametrize(
    "arguments",
    [
        ["--scan", "nowhere.png", "--faces", "wood"],
        ["--scan", "nowhere.png"],
        ["--camera", "nowhere"],
        ["--camera", "empty", "--faces", "gold nuggets"],
        ["--from", "empty", "--camera", "empty"],
        ["--camera", "empty"],
    ],
)
def test_unusable_input_is_one_line_and_nothing_is_written(
    arguments: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "empty").mkdir()
    assert run(["box", "--game", "architects", *arguments], monkeypatch) == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert not (tmp_path / "box").exists()


def test_a_camera_under_which_nothing_is_laid_leaves_no_box(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    bare = record(tmp_path / "bare")
    assert run([str(tmp_path / "box"), "--game", "architects", "--camera", str(bare)], monkeypatch) == 2
    assert "nothing is learned" in capsys.readouterr().err
    assert not (tmp_path / "box").exists()
