"""A piece that vision keeps track of: where it lies, what it shows, how it looked."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

import cv2
import numpy as np

from vision.geometry.image import Image
from vision.geometry.pose import Pose
from vision.recognition.naming import Ranked
from vision.sighting import SeenPiece

_SURE = 0.98
"""Probability above which a better picture is not asked for: the referee accepts long before."""

_SAME_MM = 5.0
"""Two cards are never laid closer than that on each other (a third of a strip): then they are one, found twice."""


class Stamp(NamedTuple):
    """A piece as it is drawn at one pixel a mm: where, its picture (uint8 BGR) and which pixels are its own (bool).

    It may reach beyond the mat at the right and below (``within``).
    """

    rows: slice
    columns: slice
    image: Image
    mask: Image

    def within(self, shape: tuple[int, ...]) -> "Stamp":
        """The part of it that lies on a mat of this shape (rows, columns)."""
        rows = slice(min(self.rows.start, shape[0]), min(self.rows.stop, shape[0]))
        columns = slice(min(self.columns.start, shape[1]), min(self.columns.stop, shape[1]))
        part = slice(rows.stop - rows.start), slice(columns.stop - columns.start)
        return Stamp(rows, columns, self.image[part], self.mask[part])


@dataclass(frozen=True)
class Piece:
    """One piece on a mat. ``patch``: how it looked, upright, ``PX_PER_MM``, when it lay uncovered.

    ``hidden``: a reflection lies on it now, so that nothing can be told but that it lay there. ``faint``: what a piece
    without a name may be, although that is less likely than that it is none of the enrolled faces.
    """

    track: int
    pose: Pose
    faces: Ranked
    patch: Image
    spot: int | None = None
    hidden: bool = False
    faint: Ranked = ()

    @property
    def face(self) -> str | None:
        """The likeliest face; None: none of the enrolled ones."""
        return self.faces[0].face if self.faces else None

    @property
    def sure(self) -> bool:
        """Whether another look at it, or a better picture, could hardly say more."""
        return bool(self.faces) and self.faces[0].probability > _SURE

    def seen(self) -> SeenPiece:
        """What is said about it."""
        return SeenPiece(self.track, self.pose.quad(), self.faces, self.spot, self.faint)

    def with_faces(self, faces: Ranked) -> "Piece":
        """The same piece, named anew."""
        return replace(self, faces=faces, hidden=False, faint=())

    @cached_property
    def stamp(self) -> Stamp:
        """How it is drawn."""
        return stamp(self.pose, self.patch)


def as_numbered(pieces: Sequence[Piece], before: Sequence[Piece]) -> tuple[Piece, ...]:
    """Pieces of a zone that is looked at for the first time once more: what lies where one lay keeps its track."""
    numbered, left = list[Piece](), list(before)
    for piece in pieces:
        same = min(left, key=lambda one: one.pose.distance(piece.pose), default=None)
        if same is not None and same.pose.distance(piece.pose) < _SAME_MM:
            left.remove(same)
            numbered.append(replace(piece, track=same.track))
        else:
            numbered.append(piece)
    return tuple(numbered)


def stamp(pose: Pose, patch: Image) -> Stamp:
    """Draw a patch at its pose, one pixel a mm."""
    corners = np.array(pose.quad())
    left, top = np.maximum(np.floor(corners.min(0)).astype(int), 0)
    right, bottom = np.ceil(corners.max(0)).astype(int)
    right, bottom = max(right, left + 1), max(bottom, top + 1)
    angle = np.deg2rad(pose.turn)
    cosine, sine = np.cos(angle), np.sin(angle)
    height, width = patch.shape[:2]
    # Patch pixel -> mm on the mat -> pixel of the stamp.
    to_mm = np.array([[pose.width / width, 0, 0], [0, pose.height / height, 0], [0, 0, 1.0]])
    centred = np.array(
        [
            [1, 0, 0.5 * pose.width / width - pose.width / 2],
            [0, 1, 0.5 * pose.height / height - pose.height / 2],
            [0, 0, 1.0],
        ]
    )
    turned = np.array([[cosine, -sine, pose.x - left - 0.5], [sine, cosine, pose.y - top - 0.5], [0, 0, 1.0]])
    matrix = (turned @ centred @ to_mm)[:2]
    shape = (int(right - left), int(bottom - top))
    # Two patch pixels a mm: averaged first, or the stamp would be sharper than the mat at one pixel a mm.
    soft = cv2.GaussianBlur(patch, (0, 0), 0.8) if width > pose.width * 1.5 else patch
    image = cv2.warpAffine(soft, matrix, shape, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    inside = np.zeros((shape[1], shape[0]), np.uint8)
    outline = np.round((corners - (left, top) - 0.5) * 16).astype(np.int32)
    cv2.fillConvexPoly(inside, outline, 255, shift=4)
    return Stamp(slice(int(top), int(bottom)), slice(int(left), int(right)), image, inside > 0)
