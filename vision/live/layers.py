"""Pieces lying on each other: which one is seen where, and how the mat would look if some went away."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import NamedTuple

import cv2
import numpy as np

from vision.geometry.difference import Area, Look, difference, look_at
from vision.geometry.image import Image
from vision.geometry.pose import Pose
from vision.live.comparison import Comparison
from vision.live.pieces import Piece, Stamp, stamp
from vision.recognition.displacements import Named

BARE = -1
"""Owner of a place where no piece lies."""
SMALLEST_VIEW = 60.0
"""mm² of a piece that must have been seen to say anything of it."""

_Places = tuple[tuple[int, Pose], ...]
"""Pieces (their indices) and where they lie."""
_Redrawn = tuple[frozenset[int], _Places, _Places]
"""What has gone, what lies elsewhere, and copies: see ``Layers.explain``."""
_NOTHING: Mapping[int, Pose] = MappingProxyType({})
_AS_IT_WAS: _Redrawn = frozenset(), (), ()
_BLANK = np.zeros((4, 4, 3), np.uint8)
_DRAWINGS = 8
"""So many drawings are kept of those that others are drawn into: where a few pieces may lie is tried by turns."""
_AROUND = 3
"""mm around a changed place: what ``difference`` smooths over."""
_CLIP = 1.6
"""A difference (1 is a change beyond doubt) counts at most so much: a place is wrong once. Chosen by hand; the
rehearsals of docs/measurements.md hold with it."""
_NOISE = 0.3
"""A difference below this is noise. Chosen by hand; the rehearsals of docs/measurements.md hold with it."""
_UNSEEN_COST = 0.4
"""Least cost of a mm² of which nobody knows how it would look: less than a change, more than noise."""
_LIKE_TABLE_COST = 0.10
"""The same where it has the colours of an open table: what is said to have gone may look like the table, too."""
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
    return _uppermost(stamps, _meeting(stamps, (slice(0, shape[0]), slice(0, shape[1]))), shape)


def _uppermost(stamps: Mapping[int, Stamp], meeting: Mapping[int, tuple[Area, Area]], shape: tuple[int, ...]) -> Image:
    """Which of them is seen at each mm of an area of this shape; ``meeting``: where each meets it (``_meeting``)."""
    owner = np.full(shape, BARE, np.int32)
    for index, (here, there) in meeting.items():
        owner[here][stamps[index].mask[there]] = index
    return owner


def stamps_of(pieces: Sequence[Piece]) -> dict[int, Stamp]:
    """How pieces are drawn, by their index."""
    return {index: piece.stamp for index, piece in enumerate(pieces)}


class _Drawing(NamedTuple):
    """How an area would look: where the bare mat would come to light, the pixels, where they are clipped.

    ``apart``: how much it would differ from the area as it is now.
    """

    bare: Image
    expected: Image
    clipped: Image
    apart: Image


class _Drawn:
    """A piece as it looks in today's light where it is said to lie."""

    def __init__(self, mark: Stamp, comparison: Comparison) -> None:
        self.stamp, self._comparison = mark, comparison

    @cached_property
    def look(self) -> Look:
        """To be compared with the mat."""
        return self._comparison.look_of(self.stamp)


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
        self._seen = _Drawing(np.zeros(self.owner.shape, bool), *self._now, self._apart)
        self._drawings: dict[_Redrawn, _Drawing] = {}
        self._looks: dict[tuple[int, Pose], _Drawn] = {}
        self._marked: dict[Pose, Image] = {}
        self._bared: dict[frozenset[int], tuple[int, ...]] = {}

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
        if unseen.any() and self._comparison.is_open_table:
            apart[unseen & self._comparison.like_table[self.area]] = _LIKE_TABLE_COST
        apart[fresh] = _NEW_PIXEL_COST
        came = len(new) + len(copies)
        cost = float(apart.sum()) + _NEW_PIECE_COST * came + _REMOVED_COST * (len(gone) + len(moved))
        apart[fresh | unseen] = 0
        return cost, apart

    def shown(self, index: int, new: Sequence[Pose]) -> Image:
        """Where of the area (bool) a piece was seen that none of these new ones covers."""
        where = np.asarray(self.owner == index)
        for pose in new:
            where &= ~self._covered(pose)
        return where

    def beneath(self, indices: Sequence[int]) -> Sequence[int]:
        """Pieces of which hardly anything is seen, and more would be if these had gone."""
        if not self._hidden:
            return ()
        gone = frozenset(indices)
        if gone not in self._bared:
            left = owners({k: one for k, one in stamps_of(self.pieces).items() if k not in gone}, self.on_mat.shape)
            hidden = sorted(self._hidden - gone)
            self._bared[gone] = tuple(index for index in hidden if (left == index).sum() >= SMALLEST_VIEW)
        return self._bared[gone]

    @cached_property
    def _hidden(self) -> frozenset[int]:
        seen = np.bincount(self.on_mat[self.on_mat != BARE], minlength=len(self.pieces))
        return frozenset(np.flatnonzero(seen < SMALLEST_VIEW).tolist())

    def _without(
        self, gone: frozenset[int], moved: Mapping[int, Pose], copies: tuple[tuple[int, Pose], ...]
    ) -> tuple[Image, Image]:
        """How much the area differs from how it would look so, and where nobody knows how it would look."""
        key = (frozenset(gone), tuple(sorted(moved.items())), copies)
        if key not in self._redrawn:
            drawing = self._redraw(*key)
            self._redrawn[key] = drawing.apart, drawing.bare & ~self._bare_known
        return self._redrawn[key]

    def _redraw(self, gone: frozenset[int], moved: _Places, copies: _Places) -> _Drawing:
        """How the area would look so. One that lies elsewhere is drawn into the picture with all else as it is said."""
        if moved:
            rests = {(gone, tuple(one for one in moved if one != last), copies): last for last in moved}
            rest = next((one for one in rests if one in self._drawings), next(iter(rests)))
            index, pose = rests[rest]
            drawing = self._drawings.pop(rest, None) or self._redraw(*rest)
            self._drawings[rest] = drawing
            if len(self._drawings) > _DRAWINGS:
                del self._drawings[next(iter(self._drawings))]
            anew = [self.pieces[index].stamp, self._drawn(index, pose).stamp]
        elif gone or copies:
            drawing = self._seen
            anew = [self.pieces[index].stamp for index in gone]
            anew += [self._drawn(index, pose).stamp for index, pose in copies]
        else:
            return self._seen
        area = self._around(anew)
        return drawing if area is None else self._drawn_anew(drawing, area, (gone, moved, copies))

    def _drawn_anew(self, drawing: _Drawing, area: Area, said: _Redrawn) -> _Drawing:
        """A drawing with one part of it drawn again: what comes to light there, and what lies there now."""
        gone, moved, copies = said
        drawn = {index: self._drawn(index, pose) for index, pose in moved}
        for index, pose in copies:
            drawn[len(self.pieces) + len(drawn)] = self._drawn(index, pose)
        lying = {index: self._drawn(index, one.pose) for index, one in enumerate(self.pieces) if index not in gone}
        lying |= drawn
        stamps = {index: one.stamp for index, one in lying.items()}
        meeting = _meeting(stamps, area)
        there, around = _from(self.area, area), _from(self.area, self._grown(area, 1))
        owner = _uppermost(stamps, meeting, self.owner[there].shape)
        where = owner != self.owner[there]
        for index in drawn:
            where |= owner == index
        seen = _Drawing(*(part.copy() for part in drawing))
        bared = where & (owner == BARE)
        seen.bare[there] = bared
        expected, clipped = seen.expected[there], seen.clipped[there]
        expected[:], clipped[:] = self._now.pixels[there], self._now.clipped[there]
        _lay(self._bare.part(*there), bared, expected, clipped)
        for index, (here, mine) in meeting.items():
            shown = where[here] & (owner[here] == index)
            if shown.any():
                _lay(lying[index].look.part(*mine), shown, expected[here], clipped[here])
        compared = difference(self._now.part(*around), Look(seen.expected, seen.clipped).part(*around))
        seen.apart[there] = np.where(where, compared[_from(around, there)], self._apart[there])
        return seen

    def _grown(self, area: Area, by: int) -> Area:
        """A part of the area and so many mm around it."""
        rows, columns = (
            slice(max(part.start - by, side.start), min(part.stop + by, side.stop))
            for part, side in zip(area, self.area, strict=True)
        )
        return rows, columns

    def _around(self, stamps: Sequence[Stamp]) -> Area | None:
        """The part of the area in which these are drawn, and a little around it; None: nothing of them is in it."""
        overlaps = (_overlap(one, self.area)[0] for one in stamps)
        parts = [part for part in overlaps if self.owner[part].size]
        if not parts:
            return None
        rows, columns = (
            slice(min(part[way].start for part in parts) + start, max(part[way].stop for part in parts) + start)
            for way, start in enumerate(side.start for side in self.area)
        )
        return self._grown((rows, columns), _AROUND)

    def _drawn(self, index: int, pose: Pose) -> _Drawn:
        """A piece as it looks in today's light where it lies so."""
        if (index, pose) not in self._looks:
            piece = self.pieces[index]
            mark = piece.stamp if pose == piece.pose else stamp(pose, piece.patch)
            self._looks[index, pose] = _Drawn(mark, self._comparison)
        return self._looks[index, pose]

    def _covered(self, pose: Pose) -> Image:
        """Which places (bool) of the area a piece lying so covers."""
        if pose not in self._marked:
            covered, mark = np.zeros(self.owner.shape, bool), stamp(pose, _BLANK)
            here, there = _overlap(mark, self.area)
            covered[here] = mark.mask[there]
            self._marked[pose] = covered
        return self._marked[pose]


def _lay(look: Look, where: Image, pixels: Image, clipped: Image) -> None:
    """Put a look into a drawing where it is seen (bool). OpenCV copies pixels six times as fast as numpy picks them."""
    cv2.copyTo(look.pixels, where.view(np.uint8), pixels)
    cv2.copyTo(look.clipped.view(np.uint8), where.view(np.uint8), clipped.view(np.uint8))


def _meeting(stamps: Mapping[int, Stamp], area: Area) -> dict[int, tuple[Area, Area]]:
    """Where each of the stamps that meet an area meets it: see ``_overlap``."""
    rows, columns = area
    return {
        index: _overlap(mark, area)
        for index, mark in stamps.items()
        if mark.rows.start < rows.stop
        and rows.start < mark.rows.stop
        and mark.columns.start < columns.stop
        and columns.start < mark.columns.stop
    }


def _overlap(mark: Stamp, area: Area) -> tuple[Area, Area]:
    """Where a stamp meets an area: in the area's pixels, and in its own."""
    rows, columns = (
        slice(max(drawn.start, side.start), max(min(drawn.stop, side.stop), drawn.start, side.start))
        for drawn, side in zip((mark.rows, mark.columns), area, strict=True)
    )
    return _from(area, (rows, columns)), _from((mark.rows, mark.columns), (rows, columns))


def _from(origin: Area, area: Area) -> Area:
    """An area counted from where another one begins."""
    rows, columns = (slice(a.start - o.start, a.stop - o.start) for a, o in zip(area, origin, strict=True))
    return rows, columns
