"""What cannot be scored from a photograph is said in one line, before it is decoded where it is too large."""

import struct
import zlib
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pillow_heif
import pytest
from PIL import Image

from companion.commands.score import score
from companion.errors import Unusable
from vision.geometry.image import read_picture


def _huge(path: Path) -> None:
    """A picture of 30000 x 30000 pixels in a file of a few kilobytes."""
    side = 30_000
    packed = zlib.compress(bytes(1 << 20))

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", packed) + chunk(b"IEND", b""))


def _text(path: Path) -> None:
    path.write_text("no picture\n" * 100)


def _anything(path: Path) -> None:
    colours = np.random.default_rng(1).integers(0, 255, (12, 16, 3)).astype(np.uint8)
    Image.fromarray(np.kron(colours, np.ones((40, 40, 1), np.uint8))).save(path)


@pytest.mark.parametrize(
    ("make", "words"),
    [(_huge, "too large"), (_text, "not a picture"), (_anything, "no piece"), (lambda _path: None, "cannot be read")],
)
def test_what_is_no_photograph_of_a_city_is_refused_in_one_line(
    make: Callable[[Path], None], words: str, tmp_path: Path
) -> None:
    path = tmp_path / "city.jpg" if make is not _huge else tmp_path / "city.png"
    make(path)
    with pytest.raises(Unusable, match=words) as raised:
        score([path], photo=True, game="seven_wonders", edition=2)
    assert "\n" not in str(raised.value)
    assert str(path) in str(raised.value)


def test_an_edition_without_names_on_its_strips_needs_its_box(tmp_path: Path) -> None:
    _anything(tmp_path / "city.jpg")
    with pytest.raises(Unusable, match="--box"):
        score([tmp_path / "city.jpg"], photo=True, game="seven_wonders", edition=1)


def test_what_a_telephone_writes_is_read(tmp_path: Path) -> None:
    colours = np.zeros((64, 96, 3), np.uint8)
    colours[:, :48] = (200, 30, 30)
    pillow_heif.from_pillow(Image.fromarray(colours)).save(tmp_path / "a.heic", quality=90)
    picture = read_picture(tmp_path / "a.heic")
    assert picture.shape == (64, 96, 3)
    assert picture[32, 20, 2] > 150 > picture[32, 20, 0]
