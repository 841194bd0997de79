"""Pieces lying on each other: which one is seen where, and how the mat would look if some went away."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

import numpy as np

from vision.geometry.difference import Area, Look, difference, look_at
from vision.geometry.image import Image
from vision.geometry.pose import Pose
from vision.live.comparison import Comparison
from vision.live.pieces import Piece, Stamp, stamp
from vision.recognition.displacements import Named

BARE = -1
"""Owner of a place where no piece lies."""

_Redrawn = tuple[frozenset[int], tuple[tuple[int, Pose], ...], tuple[tuple[int, Pose], ...]]
"""What has gone, what lies elsewhere, and copies: see ``Layers.explain``."""
_NOTHING: Mapping[int, Pose] = MappingProxyType({})
_BLANK = np.zeros((4, 4, 3), np.uint8)
_AROUND = 3
"""mm around a changed place: what ``difference`` smooths over."""
_CLIP = 1.6
"""A difference (1 is a change beyond doubt) counts at most so much: a place is wrong once. Chosen by hand; the
rehearsals of docs/measurements.md hold with it."""
_NOISE = 0.3
"""A difference below this is noise. Chosen by hand; the rehearsals of docs/measurements.md hold with it."""
_UNSEEN_COST = 0.4
"""Least cost of a mm² of which nobody knows how it would look: less than a change, more than noise."""
_NEW_PIXEL_COST = 0.10
"""Cost of a mm² under a new piece: it explains whatever is seen there, but a piece should not be too large."""
_NEW_PIECE_COST = 150.0
"""mm² that a new piece must explain: about the narrowest strip that shows of a card (3 x 55 mm)."""
_REMOVED_COST = 60.0
"""mm² that a piece's going must explain: cheaper than a coming, for nothing else bares the mat."""


class Explanation(NamedTuple):
    """What has happened: which pieces went (indices), which came, what it leaves unexplained, which lie elsewhere."""

    cost: float
    gone: frozenset[int]
    new: tuple[Named, ...]
    apart: Image
    moved: dict[int, Pose]


def owners(stamps: Mapping[int, Stamp], shape: tuple[int, ...]) -> Image:
    """Which piece (its index) is seen at each mm of a mat of this shape; later ones lie on earlier ones."""
    owner = np.full(shape[:2], BARE, np.int32)
    for index, stamped in stamps.items():
        mark = stamped.within(shape)
        owner[mark.rows, mark.columns][mark.mask] = index
    return owner


def stamps_of(pieces: Sequence[Piece]) -> dict[int, Stamp]:
    """How pieces are drawn, by their index."""
    return {index: piece.stamp for index, piece in enumerate(pieces)}


class Layers:
    """Weighs explanations of what has changed within an area: which pieces have gone, where new ones lie.

    An explanation's cost is, in mm², how much of the area then looks otherwise than it does, plus a price
    for each thing that must have happened. ``on_mat``, ``owner``: which piece is seen where (``owners``), on the whole
    mat and within the area.
    """

    def __init__(self, comparison: Comparison, pieces: Sequence[Piece], area: Area) -> None:
        self.pieces = pieces
        self.area = area
        self.on_mat = owners(stamps_of(pieces), comparison.bare_known.shape)
        self.owner = self.on_mat[area]
        self._now = comparison.now.part(*area)
        self._apart = comparison.apart[area]
        self._bare, self._bare_known = (
            look_at(comparison.bare, comparison.lamp).part(*area),
            comparison.bare_known[area],
        )
        self._comparison = comparison
        self._redrawn: dict[_Redrawn, tuple[Image, Image]] = {}
        self._marked: dict[Pose, Image] = {}

    def explain(
        self,
        gone: frozenset[int],
        new: Sequence[Pose],
        moved: Mapping[int, Pose] = _NOTHING,
        copies: tuple[tuple[int, Pose], ...] = (),
    ) -> tuple[float, Image]:
        """The cost, and how much each mm still differs from what this explanation expects (float32).

        ``moved``: pieces (not among those gone) that lie elsewhere now, between the same others as before. ``copies``:
        new pieces that look like one that is known (its index), and so must look so.
        """
        expected, unseen = self._without(gone, moved, copies)
        fresh = np.zeros(self.owner.shape, bool)
        for pose in new:
            fresh |= self._covered(pose)
        # Noise is no evidence.
        apart = np.maximum(np.minimum(expected, _CLIP) - _NOISE, 0)
        # What looks as the piece did is that piece: a table that nobody has seen hardly looks the same.
        apart[unseen] = np.maximum(_UNSEEN_COST, (_CLIP - _NOISE) * (1 - self._apart[unseen]))
        apart[fresh] = _NEW_PIXEL_COST
        came = len(new) + len(copies)
        cost = float(apart.sum()) + _NEW_PIECE_COST * came + _REMOVED_COST * (len(gone) + len(moved))
        apart[fresh | unseen] = 0
        return cost, apart

    def _without(
        self, gone: frozenset[int], moved: Mapping[int, Pose], copies: tuple[tuple[int, Pose], ...]
    ) -> tuple[Image, Image]:
        """How much the area differs from how it would look so, and where nobody knows how it would look."""
        key = (frozenset(gone), tuple(sorted(moved.items())), copies)
        if key not in self._redrawn:
            same = not (gone or moved or copies)
            self._redrawn[key] = (self._apart, self._nowhere()) if same else self._redraw(gone, moved, copies)
        return self._redrawn[key]

    def _nowhere(self) -> Image:
        return np.zeros(self.owner.shape, bool)

    def _redraw(
        self, gone: frozenset[int], moved: Mapping[int, Pose], copies: tuple[tuple[int, Pose], ...]
    ) -> tuple[Image, Image]:
        """Draw what comes to light where pieces have gone, and those that lie elsewhere now; compare it."""
        stamps = {
            index: stamp(moved[index], piece.patch) if index in moved else piece.stamp
            for index, piece in enumerate(self.pieces)
            if index not in gone
        }
        drawn = [*moved]
        for index, pose in copies:
            drawn.append(len(self.pieces) + len(drawn))
            stamps[drawn[-1]] = stamp(pose, self.pieces[index].patch)
        owner = owners(stamps, self._comparison.bare_known.shape)[self.area]
        where = owner != self.owner
        for index in drawn:
            where |= owner == index
        if not where.any():
            return self._apart, self._nowhere()
        expected, clipped = self._now.pixels.copy(), self._now.clipped.copy()
        bare = where & (owner == BARE)
        expected[bare] = self._bare.pixels[bare]
        clipped[bare] = self._bare.clipped[bare]
        for index in np.unique(owner[where]):
            if index != BARE:
                here, there = self._overlap(stamps[int(index)])
                seen = (where & (owner == index))[here]
                look = self._lit(stamps[int(index)])
                expected[here][seen] = look.pixels[there][seen]
                clipped[here][seen] = look.clipped[there][seen]
        apart = self._apart.copy()
        here = _about(where)
        compared = difference(self._now.part(*here), Look(expected, clipped).part(*here))
        apart[here] = np.where(where[here], compared, apart[here])
        return apart, bare & ~self._bare_known

    def _lit(self, mark: Stamp) -> Look:
        """How a piece looks in today's light."""
        return look_at(mark.image, np.broadcast_to(self._comparison.gain(mark), mark.image.shape))

    def _overlap(self, mark: Stamp) -> tuple[Area, Area]:
        """Where a stamp meets the area: in the area's pixels, and in its own."""
        rows, columns = self.area
        top, left = max(mark.rows.start, rows.start), max(mark.columns.start, columns.start)
        bottom, right = max(min(mark.rows.stop, rows.stop), top), max(min(mark.columns.stop, columns.stop), left)
        return (
            (slice(top - rows.start, bottom - rows.start), slice(left - columns.start, right - columns.start)),
            (
                slice(top - mark.rows.start, bottom - mark.rows.start),
                slice(left - mark.columns.start, right - mark.columns.start),
            ),
        )

    def _covered(self, pose: Pose) -> Image:
        """Which places (bool) of the area a piece lying so covers."""
        if pose not in self._marked:
            covered, mark = self._nowhere(), stamp(pose, _BLANK)
            here, there = self._overlap(mark)
            covered[here] = mark.mask[there]
            self._marked[pose] = covered
        return self._marked[pose]


def _about(where: Image) -> Area:
    """The rectangle of the marked places and a little around it."""
    rows, columns = np.flatnonzero(where.any(1)), np.flatnonzero(where.any(0))
    return (
        slice(max(0, int(rows[0]) - _AROUND), int(rows[-1]) + 1 + _AROUND),
        slice(max(0, int(columns[0]) - _AROUND), int(columns[-1]) + 1 + _AROUND),
    )
