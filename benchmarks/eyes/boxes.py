"""The card faces that are measured: scans of real copies beside the checkout, where there are any, and our proxies."""

import csv
from functools import cache
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np

from companion.art.proxy_set import proxies_of, proxies_with
from vision.geometry.image import Image, read_picture
from vision.recognition.kinds import kind_of

PROXIES = "proxies"
PRINTINGS = (
    ("duel-a", "duel-b"),
    ("duel-b", "duel-a"),
    ("seven-wonders-a", "seven-wonders-b"),
    ("seven-wonders-b", "seven-wonders-a"),
)
"""Which box is enrolled, and which other printing of the same faces is then asked about."""

_SCANS = Path(__file__).parents[3] / "shared" / "cards"
_GAMES = {"architects": ("duel-a", "seven-wonders-a"), "duel": ("seven-wonders-a",), "seven": ("duel-a",)}
_PX_PER_MM = 6.0
_RADIUS = 0.045


class Card(NamedTuple):
    """A face's id, its flat picture (uint8 BGR) and its shape (uint8, 255 where the piece is)."""

    face: str
    picture: Image
    shape: Image


def boxes() -> tuple[str, ...]:
    """The boxes that are here: those with scans, and our own proxies."""
    return (*(path.parent.name for path in sorted(_SCANS.glob("*/labels.csv"))), PROXIES)


@cache
def cards(box: str) -> tuple[Card, ...]:
    """The card faces of a box, by id. Raises ``SystemExit`` with one line for a box that is not here."""
    if box not in boxes():
        raise SystemExit(f"benchmark: no box {box!r}; there are: {', '.join(boxes())}")
    if box == PROXIES:
        return tuple(_drawn(face) for face in proxies_of("architects").face_ids() if kind_of(face).group == "card")
    with (_SCANS / box / "labels.csv").open(newline="", encoding="utf-8-sig") as file:
        rows = sorted((row["face"], row["file"]) for row in csv.DictReader(file))
    scans = [(face, read_picture(_SCANS / box / name)) for face, name in rows if kind_of(face).group == "card"]
    return tuple(Card(face, scan, rounded(*scan.shape[:2])) for face, scan in scans)


@cache
def strangers(box: str) -> tuple[Card, ...]:
    """Cards that are not in a box: of the other games; without any, our backs and small pieces, stretched."""
    if box != PROXIES:
        others = [other for other in _GAMES[box.split("-", maxsplit=1)[0]] if other in boxes()]
        return tuple(card for other in others for card in cards(other))
    scanned = [card for other in ("duel-a", "seven-wonders-a") if other in boxes() for card in cards(other)]
    faces = [face for face in proxies_of("architects").face_ids() if kind_of(face).group == "back"]
    pieces = [*proxies_of("duel").face_ids(), *proxies_of("seven_wonders").face_ids()]
    return tuple([_drawn(face) for face in faces] + (scanned or [_stretched(face) for face in pieces]))


def rounded(height: int, width: int) -> Image:
    """The shape of a card with rounded corners."""
    shape = np.zeros((height, width), np.uint8)
    radius = max(2, int(_RADIUS * max(height, width)))
    cv2.rectangle(shape, (radius, 0), (width - radius, height), 255, -1)
    cv2.rectangle(shape, (0, radius), (width, height - radius), 255, -1)
    for x in (radius, width - radius):
        for y in (radius, height - radius):
            cv2.circle(shape, (x, y), radius, 255, -1)
    return shape


def _drawn(face: str) -> Card:
    image = proxies_with(face).picture(face, _PX_PER_MM)
    return Card(face, np.ascontiguousarray(image[..., :3]), np.ascontiguousarray(image[..., 3]))


def _stretched(face: str) -> Card:
    piece = cv2.resize(_drawn(face).picture, (330, 480), interpolation=cv2.INTER_CUBIC)
    return Card(face, piece, rounded(480, 330))
