"""D12: what would fill the memory, and a library that is no longer what was saved, are one line and exit code 2."""

import struct
import time
import zlib
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.vision.test_commands import run
from vision.geometry.image import BadPicture, read_picture
from vision.recognition.contents import faces_in
from vision.recognition.library import Library, LibraryUnusable


def png_of(width: int, height: int) -> bytes:
    """A whole PNG of one grey level, a few hundred bytes to a megapixel."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    packer = zlib.compressobj(1)
    line = bytes(1 + (width + 7) // 8)
    rows = b"".join(packer.compress(line) for _ in range(height)) + packer.flush()
    head = struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


@pytest.mark.parametrize(("width", "height"), [(30_000, 30_000), (15_000, 11_000), (20_000, 9), (9, 20_000)])
def test_d12_a_picture_out_of_all_proportion_is_refused_by_its_head(width: int, height: int, tmp_path: Path) -> None:
    path = tmp_path / "bomb.png"
    path.write_bytes(png_of(width, height))
    begun = time.process_time()
    with pytest.raises(BadPicture) as caught:
        read_picture(path)
    assert time.process_time() - begun < 1.0, "decoding the large one takes 38 s"
    assert "too large" in str(caught.value) or "too narrow" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_d12_a_picture_of_another_kind_is_not_tried(tmp_path: Path) -> None:
    path = tmp_path / "picture.jpg"
    path.write_bytes(b"P6 64 64 255\n" + bytes(64 * 64 * 3))
    with pytest.raises(BadPicture, match="not a picture that can be read"):
        read_picture(path)


@pytest.mark.parametrize("suffix", [".png", ".jpg", ".bmp", ".tif", ".webp"])
def test_d12_what_cameras_and_scanners_write_is_read(suffix: str, tmp_path: Path) -> None:
    path = tmp_path / f"picture{suffix}"
    cv2.imwrite(str(path), np.full((40, 60, 3), 130, np.uint8))
    assert read_picture(path).shape == (40, 60, 3)


@pytest.mark.parametrize("command", ["recognise", "score", "enrol"])
def test_d12_every_command_that_reads_pictures_refuses_it_in_one_line(
    command: str, library: Library, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    box, pictures = tmp_path / "box", tmp_path / "pictures"
    box.mkdir()
    pictures.mkdir()
    library.save(box / "library.faces")
    bomb = pictures / "architects__wood.png"
    bomb.write_bytes(png_of(20_000, 9))
    arguments = {
        "recognise": ["recognise", str(box), str(bomb)],
        "score": ["score", "--photo", str(bomb), "--box", str(box)],
        "enrol": ["enrol", str(tmp_path / "new"), "--game", "architects", "--from", str(pictures)],
    }[command]
    assert run(arguments, monkeypatch) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.count("\n") == 1
    assert "20000 x 9" in printed.err


def test_d12_every_flipped_bit_of_a_library_is_noticed(library: Library, tmp_path: Path) -> None:
    path = tmp_path / "library.faces"
    library.save(path)
    whole = path.read_bytes()
    rng = np.random.default_rng(12)
    ends = range(8 * len(whole) - 8 * 12, 8 * len(whole))
    for bit in (*rng.integers(0, 8 * len(whole), 60).tolist(), *ends):
        flipped = bytearray(whole)
        flipped[bit // 8] ^= 1 << bit % 8
        path.write_bytes(flipped)
        with pytest.raises(LibraryUnusable) as caught:
            Library.load(path)
        assert "\n" not in str(caught.value)
        with pytest.raises(LibraryUnusable):
            faces_in(path)


def test_d12_a_library_from_before_there_were_checksums_opens(library: Library, tmp_path: Path) -> None:
    path = tmp_path / "library.faces"
    library.save(path)
    path.write_bytes(path.read_bytes()[: -len(b"crc32:1234")])
    assert Library.load(path).groups == library.groups
