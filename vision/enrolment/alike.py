"""Does this picture show a face that is there already? Two shots of one face against two faces that are near twins."""

from collections.abc import Iterable
from typing import NamedTuple

import cv2
import numpy as np

from vision.geometry.alignment import correlated
from vision.geometry.image import Image

_SHAPE, _COARSE = (96, 144), (12, 18)
"""Width and height in pixels at which prints are compared in detail, and to find those worth it."""
_MARGIN = 4
"""Pixels of a print's edge that are left out: a cut that is off by 3 % of a card's height shows table there."""
_CELLS = (6, 4)
"""Rows and columns of parts that must agree one by one: the number on a card fills about one."""
_FLAT = 5.0
"""Lab units (standard deviation) of a part without print (chosen by hand; the run is not recorded)."""
_SAME = 0.72
"""Correlation that all parts but the worst have in two shots of one face (chosen by hand; the run is not recorded)."""
_NEAREST, _FAR = 4, 0.7
"""How many prints are compared in detail, and how far apart coarse ones may be. The 76 pairs of pictures from two
copies of one box (every third face of three games) that were found the same are apart by 0.53 at most."""
_ASPECT = 0.25
"""Logarithm by which two cuts of one piece differ in shape at most."""


class Likeness(NamedTuple):
    """An enrolled face that a picture looks the same as; ``turned``: with the picture upside down."""

    face: str
    turned: bool


class _Print(NamedTuple):
    """What is kept of a picture: Lab at a small size (float32), a coarse version without its tint, its shape."""

    detail: Image
    coarse: Image
    aspect: float


def same_face(one: Image, other: Image) -> bool:
    """Whether two pictures (uint8 BGR or BGRA, one piece filling each, the same way up) show the same face."""
    return _same(_print(one), _print(other))


class Album:
    """The pictures that are there, to look a new one up among them."""

    def __init__(self) -> None:
        self._prints: dict[str, _Print] = {}

    def keep(self, face: str, picture: Image) -> None:
        """Remember the picture of a face in place of an older one."""
        self._prints[face] = _print(picture)

    def drop(self, face: str) -> None:
        """Forget a face's picture, if there is one."""
        self._prints.pop(face, None)

    def alike(self, picture: Image, but: Iterable[str] = ()) -> Likeness | None:
        """The remembered face that a picture looks the same as, either way up; ``but``: faces left out."""
        left_out = set(but)
        for turned, shown in ((False, picture), (True, cv2.rotate(picture, cv2.ROTATE_180))):
            print_ = _print(shown)
            near = sorted(
                (_apart(print_.coarse, other.coarse), face)
                for face, other in self._prints.items()
                if face not in left_out and abs(np.log(print_.aspect / other.aspect)) < _ASPECT
            )
            for apart, face in near[:_NEAREST]:
                if apart < _FAR and _same(print_, self._prints[face]):
                    return Likeness(face, turned)
        return None


def _print(picture: Image) -> _Print:
    colours = np.ascontiguousarray(picture[..., :3])
    if picture.shape[2] == 4:
        # What lies around an irregular piece is no part of it.
        colours = np.where(picture[..., 3:] > 127, colours, 128).astype(np.uint8)
    lab = cv2.cvtColor(cv2.resize(colours, _SHAPE, interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2LAB)
    detail = cv2.GaussianBlur(lab.astype(np.float32), (0, 0), 1.0)
    small = cv2.resize(detail, _COARSE, interpolation=cv2.INTER_AREA)
    luma = (small[..., 0] - small[..., 0].mean()) / max(float(small[..., 0].std()), 8.0)
    coarse = np.dstack([luma, (small[..., 1:] - small[..., 1:].mean((0, 1))) / 25])
    return _Print(detail, coarse, colours.shape[1] / colours.shape[0])


def _apart(one: Image, other: Image) -> float:
    return float(np.sqrt(((one - other) ** 2).mean()))


def _same(one: _Print, other: _Print) -> bool:
    """Nearly every part must agree: twins differ in one part only (a number, a side's letter)."""
    lowest = np.sort(_agreement(one.detail, _aligned(one.detail, other.detail)))
    return bool(lowest[1] > _SAME)


def _aligned(one: Image, other: Image) -> Image:
    found = correlated(one[..., 0], other[..., 0], cv2.MOTION_AFFINE, np.full(_SHAPE[::-1], 255, np.uint8), 1)
    if found is None:
        return other
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return cv2.warpAffine(other, found[1], _SHAPE, flags=flags, borderMode=cv2.BORDER_REPLICATE)


def _agreement(one: Image, other: Image) -> Image:
    """Correlation of each cell, 1 where both are flat; the outermost edge is left out."""
    inner = np.s_[_MARGIN:-_MARGIN, _MARGIN:-_MARGIN]
    found = []
    for row, other_row in zip(
        np.array_split(one[inner], _CELLS[0]), np.array_split(other[inner], _CELLS[0]), strict=True
    ):
        for cell, other_cell in zip(
            np.array_split(row, _CELLS[1], 1), np.array_split(other_row, _CELLS[1], 1), strict=True
        ):
            x = (cell - cell.mean((0, 1))).ravel()
            y = (other_cell - other_cell.mean((0, 1))).ravel()
            flat = 0.3 * _FLAT**2 * x.size
            found.append((float(x @ y) + flat) / (float(np.linalg.norm(x) * np.linalg.norm(y)) + flat))
    return np.array(found)
