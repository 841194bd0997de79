"""Pieces lying on each other: which one is seen where, and how the mat would look if some went away."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

import numpy as np

from vision.difference import COARSE, difference, look_at
from vision.image import Image
from vision.pieces import Piece, Pose, Stamp, stamp
from vision.scenery import Area, Scenery

BARE = -1
"""Owner of a place where no piece lies."""

_NOTHING: Mapping[int, Pose] = MappingProxyType({})
_CLIP = 1.6
_UNSEEN_COST = 0.4
_NEW_PIXEL_COST = 0.10
_NEW_PIECE_COST = 150.0
_REMOVED_COST = 60.0


def owners(pieces: Sequence[Piece]) -> Image:
    """Which piece (its index) is seen at each mm of the mat; later ones lie on earlier ones."""
    owner = np.full((COARSE[1], COARSE[0]), BARE, np.int32)
    for index, piece in enumerate(pieces):
        mark = piece.stamp
        owner[mark.rows, mark.columns][mark.mask] = index
    return owner


class Layers:
    """Weighs explanations of what has changed within an area: which pieces have gone, where new ones lie.

    An explanation's cost is, in mm², how much of the area then looks otherwise than it does, plus a price
    for each thing that must have happened.
    """

    def __init__(self, scene: Scenery, pieces: Sequence[Piece], area: Area) -> None:
        assert scene.before is not None
        self.pieces = pieces
        self.area = area
        self.owner = owners(pieces)[area]
        self._now = look_at(scene.image[area])
        self._image = scene.image[area]
        self._before = scene.before[area]
        self._bare, self._bare_known = scene.bare[area], scene.bare_known[area]
        self._alike = ~scene.changed[area]

    def explain(
        self, gone: frozenset[int], new: Sequence[Pose], moved: Mapping[int, Pose] = _NOTHING
    ) -> tuple[float, Image]:
        """The cost, and how much each mm still differs from what this explanation expects (float32).

        ``moved``: pieces (not among those gone) that lie elsewhere now, between the same others as before.
        """
        expected, unseen = self._before.copy(), np.zeros(self.owner.shape, bool)
        if gone or moved:
            self._redraw(expected, unseen, gone, moved)
        fresh = np.zeros(self.owner.shape, bool)
        for pose in new:
            self._mark(fresh, pose)
        expected[fresh | unseen] = self._image[fresh | unseen]
        apart = np.minimum(difference(self._now, look_at(expected), self._alike), _CLIP)
        # Noise is no evidence.
        apart = np.maximum(apart - 0.3, 0)
        apart[unseen] = _UNSEEN_COST
        apart[fresh] = _NEW_PIXEL_COST
        cost = float(apart.sum()) + _NEW_PIECE_COST * len(new) + _REMOVED_COST * (len(gone) + len(moved))
        apart[fresh | unseen] = 0
        return cost, apart

    def _redraw(self, expected: Image, unseen: Image, gone: frozenset[int], moved: Mapping[int, Pose]) -> None:
        """Draw what comes to light where pieces have gone, and those that lie elsewhere now."""
        stamps = {
            index: stamp(moved[index], piece.patch) if index in moved else piece.stamp
            for index, piece in enumerate(self.pieces)
            if index not in gone
        }
        owner = np.full((COARSE[1], COARSE[0]), BARE, np.int32)
        for index, mark in stamps.items():
            owner[mark.rows, mark.columns][mark.mask] = index
        owner = owner[self.area]
        where = owner != self.owner
        for index in moved:
            where |= owner == index
        bare = where & (owner == BARE)
        expected[bare] = self._bare[bare]
        unseen |= bare & ~self._bare_known
        for index in np.unique(owner[where]):
            if index != BARE:
                self._draw(expected, stamps[int(index)], where & (owner == index))

    def _draw(self, expected: Image, mark: Stamp, where: Image) -> None:
        """Draw a stamp's part that lies within the area, in these places only."""
        rows, columns = self.area
        top, left = max(mark.rows.start, rows.start), max(mark.columns.start, columns.start)
        bottom, right = min(mark.rows.stop, rows.stop), min(mark.columns.stop, columns.stop)
        here = (slice(top - rows.start, bottom - rows.start), slice(left - columns.start, right - columns.start))
        there = (
            slice(top - mark.rows.start, bottom - mark.rows.start),
            slice(left - mark.columns.start, right - mark.columns.start),
        )
        mask = where[here]
        expected[here][mask] = mark.image[there][mask]

    def _mark(self, fresh: Image, pose: Pose) -> None:
        full = np.zeros((COARSE[1], COARSE[0]), bool)
        mark = stamp(pose, np.zeros((4, 4, 3), np.uint8))
        full[mark.rows, mark.columns] = mark.mask
        fresh |= full[self.area]
