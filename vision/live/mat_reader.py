"""Read one mat: all its zones from one rectified picture and what is remembered."""

import logging
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Literal, NamedTuple

import cv2
import numpy as np

from vision.geometry.difference import box, coarse
from vision.geometry.image import Image
from vision.geometry.photometric import unlit
from vision.live.comparison import Comparison
from vision.live.elsewhere import Elsewhere, corners_of, marked
from vision.live.memory import MatMemory
from vision.live.pieces import Piece, as_numbered
from vision.live.zones import READERS
from vision.live.zones.reader import NewTrack
from vision.recognition.library import Library
from vision.recognition.naming import Recogniser
from vision.sighting import Marker, Zone

_LOG = logging.getLogger(__name__)

Again = Literal["", "better", "pushed"]
"""``better``: the same still moment in a better picture, so all pieces are named anew. ``pushed``: the mat was."""

_TRIFLE = 20
"""So few mm² of change are noise: a twentieth of the smallest token."""
_AROUND_PIECES = 7
"""mm (a square's side): so close to a piece the bare mat is not learned, its shadow and its edge reach there."""
_MOSTLY = 0.5
"""Share of what has changed."""
_BESIDE_ZONES = 12.0
"""mm: so far beside a zone its reader looks, the edge of a card that lies across its border."""


class Drafted(NamedTuple):
    """What was read of a mat a moment ago, from another rectified picture of it: the pieces by zone (name)."""

    sheet: Image
    pieces: Mapping[str, tuple[Piece, ...]]


class MatReader:
    """Updates a mat's memory from a picture of it: each zone by the reader of its kind."""

    def __init__(self, library: Library, recogniser: Recogniser) -> None:
        self._readers = {kind: reader(library, recogniser) for kind, reader in READERS.items()}

    @property
    def waiting(self) -> frozenset[str]:
        """The zones (names) that are to be looked at more closely when nobody waits."""
        return frozenset().union(*(reader.waiting for reader in self._readers.values()))

    def update(
        self,
        memory: MatMemory,
        sheet: Image,
        zones: Sequence[Zone],
        new_track: NewTrack,
        again: Again,
        *,
        markers: Sequence[Marker],
        elsewhere: Sequence[Elsewhere] = (),
        touched: Container[str] | None = None,
        withheld: Container[str] = (),
        no_hand: Image | None = None,
        drafted: Drafted | None = None,
        waited_for: bool = False,
    ) -> Callable[[], None] | None:
        """Read the zones; ``again``: what the picture has to do with the one before.

        ``markers``: those printed on the mat. ``elsewhere``: places of other mats that reach onto it. ``touched``: the
        zones (names) over which something has moved since; the others lie as they lay. None: all. ``withheld``: zones
        that must not be read now (they are not among the touched), nor be remembered as they look. ``no_hand``: as
        ``Comparison``. ``drafted``: zones that look as they did then are not read again.

        An error while a zone is read is logged and sets it aside (``MatMemory.set_aside``); the others are read.

        Where it is ``waited_for`` learning how the mat looks now is left to be done, before it is read again: returned.
        """
        if memory.sheet is None:
            _beside_zones(memory, sheet, zones)
        comparison = _compared(memory, sheet, zones, again, markers, idle=touched is None, no_hand=no_hand)
        comparison.elsewhere = _piles(memory.bare_known.shape, zones, elsewhere)
        theirs = marked(memory.bare_known.shape, (one.corners for one in elsewhere if not one.pile))
        new = frozenset(zone.name for zone in zones if zone.name not in memory.pieces)
        once_more = memory.first_seen if again == "better" else frozenset[str]()
        memory.first_seen = new
        done = _as_drafted(drafted, comparison, zones)
        lying = _Lying(memory, _slots(zones))
        for zone in (*(zone for zone in zones if zone.kind != "slot"), *_slots(zones)):
            before = memory.pieces.get(zone.name)
            if zone.kind == "slot":
                comparison.above, comparison.below = lying.about(before or ())
                comparison.bared = lying.bared
            once = zone.kind == "spread" and zone.name in once_more and bool(before)
            if zone.name in done:
                memory.pieces[zone.name] = done[zone.name]
            elif before is None or once or touched is None or zone.name in touched:
                with _setting_aside(memory, zone):
                    if before is None or once or zone.name in memory.set_aside:
                        found = self._first_look(zone, memory, comparison, new_track, once_more=once)
                    else:
                        if zone.kind == "spread":
                            comparison.beside = _beside(zone, zones, comparison, theirs)
                        found = self._next_look(zone, before, comparison, new_track)
                    memory.pieces[zone.name] = found
            if zone.kind == "slot":
                lying.read(before or (), memory.pieces[zone.name])
        resting = _without(comparison, memory, [zone for zone in zones if zone.name in withheld])
        memory.sheet = resting.sheet
        memory.stale |= resting.changed
        at_once = touched is None or bool(new) or bool(again)
        return self._left_to_learn(memory, resting, zones, at_once=at_once, waited_for=waited_for)

    def _left_to_learn(
        self, memory: MatMemory, comparison: Comparison, zones: Sequence[Zone], *, at_once: bool, waited_for: bool
    ) -> Callable[[], None] | None:
        """How the mat looks now is learned, or left for when nobody waits: returned."""
        if not at_once and comparison.changed.sum() < _TRIFLE:
            # A hand has only passed over it: the bare mat is looked at when it is reviewed.
            return None
        if not at_once and waited_for:
            return partial(self._learn, memory, comparison, zones)
        self._learn(memory, comparison, zones)
        return None

    def _first_look(
        self, zone: Zone, memory: MatMemory, now: Comparison, new_track: NewTrack, *, once_more: bool
    ) -> tuple[Piece, ...]:
        """A zone that was never read: whatever was taken for bare mat there may have been pieces.

        What lay there already keeps its track; of a zone that is read ``once_more`` wherever it lies.
        """
        memory.bare_known[box(memory.bare_known.shape, zone.x, zone.y, zone.width, zone.height)] = False
        uncovered = np.zeros_like(memory.bare_known)
        comparison = Comparison(now.sheet, None, memory.bare, memory.bare_known, uncovered, markers=now.markers)
        comparison.above, comparison.below, comparison.elsewhere = now.above, now.below, now.elsewhere
        found = self._readers[zone.kind].read(zone, comparison, None, new_track)
        known = memory.pieces.get(zone.name, ())
        return as_numbered(found, known if once_more else _still_there(known, found))

    def _next_look(
        self, zone: Zone, before: Sequence[Piece], comparison: Comparison, new_track: NewTrack
    ) -> tuple[Piece, ...]:
        """A zone that was read before, without what belongs to others."""
        found = self._readers[zone.kind].read(zone, comparison, before, new_track)
        return _its_own(zone, found, before, comparison)

    def _learn(self, memory: MatMemory, comparison: Comparison, zones: Sequence[Zone]) -> None:
        """How pieces look now; where none lies the bare mat, if it is not known yet or looks otherwise now."""
        for zone in zones:
            if zone.name not in memory.set_aside:
                with _setting_aside(memory, zone):
                    pieces = self._readers[zone.kind].renew(zone, comparison, memory.pieces[zone.name])
                    memory.pieces[zone.name] = pieces
        free = (
            cv2.dilate(_covered(memory, zones).astype(np.uint8), np.ones((_AROUND_PIECES, _AROUND_PIECES), np.uint8))
            == 0
        ) & ~comparison.withheld
        new = free if comparison.remeasured else free & (comparison.not_bare | ~memory.bare_known)
        if new.any():
            memory.bare[new] = unlit(comparison.image[new], comparison.lamp[new])
            memory.bare_known |= new
        memory.stale |= new


def _without(comparison: Comparison, memory: MatMemory, withheld: Sequence[Zone]) -> Comparison:
    """The same as if these zones looked as they did when they were last read."""
    if not withheld or memory.sheet is None:
        return comparison
    sheet, there = comparison.sheet.copy(), np.zeros_like(memory.bare_known)
    for zone in withheld:
        there[comparison.area(zone.x, zone.y, zone.width, zone.height)] = True
    fine = cv2.resize(there.astype(np.uint8), sheet.shape[1::-1], interpolation=cv2.INTER_NEAREST) > 0
    sheet[fine] = memory.sheet[fine]
    return comparison.as_before(sheet, there)


@contextmanager
def _setting_aside(memory: MatMemory, zone: Zone) -> Iterator[None]:
    """An error in here sets the zone aside: what was known of it is kept, the other zones are read.

    Logged when it begins: the next look may end in the same error.
    """
    try:
        yield
    except Exception:  # noqa: BLE001 - whatever it is, it is logged, and the other zones are read
        if zone.name not in memory.set_aside:
            _LOG.exception("%s could not be read: it is set aside and looked at anew", zone.name)
        memory.pieces.setdefault(zone.name, ())
        memory.set_aside |= {zone.name}
    else:
        memory.set_aside -= {zone.name}


def _compared(
    memory: MatMemory,
    sheet: Image,
    zones: Sequence[Zone],
    again: Again,
    markers: Sequence[Marker],
    *,
    idle: bool,
    no_hand: Image | None,
) -> Comparison:
    """A picture of a mat beside what is remembered of it."""
    comparison = Comparison(
        sheet,
        memory.sheet,
        memory.bare,
        memory.bare_known,
        _covered(memory, zones),
        markers=markers,
        reread=again == "better",
        remeasured=again == "pushed",
        idle=idle,
    )
    if no_hand is not None:
        comparison.no_hand = no_hand
    return comparison


def _as_drafted(
    drafted: Drafted | None, comparison: Comparison, zones: Sequence[Zone]
) -> Mapping[str, tuple[Piece, ...]]:
    """The pieces of the zones that look as they did when they were drafted (by name)."""
    if drafted is None:
        return {}
    changed = comparison.changed_since(drafted.sheet)
    areas = {
        zone.name: comparison.area(zone.x, zone.y, zone.width, zone.height, margin=_BESIDE_ZONES)
        for zone in zones
        # Whether a pile's top is another card of the same face is told by a part of a mm, and read at once.
        if zone.name in drafted.pieces and zone.kind != "pile"
    }
    return {name: drafted.pieces[name] for name, area in areas.items() if changed[area].sum() < _TRIFLE}


def _still_there(before: Sequence[Piece], found: Sequence[Piece]) -> Sequence[Piece]:
    """Those of which the face is found still: another one in the same place has come unseen."""
    faces = {piece.face for piece in found}
    return [piece for piece in before if piece.face in faces]


def _piles(shape: tuple[int, ...], zones: Sequence[Zone], elsewhere: Sequence[Elsewhere]) -> Image:
    """Where piles lie on a mat, its own and others' (bool)."""
    mine = (corners_of(zone) for zone in zones if zone.kind == "pile")
    return marked(shape, (*mine, *(one.corners for one in elsewhere if one.pile)))


def _beside(zone: Zone, zones: Sequence[Zone], comparison: Comparison, theirs: Image) -> Image:
    """Where other places than this one are (bool). ``theirs``: where those of other mats are.

    A city's border that was dragged may reach over a place beside it.
    """
    beside = theirs.copy()
    for other in zones:
        if other is not zone and other.kind != "slot":
            beside[comparison.area(other.x, other.y, other.width, other.height)] = True
    return beside


def _its_own(
    zone: Zone, found: tuple[Piece, ...], before: Sequence[Piece], comparison: Comparison
) -> tuple[Piece, ...]:
    """What is found in a zone; of a city not what has come without a name to where another place is."""
    known = {piece.track for piece in before}
    strange = [piece for piece in found if not piece.faces and piece.track not in known]
    if zone.kind != "spread" or not strange:
        return found
    others = {piece.track for piece in strange if _mostly(comparison.beside, piece, comparison.changed)}
    return tuple(piece for piece in found if piece.track not in others)


def _mostly(there: Image, piece: Piece, changed: Image) -> bool:
    """Whether most of what has changed where a piece lies is there (bool)."""
    mark = piece.stamp.within(changed.shape)
    mine = changed[mark.rows, mark.columns] & mark.mask
    return bool(mine.any() and there[mark.rows, mark.columns][mine].mean() > _MOSTLY)


def _beside_zones(memory: MatMemory, sheet: Image, zones: Sequence[Zone]) -> None:
    """A sheet that was never seen: beside all zones nothing lies, so there it looks as it does without pieces."""
    beside = ~memory.bare_known
    for zone in zones:
        beside[box(beside.shape, zone.x, zone.y, zone.width, zone.height, margin=_AROUND_PIECES)] = False
    memory.bare[beside] = coarse(sheet)[beside]
    memory.bare_known |= beside


def _covered(memory: MatMemory, zones: Sequence[Zone]) -> Image:
    """Where pieces lie, as far as known (bool, one pixel a mm)."""
    covered = np.zeros(memory.bare_known.shape, bool)
    for zone in zones:
        _mark(covered, memory.pieces.get(zone.name, ()))
    return covered


def _mark(covered: Image, pieces: Sequence[Piece]) -> None:
    for piece in pieces:
        mark = piece.stamp.within(covered.shape)
        covered[mark.rows, mark.columns] |= mark.mask


class _Lying:
    """Cards on one another, read from the uppermost down.

    ``above``: where those read so far lie, ``bared``: where others lay that are gone (bool).
    """

    def __init__(self, memory: MatMemory, slots: Sequence[Zone]) -> None:
        self.above = np.zeros(memory.bare_known.shape, bool)
        self.bared = np.zeros(memory.bare_known.shape, bool)
        self._not_read = np.zeros(memory.bare_known.shape, np.int16)
        for zone in slots:
            self._add(memory.pieces.get(zone.name, ()), 1)

    def about(self, before: Sequence[Piece]) -> tuple[Image, Image]:
        """Where others lie over and under the next slot; ``before``: what was remembered of it."""
        self._add(before, -1)
        return self.above, self._not_read > 0

    def read(self, before: Sequence[Piece], now: Sequence[Piece]) -> None:
        """A slot was read: what lay there ``before``, and what does now."""
        _mark(self.above, now)
        there = {piece.track for piece in now}
        _mark(self.bared, [piece for piece in before if piece.track not in there])

    def _add(self, pieces: Sequence[Piece], count: int) -> None:
        for piece in pieces:
            mark = piece.stamp.within(self._not_read.shape)
            self._not_read[mark.rows, mark.columns] += (count * mark.mask).astype(np.int16)


def _slots(zones: Sequence[Zone]) -> Sequence[Zone]:
    """Those whose cards lie on one another, the uppermost first."""
    return [zone for zone in reversed(zones) if zone.kind == "slot"]
