"""Printed codes: labels on a sleeve that name a face, badges that name a seat; read by pyzbar.

A payload is plain ASCII of fixed length with check characters: whatever else a camera reads (a
cereal box, a poster, a joke) is noise and is never taken for one of ours.
"""

import hashlib
from collections.abc import Iterable
from typing import NamedTuple

import cv2
import numpy as np

from vision.image import Image
from vision.sighting import Quad

_LABEL, _BADGE = "WCF1", "WCS1"
_ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
_KEY_LENGTH, _CHECK_LENGTH = 10, 4
_LENGTH = 4 + _KEY_LENGTH + _CHECK_LENGTH
_LARGEST_SIDE = 1640


class CodesUnavailable(Exception):
    """Codes cannot be read on this machine: one line, how to mend it."""


class Code(NamedTuple):
    """A code of ours in a picture: its payload and its corners (pixels)."""

    payload: str
    quad: Quad


def _letters(text: str, length: int) -> str:
    number = int.from_bytes(hashlib.sha256(text.encode()).digest(), "big")
    letters = []
    for _ in range(length):
        number, digit = divmod(number, len(_ALPHABET))
        letters.append(_ALPHABET[digit])
    return "".join(letters)


def _sealed(kind: str, key: str) -> str:
    body = kind + key
    return body + _letters(f"check {body}", _CHECK_LENGTH)


def encode_label(face: str) -> str:
    """The payload of a sleeve's label: a fixed-length key of the face id, with check characters."""
    return _sealed(_LABEL, _letters(face, _KEY_LENGTH))


def decode_label(payload: str, faces: Iterable[str]) -> str | None:
    """The face that a label names, out of those that exist; None: not a label of ours."""
    if not is_ours(payload) or not payload.startswith(_LABEL):
        return None
    return next((face for face in faces if encode_label(face) == payload), None)


def encode_badge(seat: int) -> str:
    """The payload of a seat's badge. Raises ``ValueError`` for a seat that no table has."""
    if not 0 <= seat < 100:
        raise ValueError(f"seat {seat}: a badge is for 0 to 99")
    return _sealed(_BADGE, f"{seat:0{_KEY_LENGTH}d}")


def decode_badge(payload: str) -> int | None:
    """The seat that a badge names; None: not a badge of ours."""
    if not is_ours(payload) or not payload.startswith(_BADGE):
        return None
    digits = payload[4 : 4 + _KEY_LENGTH]
    return int(digits) if digits.isdigit() and int(digits) < 100 else None


def is_ours(payload: str) -> bool:
    """Whether the text has the form and the check characters of our codes."""
    if len(payload) != _LENGTH or not payload.isascii() or payload[:4] not in (_LABEL, _BADGE):
        return False
    return payload == _sealed(payload[:4], payload[4 : 4 + _KEY_LENGTH])


def read_codes(image: Image) -> tuple[Code, ...]:
    """Our QR codes in a picture (uint8 BGR), each once. Raises ``CodesUnavailable``.

    QR only: other symbologies are read where there are none. A second reading of the picture with an
    adaptive threshold finds twice as many of the small, blurred ones.
    """
    try:
        from pyzbar import pyzbar  # noqa: PLC0415 - needs a system library that may be absent
    except ImportError as error:
        raise CodesUnavailable(f"codes cannot be read: zbar is missing ({error}); sudo apt install libzbar0") from error
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    shrink = min(1.0, _LARGEST_SIDE / max(grey.shape))
    if shrink < 1:
        grey = cv2.resize(grey, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
    found: dict[str, Code] = {}
    for prepared, scale in ((grey, shrink), (_prepared(grey), 2 * shrink)):
        for symbol in pyzbar.decode(prepared, symbols=[pyzbar.ZBarSymbol.QRCODE]):
            payload = bytes(symbol.data).decode("ascii", "replace")
            corners = np.array([(point.x, point.y) for point in symbol.polygon], float) / scale
            if is_ours(payload) and payload not in found and len(corners) == 4:
                a, b, c, d = ((float(x), float(y)) for x, y in corners)
                found[payload] = Code(payload, (a, b, c, d))
    return tuple(found.values())


def _prepared(grey: Image) -> Image:
    large = cv2.resize(grey, None, fx=2, fy=2, interpolation=cv2.INTER_CUBIC)
    soft = cv2.GaussianBlur(large, (0, 0), 1.5)
    return cv2.adaptiveThreshold(soft, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY, 71, 2)
