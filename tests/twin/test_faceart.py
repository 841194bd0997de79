from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.art.proxy_set import proxies_of
from companion.errors import Unusable
from companion.twin.faceart import FolderArt, Wardrobe, cut_out, open_art
from vision.geometry.image import Image, encode_png
from vision.recognition.library import FILE_NAME, Face, Library

_REAL_BOX = Path(__file__).parents[3] / "shared" / "cards" / "architects-a"


def _triangle() -> Image:
    """A scan: a blue triangle on white paper."""
    scan = np.full((120, 160, 3), 252, np.uint8)
    cv2.fillPoly(scan, [np.array([[80, 10], [150, 110], [10, 110]])], (180, 60, 20))
    return scan


def test_white_paper_around_a_piece_becomes_transparent() -> None:
    piece = cut_out(_triangle())
    height, width = piece.shape[:2]
    assert piece[2, 2, 3] == 0
    assert piece[2, width - 3, 3] == 0
    assert piece[height // 2, width // 2, 3] == 255
    assert (height, width) == pytest.approx((100, 140), abs=6)
    assert 0.4 < (piece[..., 3] > 128).mean() < 0.6


def test_a_piece_that_fills_its_picture_stays_whole() -> None:
    piece = cut_out(np.full((50, 40, 3), (20, 60, 90), np.uint8))
    assert (piece[..., 3] == 255).all()
    assert piece.shape == (50, 40, 4)


def test_white_inside_a_piece_is_not_paper() -> None:
    scan = _triangle()
    cv2.circle(scan, (80, 80), 12, (255, 255, 255), -1)
    piece = cut_out(scan)
    assert piece[70, piece.shape[1] // 2, 3] == 255


@pytest.mark.parametrize("labelled", [True, False])
def test_a_folder_is_read_by_labels_or_by_names(tmp_path: Path, labelled: bool) -> None:  # noqa: FBT001
    name = "scan1.png" if labelled else "architects__wood.png"
    cv2.imwrite(str(tmp_path / name), np.full((80, 55, 3), (0, 200, 0), np.uint8))
    if labelled:
        (tmp_path / "labels.csv").write_text(f"file,face\n{name},architects/wood\nmissing.png,architects/clay\n")
    art = FolderArt(tmp_path)
    wood = art.picture("architects/wood")
    assert wood is not None
    assert tuple(wood[40, 20]) == (0, 200, 0, 255)
    assert art.picture("architects/clay") is None
    wardrobe = Wardrobe(2.0, art)
    assert wardrobe.picture("architects/wood").shape == (160, 110, 4)
    assert np.array_equal(wardrobe.picture("architects/clay"), proxies_of("architects").picture("architects/clay", 2.0))


def test_a_cards_white_border_is_its_own() -> None:
    card = np.full((160, 110, 3), 250, np.uint8)
    card[8:-8, 8:-8] = (20, 120, 40)
    assert (cut_out(card, irregular=False)[..., 3] == 255).all()
    assert cut_out(card, irregular=True).shape[0] < 150


def test_an_enrolled_box_shows_what_was_enrolled(tmp_path: Path) -> None:
    wood = np.full((160, 110, 3), (10, 90, 160), np.uint8)
    Library((Face("architects/wood", (55.0, 80.0), (110, 160), encode_png(wood)),), ()).save(tmp_path / FILE_NAME)
    art = open_art(tmp_path)
    picture = art.picture("architects/wood")
    assert picture is not None
    assert tuple(picture[80, 50]) == (10, 90, 160, 255)
    assert art.picture("architects/clay") is None


def test_a_damaged_box_is_refused_in_one_line(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).write_bytes(b"?")
    with pytest.raises(Unusable, match="companion enrol"):
        open_art(tmp_path)


def test_a_folder_without_faces_is_refused_in_one_line(tmp_path: Path) -> None:
    with pytest.raises(Unusable, match="no pictures of faces"):
        FolderArt(tmp_path)


def test_a_broken_picture_is_refused_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "architects__wood.jpg").write_bytes(b"not a picture")
    with pytest.raises(Unusable, match=r"architects__wood\.jpg"):
        FolderArt(tmp_path).picture("architects/wood")


@pytest.mark.skipif(not _REAL_BOX.is_dir(), reason="no pictures of a real box here")
def test_a_real_boxs_stages_lose_their_paper() -> None:
    art = FolderArt(_REAL_BOX)
    pieces = [art.picture(f"architects/stage/giza_{stage}/built") for stage in (2, 3, 4, 5)]
    assert all(piece is not None and piece[0, 0, 3] == 0 for piece in pieces)
    card = art.picture("architects/wood")
    assert card is not None
    assert (card[..., 3] > 128).mean() > 0.97
