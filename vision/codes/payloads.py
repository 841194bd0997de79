"""What our printed codes say: labels on a sleeve that name a face, badges that name a seat or a tournament's player.

A payload is plain ASCII of fixed length with check characters: whatever else a camera reads (a cereal box, a
poster, a joke) is noise and is never taken for one of ours. Only a player's badge is a link, for phones to open: its
secret is what a hub made, which nobody can guess. ``vision.codes.reading`` finds them in pictures.
"""

import hashlib
import re
from collections.abc import Iterable
from typing import NamedTuple

from vision.sighting import Quad

_LABEL, _BADGE = "WCF1", "WCS1"
_ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""Letters of QR's alphanumeric mode without I, O, 0 and 1, which people mistake for each other."""
_KEY_LENGTH, _CHECK_LENGTH = 10, 4
"""Letters of 5 bits: two of 1,000 faces have one key once in two billion boxes; noise passes once in a million."""
PAYLOAD_LENGTH = 4 + _KEY_LENGTH + _CHECK_LENGTH
"""Characters of every payload: they fit the smallest QR code (21 x 21 modules, level M)."""


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


_PLAYER = re.compile(r"https?://[A-Za-z0-9.:\[\]-]{1,100}/enter/([A-Za-z0-9_-]{32})")


def decode_player(payload: str) -> str | None:
    """The secret on a player's badge, by which his tournament's hub knows him; None: not such a badge."""
    found = _PLAYER.fullmatch(payload)
    return None if found is None else found[1]


def is_ours(payload: str) -> bool:
    """Whether the text has the form of our codes, and their check characters where they have any."""
    if decode_player(payload) is not None:
        return True
    if len(payload) != PAYLOAD_LENGTH or not payload.isascii() or payload[:4] not in (_LABEL, _BADGE):
        return False
    return payload == _sealed(payload[:4], payload[4 : 4 + _KEY_LENGTH])
