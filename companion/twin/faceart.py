"""The pictures on the pieces: our own proxy set, or the faces of any box, shown as its owner scanned them."""

import csv
from pathlib import Path
from typing import Protocol

import cv2
import numpy as np

from companion.art.proxy_set import proxies_with
from companion.errors import Unusable
from companion.games.dealing import SizeOf
from vision.geometry.image import BadPicture, Image, read_picture
from vision.recognition.kinds import kind_of
from vision.recognition.library import FILE_NAME, Library, LibraryUnusable

_WHITE_TOLERANCE = 14
_WHOLE = 0.94
"""A card's share of its scan, at least: the rest are its rounded corners."""


class FaceArt(Protocol):
    """A box's pictures."""

    def picture(self, face: str) -> Image | None:
        """The face's picture (uint8, BGRA, any resolution, the piece filling it), or None: it has none."""


class FolderArt:
    """A folder of scans with ``labels.csv`` (``file,face``), or pictures named ``<face with / as __>.jpg``.

    White paper around an irregular piece becomes transparent. Raises ``Unusable`` where there is nothing to see.
    """

    def __init__(self, folder: Path) -> None:
        self._files = _labelled(folder)
        self._kept: dict[str, Image] = {}
        if not self._files:
            raise Unusable(f"{folder}: no pictures of faces here (labels.csv, or <face>.jpg with / written __)")

    def picture(self, face: str) -> Image | None:
        """See ``FaceArt``."""
        path = self._files.get(face)
        if path is None:
            return None
        if face not in self._kept:
            try:
                picture = read_picture(path, alpha=True)
            except BadPicture as error:
                raise Unusable(str(error)) from error
            self._kept[face] = cut_out(picture, irregular=_is_irregular(face))
        return self._kept[face]


class LibraryArt:
    """The faces that ``companion enrol`` has learned, as it keeps them."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._kept: dict[str, Image] = {}

    def picture(self, face: str) -> Image | None:
        """See ``FaceArt``."""
        enrolled = self._library.faces.get(face)
        if enrolled is None:
            return None
        if face not in self._kept:
            self._kept[face] = cut_out(enrolled.image(), irregular=_is_irregular(face))
        return self._kept[face]


def open_art(box: Path) -> FaceArt:
    """The pictures of a box: an enrolled one (it has a library) or a folder of scans. Raises ``Unusable``."""
    if (box / FILE_NAME).is_file():
        try:
            return LibraryArt(Library.load(box))
        except LibraryUnusable as error:
            raise Unusable(str(error)) from error
    return FolderArt(box)


def _is_irregular(face: str) -> bool:
    return face not in proxies_with(face).cards


def _labelled(folder: Path) -> dict[str, Path]:
    labels = folder / "labels.csv"
    if labels.is_file():
        with labels.open(newline="", encoding="utf-8") as file:
            rows = [row for row in csv.reader(file) if len(row) >= 2]
        return {row[1]: folder / row[0] for row in rows if (folder / row[0]).is_file()}
    pictures = [path for path in sorted(folder.glob("*")) if path.suffix.lower() in {".jpg", ".jpeg", ".png"}]
    return {path.stem.replace("__", "/"): path for path in pictures}


def cut_out(picture: Image, *, irregular: bool = True) -> Image:
    """The picture as BGRA, white paper that touches its corners transparent, cropped to the piece.

    Of a piece that is not ``irregular`` only the rounded corners can be paper: a white border is its own.
    """
    if picture.shape[2] == 4:
        return picture
    height, width = picture.shape[:2]
    mask = np.zeros((height + 2, width + 2), np.uint8)
    step = (_WHITE_TOLERANCE,) * 3
    for x, y in ((0, 0), (width - 1, 0), (0, height - 1), (width - 1, height - 1)):
        if picture[y, x].min() >= 255 - 2 * _WHITE_TOLERANCE and not mask[y + 1, x + 1]:
            flags = 4 | cv2.FLOODFILL_MASK_ONLY | cv2.FLOODFILL_FIXED_RANGE | (255 << 8)
            cv2.floodFill(picture.copy(), mask, (x, y), (0, 0, 0), step, step, flags)
    alpha = 255 - mask[1:-1, 1:-1]
    if not irregular and alpha.mean() < _WHOLE * 255:
        alpha[:] = 255
    if alpha.any() and not alpha.all():
        alpha = np.asarray(cv2.erode(alpha, np.ones((3, 3), np.uint8)))
        x, y, width, height = cv2.boundingRect(alpha)
        picture, alpha = picture[y : y + height, x : x + width], alpha[y : y + height, x : x + width]
        alpha = np.asarray(cv2.GaussianBlur(alpha, (3, 3), 0))
    return np.dstack([picture, alpha])


def size_of(art: FaceArt | None = None) -> SizeOf:
    """How large the pieces are of the box with these pictures; of our own without it.

    A board is as wide as ours, and of the shape that its picture has: printings differ.
    """

    def size(face: str) -> tuple[float, float]:
        wide, high = proxies_with(face).size_mm(face)
        kind = kind_of(face)
        own = art.picture(face) if art is not None and kind.group == "board" and kind.size is None else None
        return (wide, high) if own is None else (wide, wide * own.shape[0] / own.shape[1])

    return size


class Wardrobe:
    """Every face at the canvas's resolution: the box's own picture, or the proxy where the box lacks it."""

    def __init__(self, px_per_mm: float, art: FaceArt | None = None) -> None:
        self._px_per_mm = px_per_mm
        self._art, self._size_of = art, size_of(art)
        self._kept: dict[str, Image] = {}

    def picture(self, face: str) -> Image:
        """uint8 BGRA, its size times the resolution."""
        if face not in self._kept:
            self._kept[face] = self._dress(face)
        return self._kept[face]

    def _dress(self, face: str) -> Image:
        own = self._art.picture(face) if self._art else None
        if own is None:
            return proxies_with(face).picture(face, self._px_per_mm)
        width, height = (max(2, round(side * self._px_per_mm)) for side in self._size_of(face))
        method = cv2.INTER_AREA if own.shape[0] > height else cv2.INTER_CUBIC
        return np.asarray(cv2.resize(own, (width, height), interpolation=method))
