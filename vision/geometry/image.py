"""Images as OpenCV has them (numpy, blue first, rows down), and frames: images with a number and a time."""

import io
import warnings
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

Image: TypeAlias = NDArray[Any]
"""``uint8`` H x W x 3 (BGR), H x W x 4 (BGRA) or H x W (grey); floats where a docstring says so."""

Points: TypeAlias = NDArray[Any]
"""``float32`` or ``float64`` N x 2: x right, y down."""


_FORMATS: Final = ("PNG", "JPEG", "MPO", "TIFF", "BMP", "WEBP")
"""What cameras, telephones (MPO is a JPEG with a second one behind it) and scanners write."""
_HEIF: Final = (b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"mif1", b"msf1", b"heif")
"""Brands of the files that an iPhone writes."""
_LEAST_SIDE, _MOST_PIXELS, _MOST_BYTES = 8, 150_000_000, 512_000_000
"""Pixels of a side, of a whole picture, bytes of a file: a page of A4 scanned at 1200 dots per inch has 139 million
pixels and 417 million bytes."""
_SLIMMEST = 16
"""How many times as long as high a picture may be: no card, table or page is, and reduced it would have no height."""


@dataclass(frozen=True, slots=True)
class Frame:
    """One picture of the table from a camera.

    ``number`` counts up; ``exposed``: seconds on the source's own monotonic clock; ``image``: uint8 H x W x 3, BGR.
    """

    number: int
    exposed: float
    image: Image


class BadPicture(Exception):
    """A picture that cannot be read: one line, which and why; ``large``: it has too many bytes or pixels."""

    def __init__(self, line: str, *, large: bool = False) -> None:
        super().__init__(line)
        self.large = large


def read_picture(path: Path, *, alpha: bool = False) -> Image:
    """Read a picture as BGR (or BGRA, where the file has transparency and ``alpha`` is set).

    Raises ``BadPicture`` when there is no such file, it is too large, or it is not a whole picture.
    """
    try:
        with path.open("rb") as file:
            # Never all of it: it may be a device that does not end.
            data = file.read(_MOST_BYTES + 1)
    except OSError as error:
        raise BadPicture(f"{path}: cannot be read ({error.strerror or error})") from error
    return decode(data, str(path), alpha=alpha)


def decode(data: bytes, name: str, *, alpha: bool = False, most: int = _MOST_PIXELS) -> Image:
    """Decode a picture held in memory; ``name`` is for the error's line, ``most``: pixels that it may have.

    Raises ``BadPicture``; before it is decoded, where its head says that it is too large or no picture of ours.
    """
    if data[4:8] == b"ftyp" and data[8:12] in _HEIF:
        return _heif(data, name, most)
    _check_head(data, name, most)
    try:
        image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_UNCHANGED if alpha else cv2.IMREAD_COLOR)
    except cv2.error:
        image = None
    if image is None or min(image.shape[:2]) < _LEAST_SIDE or image.dtype != np.uint8:
        raise _unreadable(name)
    if image.ndim == 2:
        return cv2.cvtColor(image, cv2.COLOR_GRAY2BGR)
    return image


def _heif(data: bytes, name: str, most: int) -> Image:
    """Decode an HEIF picture. Raises ``BadPicture``."""
    if len(data) > _MOST_BYTES:
        raise BadPicture(f"{name}: too large (more than {_MOST_BYTES // 1_000_000} MB)", large=True)
    # Only telephones' pictures need it.
    import pillow_heif  # noqa: PLC0415

    try:
        picture = pillow_heif.open_heif(io.BytesIO(data), convert_hdr_to_8bit=True)
        width, height = picture.size
        _check_size(width, height, name, most)
        seen = np.asarray(picture.to_pillow().convert("RGB"))
    except (OSError, SyntaxError, ValueError, LookupError, OverflowError, EOFError, RuntimeError) as error:
        raise _unreadable(name) from error
    if min(seen.shape[:2]) < _LEAST_SIDE:
        raise _unreadable(name)
    return cv2.cvtColor(seen, cv2.COLOR_RGB2BGR)


def _check_size(width: int, height: int, name: str, most: int) -> None:
    """Raises ``BadPicture`` where a picture has too many pixels, or is too narrow."""
    if width * height > most:
        limit = f"at most {most // 1_000_000} million pixels"
        raise BadPicture(f"{name}: too large ({width} x {height}; {limit}); make it smaller", large=True)
    if max(width, height) > _SLIMMEST * min(width, height):
        raise BadPicture(f"{name}: too narrow ({width} x {height}) to show a table or a card")


def _check_head(data: bytes, name: str, most: int) -> None:
    """Raises ``BadPicture`` by a picture's head alone: a small file can hold a picture that fills the memory."""
    if len(data) > _MOST_BYTES:
        raise BadPicture(f"{name}: too large (more than {_MOST_BYTES // 1_000_000} MB)", large=True)
    from PIL import Image as Pillow  # noqa: PLC0415 - 45 ms, and most processes never open a file's picture

    try:
        with warnings.catch_warnings():
            # Pillow warns of large pictures; our own limits hold here.
            warnings.simplefilter("ignore")
            with Pillow.open(io.BytesIO(data)) as picture:
                (width, height), kind = picture.size, picture.format
    except Pillow.DecompressionBombError as error:
        line = f"{name}: too large (more than {most // 1_000_000} million pixels)"
        raise BadPicture(line, large=True) from error
    except (OSError, SyntaxError, ValueError, LookupError, OverflowError) as error:
        raise _unreadable(name) from error
    if kind not in _FORMATS:
        raise _unreadable(name)
    _check_size(width, height, name, most)


def _unreadable(name: str) -> BadPicture:
    least = f"{_LEAST_SIDE}x{_LEAST_SIDE} pixels at least"
    return BadPicture(f"{name}: not a picture that can be read (JPEG, PNG or HEIC wanted, 8 bits, {least})")


def encode_png(image: Image) -> bytes:
    """The image as PNG, quick rather than small."""
    return cv2.imencode(".png", image, [cv2.IMWRITE_PNG_COMPRESSION, 1])[1].tobytes()
