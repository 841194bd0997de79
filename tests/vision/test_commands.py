"""``companion enrol`` and ``companion recognise``: the contract's shapes, exit codes and single lines."""

from collections.abc import Sequence
from pathlib import Path

import cv2
import msgspec
import numpy as np
import pytest

from companion import cli
from tests.vision.painting import FACES, TOKENS, art
from vision.recognition.library import Library


def run(arguments: Sequence[str], monkeypatch: pytest.MonkeyPatch) -> int:
    monkeypatch.setattr("sys.argv", ["companion", *arguments])
    with pytest.raises(SystemExit) as caught:
        cli.main()
    return int(caught.value.code or 0)


@pytest.fixture
def box(library: Library, tmp_path: Path) -> Path:
    folder = tmp_path / "box"
    folder.mkdir()
    library.save(folder / "library.faces")
    return folder


def scene(tmp_path: Path) -> Path:
    """Two cards and a token, turned, on a plain cloth."""
    image = np.full((700, 900, 3), (60, 75, 60), np.uint8)
    laid = ((FACES[0], 220, 220, 12, 240), (FACES[3], 600, 260, -160, 240), (TOKENS[0], 350, 560, 3, 88))
    for face, x, y, turn, height in laid:
        picture = art(face)
        h, w = picture.shape[:2]
        scale = height / h
        matrix = cv2.getRotationMatrix2D((w / 2, h / 2), -turn, scale)
        matrix[:, 2] += (x - w / 2, y - h / 2)
        drawn = cv2.warpAffine(picture, matrix, (900, 700), flags=cv2.INTER_AREA)
        mask = cv2.warpAffine(np.full((h, w), 255, np.uint8), matrix, (900, 700)) > 127
        image[mask] = drawn[mask]
    path = tmp_path / "table.jpg"
    cv2.imwrite(str(path), cv2.GaussianBlur(image, (0, 0), 0.7))
    return path


def test_recognise_prints_the_contracts_document(
    box: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = scene(tmp_path)
    assert run(["recognise", str(box), str(path), "--json"], monkeypatch) == 0
    (report,) = msgspec.json.decode(capsys.readouterr().out)
    assert report["image"] == str(path)
    assert report["ms"] > 0
    found = {piece["face"]: piece for piece in report["pieces"] if piece["face"]}
    assert set(found) == {FACES[0], FACES[3], TOKENS[0]}
    wood = found[FACES[0]]
    assert wood["probability"] > 0.5
    # Clockwise from the card's own top left, which lies up and to the left here.
    corners = np.array(wood["quad"])
    assert corners.mean(0) == pytest.approx((220, 220), abs=6)
    assert corners[0] == pytest.approx((164, 86), abs=12)
    upside_down = np.array(found[FACES[3]]["quad"])
    assert upside_down[0][1] > upside_down[2][1]


@pytest.mark.parametrize("margin", [0, 10])
def test_a_card_that_fills_the_picture_is_recognised(
    margin: int, box: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "card.png"
    cv2.imwrite(str(path), cv2.copyMakeBorder(art(FACES[1]), margin, margin, margin, margin, cv2.BORDER_CONSTANT))
    assert run(["recognise", str(box), str(path), "--json"], monkeypatch) == 0
    (report,) = msgspec.json.decode(capsys.readouterr().out)
    assert [piece["face"] for piece in report["pieces"]] == [FACES[1]]


def test_expected_faces_are_the_only_ones_named(
    box: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = f"{FACES[0]},{FACES[2]}"
    assert run(["recognise", str(box), str(scene(tmp_path)), "--expect", expected, "--json"], monkeypatch) == 0
    (report,) = msgspec.json.decode(capsys.readouterr().out)
    named = {piece["face"] for piece in report["pieces"] if piece["face"]}
    assert named == {FACES[0]}


@pytest.mark.parametrize("what", ["no picture", "no library", "no such face"])
def test_unusable_input_is_one_line_and_exit_code_two(
    what: str, box: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    bad = tmp_path / "bad.jpg"
    bad.write_bytes(b"\xff\xd8 not a picture")
    arguments = {
        "no picture": ["recognise", str(box), str(bad), "--json"],
        "no library": ["recognise", str(tmp_path / "nothing"), str(scene(tmp_path)), "--json"],
        "no such face": ["recognise", str(box), str(scene(tmp_path)), "--expect", "architects/gold"],
    }[what]
    assert run(arguments, monkeypatch) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.count("\n") == 1


def test_enrol_learns_a_folder_and_recognise_knows_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    pictures = tmp_path / "pictures"
    pictures.mkdir()
    for face in FACES[:3]:
        cv2.imwrite(str(pictures / f"{face.replace('/', '__')}.png"), art(face))
    box = tmp_path / "new" / "box"
    assert run(["enrol", str(box), "--game", "architects", "--from", str(pictures)], monkeypatch) == 0
    assert "3 faces learned" in capsys.readouterr().err
    assert set(Library.load(box).faces) == set(FACES[:3])
    picture = pictures / f"{FACES[1].replace('/', '__')}.png"
    assert run(["recognise", str(box), str(picture), "--json"], monkeypatch) == 0
    assert msgspec.json.decode(capsys.readouterr().out)[0]["pieces"][0]["face"] == FACES[1]


@pytest.mark.parametrize(
    "arguments",
    [
        ["--game", "chess", "--from", "."],
        ["--game", "architects"],
        ["--game", "architects", "--from", "/no/such/folder"],
        ["--game", "architects", "--camera", "usb:97"],
    ],
)
def test_enrol_without_pictures_writes_nothing(
    arguments: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    box = tmp_path / "box"
    assert run(["enrol", str(box), *arguments], monkeypatch) == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert not box.exists()
