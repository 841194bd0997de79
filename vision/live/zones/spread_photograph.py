"""Zones in which a change has left something unexplained: a photograph of them tells what is missing.

Cards that are laid down together show a strip each, which no single new piece explains.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import cached_property
from itertools import count
from threading import Thread, main_thread

import cv2
import numpy as np

from vision.geometry.difference import Area
from vision.geometry.image import Image
from vision.geometry.plane import PX_PER_MM
from vision.live.comparison import Comparison
from vision.live.layers import Explanation
from vision.live.pieces import Piece, as_numbered, stamp
from vision.live.zones.reader import NewTrack
from vision.live.zones.spread_strips import STRIP_AREA
from vision.recognition.displacements import SURE, Named
from vision.recognition.library import Library
from vision.recognition.naming import certainty
from vision.sighting import Zone
from vision.stills.photograph import StillReader

_TAKEN_UP = 4
"""Pieces: few payments are as dear."""
_APART = 0.6
"""What a mm² leaves unexplained where something else lies; 1: as much as can be."""
_SOLID = 7
"""mm: an unexplained part of a card is as wide as its strip; what is left along edges and in its shadow is narrower
(of 64 changes in cruel light that were explained none left a mm² this wide, but 50 left 250 mm² and more in all)."""


class Photographs:
    """Reads zones like photographs. Learning how all faces look in one takes seconds, and most games need none.

    ``shows_print``: whether a piece's lines are where it is said to lie on a sheet (``Placing.shows_print``).
    """

    def __init__(self, library: Library, shows_print: Callable[[Image, Named], bool]) -> None:
        self._library, self._shows_print = library, shows_print
        self._unexplained: dict[str, Image] = {}
        self._learning: Thread | None = None

    @cached_property
    def reader(self) -> StillReader:
        """What reads them."""
        return StillReader(self._library, px_per_mm=PX_PER_MM)

    @property
    def waiting(self) -> frozenset[str]:
        """The zones (names) that are to be read so when nobody waits; none while it is still being learned."""
        ready = self._learning is not None and not self._learning.is_alive()
        return frozenset(self._unexplained) if ready else frozenset()

    def note(self, zone: Zone, comparison: Comparison, best: Explanation, area: Area) -> None:
        """A zone has changed (in this ``area`` of its sheet), and ``best`` explains it; what is left is kept.

        With the first one of which enough is left it begins to be learned. Or when so many pieces have gone that they
        were hardly paid: they will be laid down again.
        """
        left = self._left(zone, comparison, best, area)
        if (known := self._unexplained.pop(zone.name, None)) is not None:
            known[area] = False
            left |= known
        if enough := float(left.sum()) >= STRIP_AREA:
            self._unexplained[zone.name] = left
        if (enough or len(best.gone) >= _TAKEN_UP) and self._learning is None:
            self._learning = Thread(target=self._learn, name="photographs")
            self._learning.start()

    def _learn(self) -> None:
        """While the process lives. It waits for this thread: one that Python ends inside OpenCV aborts the process."""
        self.reader.prepare(main_thread().is_alive)

    def _left(self, zone: Zone, comparison: Comparison, best: Explanation, area: Area) -> Image:
        """Where a change leaves enough unexplained, or something without a name lies, and no other place is (bool).

        Or something whose print is not found there: it was placed amid the change that two have made, one on another.
        """
        apart = (best.apart > _APART).astype(np.uint8)
        left = np.zeros(comparison.apart.shape, bool)
        left[area] = cv2.morphologyEx(apart, cv2.MORPH_OPEN, np.ones((_SOLID, _SOLID), np.uint8)) > 0
        enrolled = self._library.faces
        named = [one for one in best.new if one.faces and one.faces[0].face in enrolled]
        amiss = [one.pose for one in named if not self._shows_print(comparison.sheet, one)]
        if all(face in enrolled for face in zone.faces):
            amiss += [one.pose for one in best.new if not one.faces]
        for pose in amiss:
            mark = stamp(pose, pose.cut(comparison.sheet)).within(left.shape)
            left[mark.rows, mark.columns] |= mark.mask
        mine = np.zeros_like(left)
        mine[comparison.area(zone.x, zone.y, zone.width, zone.height)] = True
        return np.asarray(left & mine & ~comparison.beside)

    def looked_over(
        self, zone: str, pieces: tuple[Piece, ...], look: Callable[[NewTrack], tuple[Piece, ...]], new_track: NewTrack
    ) -> tuple[Piece, ...]:
        """The pieces of a zone that waited, and those beneath them, if a first ``look`` at it finds all and more.

        More is what is surely named and shows where something was left unexplained. What has no name and lies about
        where such a one is found was a part of it.
        """
        left = self._unexplained.pop(zone)
        named, known = [piece for piece in pieces if piece.faces], {piece.track for piece in pieces}
        # A look that finds nothing uses up no number.
        numbered = as_numbered(look(count(-1, -1).__next__), named)
        more = [one for one in numbered if one.track not in known and certainty(one.faces) > SURE and _shows(one, left)]
        kept = known | {one.track for one in more}
        found = [one for one in numbered if one.track in kept]
        missed = Counter(piece.face for piece in named) - Counter(piece.face for piece in found)
        if missed or len(found) <= len(named):
            return pieces
        found = [one if one.track in known else replace(one, track=new_track()) for one in found]
        strange = [piece for piece in pieces if not piece.faces]
        return (*found, *(one for one in strange if not any(_lies_about(one, piece) for piece in more)))


def _shows(piece: Piece, left: Image) -> bool:
    """Whether a piece lies where a strip's area was left unexplained."""
    mark = piece.stamp.within(left.shape)
    return float((left[mark.rows, mark.columns] & mark.mask).sum()) >= STRIP_AREA


def _lies_about(one: Piece, other: Piece) -> bool:
    """Whether the middle of one piece may lie on another."""
    return one.pose.distance(other.pose) < other.pose.height / 2
