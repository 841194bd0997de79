"""Our QR codes in a picture: zxing-cpp first, pyzbar as a second opinion where something looks like a code.

This runs native libraries on whatever a camera sees: from a running table, read through
``vision.codes.process``, where a crash or an endless loop costs nothing.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

import cv2
import numpy as np

from vision.codes.payloads import Code, is_ours
from vision.geometry.image import Image
from vision.sighting import Quad

_LARGEST_SIDE = 1640
"""Pictures are made smaller than this (pixels): beyond, decoders get slower and no better."""
_MOST_CODES = 64
"""More in one picture is not a table."""
_MOST_CROPS = 8
"""Places that look like codes and are looked at again: each costs two decoders. Chosen by hand."""
_DENSE = 26.0
"""Grey levels of the mean morphological gradient from which on a place may be a code; chosen by hand."""
_SMALLEST, _LARGEST = 24, 260
"""Pixels of a side: 21 modules need one each at least; the largest is chosen by hand."""
_CROP_SIDE = 600
"""Pixels to which a crop is enlarged (four times at most): some 28 a module, as decoders like it; chosen by hand."""
_SURROUNDINGS = 121
"""Pixels (odd) of the enlarged crop over which black and white are told apart: about four modules; chosen by hand."""

Found = tuple[bytes, Any]
"""What a decoder says: the payload as bytes, its four corners (4 x 2, pixels of what it was given)."""
Decoder = Callable[[Image], list[Found]]


class CodesUnavailable(Exception):
    """Codes cannot be read on this machine: one line, how to mend it."""


class _Crop(NamedTuple):
    left: int
    top: int
    right: int
    bottom: int


class Decoders(NamedTuple):
    """Who reads: ``first`` the whole picture, both what is cut out. None: not installed."""

    first: Decoder | None
    second: Decoder | None


def read_codes(image: Image, decoders: Decoders | None = None) -> tuple[Code, ...]:
    """Our QR codes in a picture (uint8, BGR or grey), each payload once. Raises ``CodesUnavailable``.

    QR only: other symbologies are read where there are none. zxing-cpp reads the whole picture; what looks
    like a code there and was not read is cut out, enlarged, and given to zxing-cpp again and then to pyzbar.
    ``decoders``: others than those that are installed.
    """
    first, second = decoders or installed()
    grey, shrink = reduced(image)
    found: dict[str, Code] = {}
    said = next(decoder(grey) for decoder in (first, second) if decoder is not None)
    _keep(found, said, 1 / shrink, (0, 0))
    # What was read and is not ours stays noise: zbar cuts a payload at the first NUL, and might make it ours.
    for crop in _looks_like_code(grey, [corners for _, corners in said]):
        if len(found) >= _MOST_CODES:
            break
        cut = grey[crop.top : crop.bottom, crop.left : crop.right]
        for decoder, prepare in ((first, _enlarged), (second, _black_and_white)):
            if decoder is None:
                continue
            ready, scale = prepare(cut)
            if _keep(found, decoder(ready), 1 / (scale * shrink), (crop.left / shrink, crop.top / shrink)):
                break
    return tuple(found.values())[:_MOST_CODES]


def zxing_decoder() -> Decoder | None:
    """zxing-cpp, where it is installed."""
    try:
        import zxingcpp  # noqa: PLC0415 - there may be no wheel for this machine
    except ImportError:
        return None

    formats = zxingcpp.barcode_formats_from_str("QRCode")

    def decode(grey: Image) -> list[Found]:
        whole = np.ascontiguousarray(grey)
        barcodes = zxingcpp.read_barcodes(whole, formats=formats, try_downscale=False, try_invert=False)
        return [(one.bytes, _corners(one.position)) for one in barcodes]

    return decode


def zbar_decoder() -> Decoder | None:
    """pyzbar, where libzbar is installed."""
    try:
        from pyzbar import pyzbar  # noqa: PLC0415 - needs a system library that may be absent
    except ImportError:
        return None

    def decode(grey: Image) -> list[Found]:
        symbols = pyzbar.decode(grey, symbols=[pyzbar.ZBarSymbol.QRCODE])
        return [(bytes(one.data), [(point.x, point.y) for point in one.polygon]) for one in symbols]

    return decode


def installed() -> Decoders:
    """zxing-cpp and pyzbar, as far as they are there. Raises ``CodesUnavailable`` where neither is."""
    decoders = Decoders(zxing_decoder(), zbar_decoder())
    if decoders == (None, None):
        raise CodesUnavailable("codes cannot be read: pip install zxing-cpp, or sudo apt install libzbar0 for pyzbar")
    return decoders


def _corners(position: Any) -> list[tuple[float, float]]:
    corners = (position.top_left, position.top_right, position.bottom_right, position.bottom_left)
    return [(corner.x, corner.y) for corner in corners]


def reduced(image: Image) -> tuple[Image, float]:
    """A picture (uint8, BGR or grey) in grey and as small as decoders need it, and by how much it was shrunk."""
    grey = image if image.ndim == 2 else cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    shrink = min(1.0, _LARGEST_SIDE / max(grey.shape))
    if shrink < 1:
        grey = cv2.resize(grey, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
    return grey, shrink


def _keep(found: dict[str, Code], said: Iterable[Found], scale: float, offset: tuple[float, float]) -> bool:
    """Keep what is ours, in pixels of the whole picture; whether there was any."""
    ours = False
    for data, corners in said:
        payload = data.decode("ascii", "replace")
        if is_ours(payload) and len(corners) == 4:
            ours = True
            found.setdefault(payload, Code(payload, _quad(corners, scale, offset)))
    return ours


def _quad(corners: Any, scale: float, offset: tuple[float, float]) -> Quad:
    a, b, c, d = ((float(x), float(y)) for x, y in np.array(corners, float) * scale + offset)
    return a, b, c, d


def _enlarged(grey: Image) -> tuple[Image, float]:
    """For zxing: larger and sharper."""
    scale = float(np.clip(_CROP_SIDE / max(grey.shape), 1.0, 4.0))
    large = cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_CUBIC)
    return cv2.addWeighted(large, 2.0, cv2.GaussianBlur(large, (0, 0), 1.2 * scale), -1.0, 0), scale


def _black_and_white(grey: Image) -> tuple[Image, float]:
    """For pyzbar: larger, sharper, and each pixel black or white by its surroundings."""
    large, scale = _enlarged(grey)
    soft = cv2.GaussianBlur(large, (0, 0), 1.0)
    return cv2.adaptiveThreshold(soft, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY, _SURROUNDINGS, 2), scale


def _looks_like_code(grey: Image, read: Iterable[Any]) -> Iterator[_Crop]:
    """Where edges lie as dense as in a code and no code was read: the densest first, not more than a few."""
    edges = cv2.morphologyEx(grey, cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8))
    dense = cv2.blur(cv2.resize(edges, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA), (5, 5))
    for corners in read:
        middle = np.mean(corners, axis=0)
        whole = (middle + 1.3 * (np.array(corners, float) - middle)) / 4
        cv2.fillConvexPoly(dense, np.round(whole).astype(np.int32), 0)
    mask = (dense > max(_DENSE, 2.0 * float(np.median(dense)))).astype(np.uint8)
    _, _, boxes, _ = cv2.connectedComponentsWithStats(mask)
    crops = []
    for x, y, width, height, area in boxes[1:] * np.array([4, 4, 4, 4, 16]):
        if min(width, height) < _SMALLEST or max(width, height) > _LARGEST:
            continue
        if max(width, height) > 1.8 * min(width, height) or area < 0.4 * width * height:
            continue
        here = dense[y // 4 : (y + height) // 4, x // 4 : (x + width) // 4]
        margin = max(12, int(0.2 * max(width, height)))
        crop = _Crop(max(0, x - margin), max(0, y - margin), x + width + margin, y + height + margin)
        crops.append((float(here.mean()), crop))
    crops.sort(reverse=True)
    return (crop for _, crop in crops[:_MOST_CROPS])
