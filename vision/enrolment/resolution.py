"""The resolution that a scan's file states: dots per inch, from PNG, JPEG (JFIF, Exif) or TIFF."""

import struct
from pathlib import Path

_INCH_MM = 25.4
_RATIONAL = 5
_X_RESOLUTION, _UNIT = 0x011A, 0x0128
_CENTIMETRES = 3


def stated_dpi(path: Path) -> float | None:
    """Dots per inch of a picture file; None where it states none that can be read."""
    try:
        data = path.read_bytes()
        return _sane(_stated(data))
    except (OSError, struct.error, IndexError, ZeroDivisionError):
        # A file cut short, or nonsense where the resolution should be, states none.
        return None


def _stated(data: bytes) -> float | None:
    if data.startswith(b"\x89PNG\r\n\x1a\n"):
        return _png(data)
    if data.startswith(b"\xff\xd8"):
        return _jpeg(data)
    if data[:4] in (b"II*\0", b"MM\0*"):
        return _tiff(data)
    return None


def _sane(dpi: float | None) -> float | None:
    return dpi if dpi is not None and 20 < dpi < 5000 else None


def _png(data: bytes) -> float | None:
    at = 8
    while at + 12 <= len(data):
        length, kind = struct.unpack_from(">I4s", data, at)
        if kind == b"pHYs":
            across, _, unit = struct.unpack_from(">IIB", data, at + 8)
            return float(across * _INCH_MM / 1000) if unit == 1 else None
        if kind == b"IDAT":
            return None
        at += 12 + int(length)
    return None


def _jpeg(data: bytes) -> float | None:
    at, found = 2, None
    while at + 4 <= len(data) and data[at] == 0xFF and data[at + 1] != 0xDA:
        (length,) = struct.unpack_from(">H", data, at + 2)
        body = data[at + 4 : at + 2 + length]
        if data[at + 1] == 0xE0 and body.startswith(b"JFIF\0"):
            unit, across = struct.unpack_from(">BH", body, 7)
            found = {1: float(across), 2: across * _INCH_MM / 10}.get(unit)
        elif data[at + 1] == 0xE1 and body.startswith(b"Exif\0\0") and found is None:
            found = _tiff(body[6:])
        at += 2 + length
    return found


def _tiff(data: bytes) -> float | None:
    order = "<" if data[:2] == b"II" else ">"
    (directory,) = struct.unpack_from(f"{order}I", data, 4)
    (count,) = struct.unpack_from(f"{order}H", data, directory)
    dots: float | None = None
    unit = 2
    for k in range(count):
        at = directory + 2 + 12 * k
        tag, kind, _, value = struct.unpack_from(f"{order}HHII", data, at)
        if tag == _X_RESOLUTION and kind == _RATIONAL:
            above, below = struct.unpack_from(f"{order}II", data, value)
            dots = float(above / below)
        elif tag == _UNIT:
            (unit,) = struct.unpack_from(f"{order}H", data, at + 8)
    if dots is None or unit == 1:
        return None
    return dots * _INCH_MM / 10 if unit == _CENTIMETRES else dots
