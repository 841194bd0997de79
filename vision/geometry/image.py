"""Images as OpenCV has them (numpy, blue first, rows down), and frames: images with a number and a time."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

Image: TypeAlias = NDArray[Any]
"""``uint8`` H x W x 3 (BGR), H x W x 4 (BGRA) or H x W (grey); floats where a docstring says so."""

Points: TypeAlias = NDArray[Any]
"""``float32`` or ``float64`` N x 2: x right, y down."""


@dataclass(frozen=True, slots=True)
class Frame:
    """One picture of the table from a camera.

    ``number`` counts up; ``exposed``: seconds on the source's own monotonic clock; ``image``: uint8 H x W x 3, BGR.
    """

    number: int
    exposed: float
    image: Image


class BadPicture(Exception):
    """A picture that cannot be read: one line, which and why."""


def read_picture(path: Path, *, alpha: bool = False) -> Image:
    """Read a picture as BGR (or BGRA, where the file has transparency and ``alpha`` is set).

    Raises ``BadPicture`` when there is no such file or it is not a whole picture.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise BadPicture(f"{path}: cannot be read ({error.strerror or error})") from error
    return decode(data, str(path), alpha=alpha)


def decode(data: bytes, name: str, *, alpha: bool = False) -> Image:
    """Decode a PNG or JPEG held in memory; ``name`` is for the error's line."""
    try:
        image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_UNCHANGED if alpha else cv2.IMREAD_COLOR)
    except cv2.error:
        image = None
    if image is None or min(image.shape[:2]) < 8 or image.dtype != np.uint8:
        raise BadPicture(f"{name}: not a picture that can be read (PNG or JPEG wanted, 8 bits, 8x8 pixels at least)")
    if image.ndim == 2:
        return cv2.cvtColor(image, cv2.COLOR_GRAY2BGR)
    return image


def encode_png(image: Image) -> bytes:
    """The image as PNG, quick rather than small."""
    return cv2.imencode(".png", image, [cv2.IMWRITE_PNG_COMPRESSION, 1])[1].tobytes()
