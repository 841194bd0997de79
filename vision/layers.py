"""Pieces lying on each other: which one is seen where, and how the mat would look if some went away."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

import numpy as np

from vision.difference import COARSE, difference, look_at
from vision.image import Image
from vision.pieces import Piece, Pose, stamp
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

        ``moved``: pieces (not among those gone) that lie elsewhere now, on all that did not move.
        """
        expected, unseen = self._before.copy(), np.zeros(self.owner.shape, bool)
        away = gone | moved.keys()
        owner = self._owner_without(away) if away else self.owner
        differs = owner != self.owner
        if differs.any():
            self._fill(expected, unseen, owner, differs)
        for index, pose in sorted(moved.items()):
            self._draw(expected, unseen, pose, self.pieces[index].patch)
        fresh = np.zeros(self.owner.shape, bool)
        for pose in new:
            self._mark(fresh, pose)
        expected[fresh | unseen] = self._image[fresh | unseen]
        apart = np.minimum(difference(self._now, look_at(expected), self._alike), _CLIP)
        # Noise is no evidence.
        apart = np.maximum(apart - 0.3, 0)
        apart[unseen] = _UNSEEN_COST
        apart[fresh] = _NEW_PIXEL_COST
        cost = float(apart.sum()) + _NEW_PIECE_COST * len(new) + _REMOVED_COST * len(away)
        apart[fresh | unseen] = 0
        return cost, apart

    def _owner_without(self, gone: frozenset[int]) -> Image:
        owner = np.full((COARSE[1], COARSE[0]), BARE, np.int32)
        for index, piece in enumerate(self.pieces):
            if index not in gone:
                mark = piece.stamp
                owner[mark.rows, mark.columns][mark.mask] = index
        return owner[self.area]

    def _fill(self, expected: Image, unseen: Image, owner: Image, where: Image) -> None:
        """Draw what comes to light where a piece has gone."""
        bare = where & (owner == BARE)
        expected[bare] = self._bare[bare]
        unseen |= bare & ~self._bare_known
        rows, columns = self.area
        for index in np.unique(owner[where]):
            if index == BARE:
                continue
            mark = self.pieces[index].stamp
            # Only the part of the stamp that lies within the area can be drawn.
            top, left = max(mark.rows.start, rows.start), max(mark.columns.start, columns.start)
            bottom, right = min(mark.rows.stop, rows.stop), min(mark.columns.stop, columns.stop)
            here = (slice(top - rows.start, bottom - rows.start), slice(left - columns.start, right - columns.start))
            there = (
                slice(top - mark.rows.start, bottom - mark.rows.start),
                slice(left - mark.columns.start, right - mark.columns.start),
            )
            mask = where[here] & (owner[here] == index)
            expected[here][mask] = mark.image[there][mask]

    def _draw(self, expected: Image, unseen: Image, pose: Pose, patch: Image) -> None:
        """Draw a piece at another place than before, on everything there."""
        mark = stamp(pose, patch)
        image = np.zeros((COARSE[1], COARSE[0], 3), np.uint8)
        mask = np.zeros((COARSE[1], COARSE[0]), bool)
        image[mark.rows, mark.columns] = mark.image
        mask[mark.rows, mark.columns] = mark.mask
        here = mask[self.area]
        expected[here] = image[self.area][here]
        unseen[here] = False

    def _mark(self, fresh: Image, pose: Pose) -> None:
        full = np.zeros((COARSE[1], COARSE[0]), bool)
        mark = stamp(pose, np.zeros((4, 4, 3), np.uint8))
        full[mark.rows, mark.columns] = mark.mask
        fresh |= full[self.area]
