"""A library is whole or it is said that it is not; what it learned, it knows again."""

from pathlib import Path

import cv2
import msgspec
import numpy as np
import pytest

from tests.vision.painting import BACK, FACES, TOKENS, art
from vision.enrolment.folder import pictures_in
from vision.enrolment.learn_box import build_library
from vision.geometry.image import BadPicture, Image
from vision.recognition.augment import prepare, view
from vision.recognition.cell_descriptors import CELL_GRIDS
from vision.recognition.contents import faces_in
from vision.recognition.kinds import kind_of
from vision.recognition.library import VERSION, Library, LibraryUnusable
from vision.recognition.naming import LibraryRecogniser, certainty

SURE = 0.99
NESTED = b"\x91" * 200_000 + b"\xc0"
"""MessagePack: a list in a list in a list ..."""


def views(face: str, count: int, seed: int = 5) -> list[Image]:
    rng = np.random.default_rng(seed)
    kind = kind_of(face)
    source = prepare(art(face), kind.size or (55.0, 80.0))
    return [view(source, rng, CELL_GRIDS[kind.group]).image for _ in range(count)]


def test_a_saved_library_opens_as_it_was(library: Library, tmp_path: Path) -> None:
    path = tmp_path / "library.faces"
    library.save(path)
    again = Library.load(tmp_path)
    assert again.faces == library.faces
    assert again.groups == library.groups
    assert list(tmp_path.iterdir()) == [path]


def test_a_face_is_decoded_once_however_often_it_is_compared(library: Library) -> None:
    face = next(iter(library.faces))
    assert library.picture(face) is library.picture(face)
    np.testing.assert_array_equal(library.picture(face), library.faces[face].image())


@pytest.mark.parametrize(
    "damage", ["missing", "truncated", "empty", "text", "older", "numbers", "nested", "nested beside"]
)
def test_a_library_that_cannot_be_used_is_one_line_that_says_how_to_mend_it(
    library: Library, tmp_path: Path, damage: str
) -> None:
    path = tmp_path / "library.faces"
    library.save(path)
    data = path.read_bytes()
    broken = {
        "truncated": data[: len(data) // 2],
        "empty": b"",
        "text": b"hello, I am not a library",
        "older": msgspec.msgpack.encode({"version": 0, "faces": [], "groups": []}),
        "nested": b"\x82" + b"".join(map(msgspec.msgpack.encode, ("version", VERSION, "faces"))) + NESTED,
        "nested beside": b"\x82" + b"".join(map(msgspec.msgpack.encode, ("version", VERSION, "note"))) + NESTED,
        "numbers": data.replace(
            msgspec.msgpack.encode(library.groups[0].discriminant.basis), msgspec.msgpack.encode(b"123")
        ),
    }
    if damage == "missing":
        path.unlink()
    else:
        path.write_bytes(broken[damage])
    for reads in (Library.load, faces_in):
        if (reads, damage) in {(faces_in, "older"), (faces_in, "numbers")}:
            continue  # names alone can be read of these
        with pytest.raises(LibraryUnusable) as caught:
            reads(path)
        assert str(path) in str(caught.value)
        assert "companion enrol" in str(caught.value)
        assert "\n" not in str(caught.value)


def test_enrolled_faces_are_known_again(library: Library) -> None:
    recogniser = LibraryRecogniser(library)
    right = sure = 0
    for face in FACES:
        for ranked in recogniser.recognise(views(face, 6), FACES):
            right += bool(ranked) and ranked[0].face == face
            sure += certainty(ranked) > 0.5
    assert right >= 35
    assert sure >= 33


def test_strangers_are_not_taken_for_enrolled_faces(library: Library) -> None:
    recogniser = LibraryRecogniser(library)
    strangers = [patch for k in range(8) for patch in views(f"architects/stranger_{k}", 3)]
    known = [certainty(ranked) > 0.5 for ranked in recogniser.recognise(strangers, FACES)]
    assert sum(known) <= 2
    plain = [np.full((120, 80, 3), level, np.uint8) for level in (30, 120, 235)]
    assert all(certainty(ranked) < 0.3 for ranked in recogniser.recognise(plain, FACES))


def test_only_candidates_are_named_and_an_enrolled_face_that_is_none_is_a_stranger(library: Library) -> None:
    recogniser = LibraryRecogniser(library)
    for ranked in recogniser.recognise(views(FACES[0], 4), FACES[1:3]):
        assert {one.face for one in ranked} <= set(FACES[1:3])
        assert certainty(ranked) < 0.3


def test_probabilities_are_probabilities(library: Library) -> None:
    recogniser = LibraryRecogniser(library)
    for face in (*FACES[:2], *TOKENS[:1], BACK):
        for ranked in recogniser.recognise(views(face, 3), ()):
            assert 0 <= certainty(ranked) <= 1.001
            assert [one.probability for one in ranked] == sorted((o.probability for o in ranked), reverse=True)


def test_the_same_pictures_give_the_same_library() -> None:
    pictures = {face: (art(face), None) for face in FACES[:3]}
    assert build_library(pictures, views=8)[0].groups == build_library(pictures, views=8)[0].groups


def test_pictures_are_found_by_their_names_or_by_labels(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "architects__progress__tactics.png"), art(TOKENS[0]))
    cv2.imwrite(str(tmp_path / "architects__wood.jpg"), art(FACES[0]))
    assert set(pictures_in(tmp_path)) == {TOKENS[0], FACES[0]}
    (tmp_path / "labels.csv").write_text("file,face\narchitects__wood.jpg,architects/stone\n")
    assert set(pictures_in(tmp_path)) == {"architects/stone"}


@pytest.mark.parametrize("labels", ["wrong,columns\na,b\n", "file,face\nnot_there.jpg,architects/wood\n"])
def test_labels_that_lead_nowhere_are_one_line(tmp_path: Path, labels: str) -> None:
    (tmp_path / "labels.csv").write_text(labels)
    with pytest.raises(BadPicture):
        pictures_in(tmp_path)


def test_blurred_and_mistaken_pictures_are_warned_about() -> None:
    blurred = cv2.GaussianBlur(art(FACES[1]), (0, 0), 14)
    pictures = {FACES[0]: (art(FACES[0]), None), FACES[1]: (blurred, None), FACES[2]: (art(FACES[0]), None)}
    lines = {warning.face: warning.line for warning in build_library(pictures, views=8)[1]}
    assert "blurred" in lines[FACES[1]]
    assert FACES[2] in lines[FACES[0]]


def test_white_paper_around_an_irregular_piece_becomes_transparent() -> None:
    scan = np.full((120, 300, 3), 250, np.uint8)
    cv2.fillConvexPoly(scan, np.array([[60, 10], [240, 10], [290, 110], [10, 110]]), (60, 120, 160))
    pictures = {"architects/stage/giza_1/built": (scan, None), FACES[0]: (art(FACES[0]), None)}
    library, _ = build_library(pictures, views=8)
    image = library.faces["architects/stage/giza_1/built"].image()
    assert image.shape[2] == 4
    assert image[2, 2, 3] == 0
    assert image[60, 150, 3] == 255


def test_asked_about_cards_and_backs_at_once_a_card_is_no_less_sure_than_among_cards_alone(library: Library) -> None:
    recogniser = LibraryRecogniser(library)
    cards = [face for face in library.faces if kind_of(face).group == "card"]
    backs = [face for face in library.faces if kind_of(face).group == "back"]
    for face in cards:
        for seen in views(face, 4):
            alone, together = (recogniser.recognise([seen], some)[0] for some in (cards, [*cards, *backs]))
            # Odds against "none of them": a back that nearly fits takes little from a card that surely does.
            if alone[0].probability > SURE:
                assert together[0].face == alone[0].face
                assert together[0].probability > alone[0].probability - 0.02
            assert certainty(together) <= 1
