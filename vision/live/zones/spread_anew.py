"""Pieces of a spread that look otherwise where no hand was: nothing was laid or taken, so each is read anew.

A card under a reflection may be read as another one, as clear as day. When the reflection goes it must not be taken for
a new card that was laid exactly on the one that it seemed to be.
"""

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np

from vision.geometry.image import Image
from vision.geometry.pose import Pose
from vision.live.comparison import Comparison
from vision.live.layers import SMALLEST_VIEW, owners, stamps_of
from vision.live.pieces import Piece
from vision.recognition.displacements import BEYOND_DOUBT, Named, Placing
from vision.recognition.library import Library
from vision.recognition.naming import LibraryRecogniser
from vision.sighting import Zone

_CHANGED = 50.0
"""mm² of a piece that must look otherwise: the strips of two cards of one colour differ in 100 of 900."""
_OPEN = 0.9
"""Share of a piece that is seen where nothing lies on it."""
_NO_HAND, _NO_HAND_OVER_OPEN = 0.5, 0.9
"""Shares of what is seen of a piece over which no hand was. A new card may be laid on one that lies open: whoever does
covers half of it and more. Nobody covers a strip between two cards so."""
_SAME_MM, _SAME_DEGREES = 0.7, 0.7
"""Its print must be found so close to where it lay (seen without a hand: 0.1 mm and less)."""
_USUAL = 20.0
"""The odds that what lies where a piece lay is a card: as for a card that is known to lie somewhere (``slot``)."""


class ReadAnew:
    """Reads those pieces anew whose look has changed where no hand was; what is not beyond doubt stays as it was."""

    def __init__(self, library: Library, placed: Placing) -> None:
        self._library, self._placed = library, placed
        self._closely = LibraryRecogniser(library)

    def __call__(
        self, zone: Zone, comparison: Comparison, pieces: Sequence[Piece]
    ) -> tuple[tuple[Piece, ...], Comparison]:
        """The pieces, and the mat as if those that were read anew had looked so before."""
        candidates = [face for face in zone.faces if face in self._library.faces]
        found, settled = list(pieces), np.zeros_like(comparison.changed)
        if candidates and (comparison.changed & comparison.no_hand).any():
            owner = owners(stamps_of(pieces), comparison.bare_known.shape)
            for index, piece in enumerate(pieces):
                mine = owner == index
                named = self._named(piece, mine, comparison, candidates)
                if named is not None and named.faces[0].face != piece.face:
                    found[index] = renewed(piece.with_faces(named.faces), mine, comparison)
                    settled |= mine
        return tuple(found), comparison.unchanged_at(settled) if settled.any() else comparison

    def _named(self, piece: Piece, mine: Image, comparison: Comparison, candidates: Sequence[str]) -> Named | None:
        """What a piece shows by what is seen of it (``mine``, bool), where no hand was, and it is beyond doubt."""
        if mine.sum() < SMALLEST_VIEW or comparison.changed[mine].sum() < _CHANGED:
            return None
        opened = np.asarray(piece.pose.cut(mine.astype(np.float32), 1.0))
        is_open = float(opened.mean()) > _OPEN
        if comparison.no_hand[mine].mean() <= (_NO_HAND_OVER_OPEN if is_open else _NO_HAND):
            return None
        sheet = comparison.sheet
        named = Named(piece.pose, self._closely.odds([piece.pose.cut(sheet)], candidates, opened).ranked(_USUAL))
        if named.sureness <= BEYOND_DOUBT:
            return None
        lies_there = not is_open or _is_same_place(self._placed(sheet, named, candidates).pose, piece.pose)
        return named if lies_there else None


def renewed(piece: Piece, mine: Image, comparison: Comparison) -> Piece:
    """The piece with its picture renewed where it is seen now (``mine``: bool, see ``layers.owners``)."""
    seen = (cv2.erode(mine.astype(np.uint8), np.ones((3, 3), np.uint8)) * 255).astype(np.uint8)
    mask = cv2.resize(piece.pose.cut(seen, 1.0), piece.patch.shape[1::-1]) > 250
    if not mask.any():
        return piece
    patch = np.where(mask[..., None], comparison.remembered(piece.pose), piece.patch)
    return replace(piece, patch=patch)


def _is_same_place(one: Pose, other: Pose) -> bool:
    return one.distance(other) < _SAME_MM and abs(one.turn - other.turn) < _SAME_DEGREES
