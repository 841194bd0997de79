"""One mat at one still moment, beside what is remembered of it: what every zone's reader works on."""

from collections.abc import Sequence
from copy import copy
from functools import cached_property
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.geometry.difference import Area, Look, box, changed, coarse, difference, look_at, tint
from vision.geometry.image import Image
from vision.geometry.photometric import burnt_out, light_between, unlit
from vision.geometry.pose import Pose
from vision.geometry.tones import Tones
from vision.live.pieces import Stamp, stamp
from vision.sighting import Marker

if TYPE_CHECKING:
    from vision.geometry.alignment import Shift


_KNOWN, _BARE = 0.9, 0.1
"""Shares of a piece's area: so much must be known of the bare mat, so little may differ from it, to look bare."""

_LIKE_TABLE = 0.85
"""Share of a piece with the colours of an open table from which on it is none: its shadow has others."""
_TONES, _TONE = 500, 9
"""So many colours stand for a table's; so far (CIELAB, the coordinate that differs most) is still the same colour."""
_FEWEST_TONES = 60
"""mm² of a table of which a tone that is there often can be told."""
_OFTEN = 3
"""So many of them must be like a colour that is the table's. The seam of two planks (2 mm wide, a sheet long) is; the
rim of a pawn that was taken for the table is not: it made a third of a card's back look like the table.
"""


class Comparison:
    """``sheet``: the mat now, rectified. ``reference``: the mat when it was last read, or None.

    ``bare`` (one pixel a mm, uint8 BGR) and ``bare_known`` (bool): the mat without pieces, as far as it has been
    seen, in the light that all is remembered in; ``covered`` (bool): where pieces lie on it, as far as known.
    ``above``, ``below`` (bool): where cards lie over and under what is read next, ``bared``: where one lay over it and
    has gone. ``elsewhere`` (bool): where piles lie, of which no card is of a city whose region reaches there.
    ``beside`` (bool): where other places than the spread that is read are: what comes there is read there.
    ``no_hand`` (bool): where it is known that no hand was since it was last read: nothing was laid or taken there.
    ``withheld`` (bool): where it must not be remembered how it looks. ``alignments``: by track, how a piece's place
    looks beside how it looked, as far as that was asked for.
    ``markers``: those printed on the mat.
    ``reread``: read everything, also what did not change. ``remeasured``: the mat was pushed since, so that
    everything may seem to have moved by a part of a millimetre. ``idle``: nobody waits.
    """

    def __init__(
        self,
        sheet: Image,
        reference: Image | None,
        bare: Image,
        bare_known: Image,
        covered: Image,
        *,
        markers: Sequence[Marker] = (),
        reread: bool = False,
        remeasured: bool = False,
        idle: bool = False,
    ) -> None:
        self.markers = markers
        self.sheet = sheet
        self.image = coarse(sheet)
        self.before = None if reference is None else coarse(reference)
        self.bare = bare
        self.bare_known = bare_known
        self._open = bare_known & ~covered
        self.reread = reread or reference is None
        self.remeasured = remeasured
        self.idle = idle
        self.has_history = reference is not None
        self.above = np.zeros(bare_known.shape, bool)
        self.below = np.zeros(bare_known.shape, bool)
        self.bared = np.zeros(bare_known.shape, bool)
        self.elsewhere = np.zeros(bare_known.shape, bool)
        self.beside = np.zeros(bare_known.shape, bool)
        self.no_hand = np.zeros(bare_known.shape, bool)
        self.withheld = np.zeros(bare_known.shape, bool)
        self.alignments: dict[int, Shift | None] = {}

    def area(self, x: float, y: float, width: float, height: float, *, margin: float = 0.0) -> Area:
        """Rows and columns of a rectangle in mm, within the mat."""
        return box(self.bare_known.shape, x, y, width, height, margin=margin)

    @cached_property
    def now(self) -> Look:
        """The mat now, prepared for comparison."""
        return look_at(self.image)

    @cached_property
    def light(self) -> Image:
        """How the light has changed since the mat was last read (``difference.light_between``)."""
        if self.before is None:
            return np.ones(self.image.shape, np.float32)
        return light_between(self.image, self.before)

    @cached_property
    def lamp(self) -> Image:
        """The light now, as compared with that of the bare mat, in which all is remembered."""
        if not self._open.any():
            return np.ones(self.image.shape, np.float32)
        return light_between(self.image, self.bare, self._open)

    def gain(self, mark: Stamp) -> Image:
        """The same about one piece: float32, one number a channel."""
        return np.asarray(self.lamp[mark.rows, mark.columns].mean((0, 1)))

    def look_of(self, mark: Stamp) -> Look:
        """A piece drawn so, as it looks in today's light, prepared for comparison."""
        return look_at(mark.image, np.broadcast_to(self.gain(mark), mark.image.shape))

    def apart_from(self, mark: Stamp) -> Image:
        """How much the mat differs now from a piece drawn so (which lies on the mat), where that lies."""
        return difference(self.now.part(mark.rows, mark.columns), self.look_of(mark))

    def remembered(self, pose: Pose) -> Image:
        """The patch of a piece lying so, in the light that all is remembered in."""
        patch = pose.cut(self.sheet)
        gain = self.gain(stamp(pose, patch))
        return unlit(patch, np.broadcast_to(gain, patch.shape))

    @cached_property
    def apart(self) -> Image:
        """How much the mat differs from when it was last read."""
        if self.before is None:
            return np.full(self.image.shape[:2], 2.0, np.float32)
        return difference(self.now, look_at(self.before, self.light))

    @cached_property
    def changed(self) -> Image:
        """Where it has changed since (bool)."""
        return changed(self.apart)

    def beside_piles(self) -> "Comparison":
        """The same as if nothing had changed where piles lie (``elsewhere``)."""
        return self.unchanged_at(self.elsewhere) if self.elsewhere.any() else self

    def unchanged_at(self, there: Image) -> "Comparison":
        """The same as if nothing had changed there (bool)."""
        other = copy(self)
        other.apart = np.where(there, np.float32(0), self.apart)
        other.changed = self.changed & ~there
        return other

    def as_before(self, sheet: Image, there: Image) -> "Comparison":
        """The same with another picture, in which nothing has changed there (bool), and none of it is remembered."""
        other = copy(self)
        other.sheet, other.changed, other.withheld = sheet, self.changed & ~there, there
        return other

    def is_of_pile(self, pose: Pose) -> bool:
        """Whether the middle of a piece that lies so is where a pile lies."""
        return bool(self.elsewhere[self.area(pose.x, pose.y, 1.0, 1.0)].any())

    def changed_since(self, sheet: Image) -> Image:
        """Where it has changed since another picture of it (bool)."""
        image = coarse(sheet)
        return changed(difference(self.now, look_at(image, light_between(self.image, image))))

    def share_changed(self, area: Area) -> float:
        """How much of an area has changed since the mat was last read (0..1)."""
        return float(self.changed[area].mean())

    @cached_property
    def not_bare(self) -> Image:
        """Where it looks otherwise than without a piece, as far as that is known (bool)."""
        return changed(difference(self.now, self._bare_now)) & self.bare_known

    @cached_property
    def _bare_now(self) -> Look:
        """The bare mat in the light of now."""
        return look_at(self.bare, self.lamp)

    @cached_property
    def _tint(self) -> Image:
        return tint(self.now, self._bare_now)

    def tinted(self, area: Area, sides: Sequence[Area], others: Sequence[Area]) -> float:
        """By how much an area has another tint than bare (log of a channel), beyond what the ``sides`` have.

        None of ``others`` counts. Of a mean over square centimetres noise hardly leaves anything, and a shadow is grey.
        """
        beside = np.logical_or.reduce([self._without(side, others) for side in sides]) & self.bare_known
        if not beside.any():
            return 0.0
        return float(np.abs(self._tint[area].mean((0, 1)) - self._tint[beside].mean(0)).max())

    def has_bare(self, area: Area, least: float = _KNOWN) -> bool:
        """Whether this area has been seen without a piece, or at ``least`` this share of it."""
        return bool(self.bare_known[area].mean() > least)

    @cached_property
    def _ground(self) -> Tones | None:
        """Colours of an open table (CIELAB) where nothing is known to lie, as it looks now; None: printed mats.

        A cloth has several: what lies beneath a piece may look like any of them.
        """
        # What was laid just now is not known to lie there yet; what is burnt out has no colour.
        ground = self._open & ~self.not_bare & ~burnt_out(self.image)
        return self._tones(ground) if ground.sum() >= _TONES else None

    def _tones(self, where: Image) -> Tones | None:
        """Colours (CIELAB) that an open table has there (bool); None: printed mats, or hardly anything of it."""
        if any(marker.corners is None for marker in self.markers) or where.sum() < _FEWEST_TONES:
            return None
        places = np.flatnonzero(where)
        lab = _toned(self.image).reshape(-1, 3)[places[:: max(1, len(places) // _TONES)]]
        return Tones(lab, _TONE, _OFTEN)

    @property
    def is_open_table(self) -> bool:
        """Whether the mat is a part of an open table whose colours are known."""
        return self._ground is not None

    @cached_property
    def like_table(self) -> Image:
        """Where the mat plainly has the colours of an open table where nothing lies (bool); nowhere on printed mats."""
        if self._ground is None:
            return np.zeros(self.bare_known.shape, bool)
        return _is_plainly_of(self._ground, self.image)

    def share_of_table(self, area: Area, where: Image | None = None) -> float:
        """How much of an area has the colours of an open table where nothing lies (0..1); 0 on printed mats.

        ``where``: the part of the area that is asked about (bool), else all of it.
        """
        if self._ground is None or (where is not None and not where.any()):
            return 0.0
        like = _is_plainly_of(self._ground, self.image[area])
        return float((like if where is None else like[where]).mean())

    def share_as_beside(self, area: Area, sides: Sequence[Area], others: Sequence[Area]) -> float:
        """How much of an area of an open table has colours that are often beside it, where none of ``others`` is.

        Of a cloth one of the ``sides`` may have but one check. 0 where too little is left of one, and on printed mats.
        """
        left = [self._without(side, others) for side in sides]
        if any(self._tones(side) is None for side in left):
            return 0.0
        tones = self._tones(np.logical_or.reduce(left))
        return 0.0 if tones is None else float(tones.among(_toned(self.image[area])).mean())

    def share_burnt_out(self, area: Area, others: Sequence[Area] = ()) -> float:
        """How much of an area is burnt out, where none of ``others`` is; 0 where none of it is left."""
        where = self._without(area, others)
        return float(burnt_out(self.image[where][None]).mean()) if where.any() else 0.0

    def _without(self, area: Area, others: Sequence[Area]) -> Image:
        """An area where none of ``others`` is (bool)."""
        where = np.zeros(self.bare_known.shape, bool)
        where[area] = True
        for other in others:
            where[other] = False
        return where

    def looks_like_table(self, mark: Stamp, least: float = _LIKE_TABLE) -> bool:
        """Whether an open table shows where a piece is said to lie, whatever lay there before.

        ``least``: the share of the piece that must have the table's colours.
        """
        mark = mark.within(self.bare_known.shape)
        if self._ground is None or not mark.mask.any():
            return False
        return float(_is_plainly_of(self._ground, self.image[mark.rows, mark.columns])[mark.mask].mean()) > least

    def looks_bare(self, mark: Stamp, most: float = _BARE) -> bool:
        """Whether the mat is known to look so where no piece lies as it does about one piece.

        ``most``: the share of the piece that may look otherwise.
        """
        unlike = self.unlike_bare(mark)
        return unlike is not None and unlike < most

    def unlike_bare(self, mark: Stamp) -> float | None:
        """The share of a piece's place that looks otherwise than without it; None: how it would is hardly known."""
        mark = mark.within(self.bare_known.shape)
        known = self.bare_known[mark.rows, mark.columns][mark.mask]
        if not known.size or known.mean() <= _KNOWN:
            return None
        return float(self.not_bare[mark.rows, mark.columns][mark.mask].mean())

    def share_not_bare(self, area: Area) -> float:
        """How much of an area looks otherwise than without a piece."""
        return float(self.not_bare[area].mean())


def _is_plainly_of(colours: Tones, picture: Image) -> Image:
    """Where a picture has such colours (bool) and is not burnt out: what is says nothing of its colour."""
    return np.asarray(colours.among(_toned(picture)) & ~burnt_out(picture))


def _toned(image: Image) -> Image:
    """CIELAB without the finest noise."""
    return cv2.cvtColor(cv2.GaussianBlur(image, (3, 3), 0), cv2.COLOR_BGR2LAB)
