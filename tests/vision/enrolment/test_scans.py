"""Pages from a scanner: every piece found, in reading order, measured by the file's resolution."""

import struct
import zlib
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.games.architects.proxies import PROXIES
from tests.vision.enrolment.pages import page
from vision.enrolment.alike import Album, Likeness
from vision.enrolment.resolution import stated_dpi
from vision.enrolment.scans import cut_piece, pieces_on, true_size
from vision.geometry.image import Image
from vision.recognition.kinds import kind_of

CARDS = PROXIES.face_ids()[:6]
TOKENS = (*(f"architects/progress/{name}" for name in ("tactics", "culture", "decor")), "architects/token/cat")


@pytest.mark.parametrize(("dpi", "lid"), [(100, 250), (150, 236), (130, 12), (150, 120)])
def test_every_card_of_a_page_is_found_in_order_and_measured(dpi: int, lid: int) -> None:
    scan = page(CARDS, dpi, lid, seed=dpi + lid)
    album = Album()
    for face in CARDS:
        album.keep(face, PROXIES.picture(face, 4.0))
    found = pieces_on(scan, dpi)
    assert len(found) == len(CARDS)
    for face, piece in zip(CARDS, found, strict=True):
        cut = cut_piece(scan, piece, kind_of(face))
        assert album.alike(cut.picture) == Likeness(face, turned=False)
        assert true_size(cut, dpi) == pytest.approx(PROXIES.size_mm(face), abs=1.2)


def test_tokens_are_found_among_the_dust() -> None:
    scan = page(TOKENS, 150, 236)
    found = pieces_on(scan, 150)
    assert len(found) == len(TOKENS)
    assert all(
        cut_piece(scan, piece, kind_of(face)).picture.shape[2] == 4 for face, piece in zip(TOKENS, found, strict=True)
    )


def test_an_empty_page_has_no_pieces() -> None:
    assert pieces_on(page((), 100, 240), 100) == ()


def png(path: Path, image: Image, dpi: float) -> Path:
    """A PNG that states its resolution."""
    data = cv2.imencode(".png", image)[1].tobytes()
    body = b"pHYs" + struct.pack(">IIB", round(dpi / 0.0254), round(dpi / 0.0254), 1)
    path.write_bytes(data[:33] + struct.pack(">I", 9) + body + struct.pack(">I", zlib.crc32(body)) + data[33:])
    return path


def test_the_resolution_is_read_from_png_jpeg_and_tiff(tmp_path: Path) -> None:
    blank = np.full((20, 20, 3), 200, np.uint8)
    assert stated_dpi(png(tmp_path / "a.png", blank, 300)) == pytest.approx(300, abs=0.1)
    jpeg = bytearray(cv2.imencode(".jpg", blank)[1].tobytes())
    at = jpeg.index(b"JFIF\0") + 7
    jpeg[at : at + 5] = struct.pack(">BHH", 1, 600, 600)
    (tmp_path / "a.jpg").write_bytes(jpeg)
    assert stated_dpi(tmp_path / "a.jpg") == 600
    flags = [cv2.IMWRITE_TIFF_RESUNIT, 2, cv2.IMWRITE_TIFF_XDPI, 150, cv2.IMWRITE_TIFF_YDPI, 150]
    cv2.imwrite(str(tmp_path / "a.tif"), blank, flags)
    assert stated_dpi(tmp_path / "a.tif") == 150


@pytest.mark.parametrize(
    "data", [b"", b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff\xe0\xff", b"II*\0\xff\xff\xff\xff", b"GIF89a"]
)
def test_a_file_that_states_no_resolution_is_no_error(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "a").write_bytes(data)
    assert stated_dpi(tmp_path / "a") is None


def test_a_photograph_whose_exif_block_states_no_resolution_has_none(tmp_path: Path) -> None:
    blank = cv2.imencode(".jpg", np.full((20, 20, 3), 200, np.uint8))[1].tobytes()
    orientation = b"Exif\0\0II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x01\0\0\0\0\0\0\0"
    (tmp_path / "a.jpg").write_bytes(
        blank[:2] + b"\xff\xe1" + struct.pack(">H", len(orientation) + 2) + orientation + blank[20:]
    )
    assert stated_dpi(tmp_path / "a.jpg") is None
