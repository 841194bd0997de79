"""Read one mat: all its zones from one rectified picture and what is remembered."""

from collections.abc import Container, Sequence
from typing import Literal

import cv2
import numpy as np

from vision.geometry.difference import box
from vision.geometry.image import Image
from vision.geometry.photometric import unlit
from vision.live.comparison import Scenery
from vision.live.layers import owners, stamps_of
from vision.live.memory import MatMemory
from vision.live.pieces import Piece
from vision.live.tracks import Fresh
from vision.live.zones.spots import SpotReader
from vision.live.zones.spread import SpreadReader, refreshed
from vision.live.zones.turned_tokens import Turned
from vision.recognition.displacements import Placing
from vision.recognition.library import Library
from vision.recognition.naming import Recogniser, certainty
from vision.sighting import Marker, Zone

Again = Literal["", "better", "pushed"]
"""``better``: the same still moment in a better picture, so all pieces are named anew. ``pushed``: the mat was."""


_WHOLE = 0.97
_TRIFLE = 20
"""So few mm² of change are noise."""


class MatReader:
    """Updates a mat's memory from a picture of it."""

    def __init__(self, library: Library, recogniser: Recogniser) -> None:
        self._recogniser = recogniser
        self._spots = SpotReader(recogniser, Turned(library, recogniser).poses, Placing(library, recogniser))
        self._spread = SpreadReader(library, recogniser)

    def read(
        self,
        memory: MatMemory,
        sheet: Image,
        zones: Sequence[Zone],
        fresh: Fresh,
        again: Again,
        *,
        markers: Sequence[Marker],
        touched: Container[str] | None = None,
    ) -> None:
        """Read the zones; ``again``: what the picture has to do with the one before.

        ``markers``: those printed on the mat. ``touched``: the zones (names) over which something has moved since; the
        others lie as they lay. None: all.
        """
        scene = Scenery(
            sheet,
            memory.sheet,
            memory.bare,
            memory.bare_known,
            _covered(memory, zones),
            markers=markers,
            look_again=again == "better",
            remeasured=again == "pushed",
        )
        known = all(zone.name in memory.pieces for zone in zones)
        for zone in zones:
            if zone.name not in memory.pieces:
                self._read_new(zone, memory, sheet, markers, fresh)
                continue
            if touched is not None and zone.name not in touched:
                continue
            before = memory.pieces[zone.name]
            if zone.kind == "spread":
                memory.pieces[zone.name] = self._read_spread(zone, scene, before, fresh)
            else:
                lying = {piece.spot: piece for piece in before if piece.spot is not None}
                found = self._spots.read(zone, scene, lying, fresh)
                memory.pieces[zone.name] = tuple(found[spot] for spot in sorted(found))
        waited_for = touched is not None and known and not again
        if waited_for and scene.changed.sum() < _TRIFLE:
            # A hand has only passed over it: how the bare mat looks now is for when nobody waits.
            memory.sheet = scene.sheet
            memory.stale |= scene.changed
        else:
            self._remember(memory, scene, zones)

    def _read_new(self, zone: Zone, memory: MatMemory, sheet: Image, markers: Sequence[Marker], fresh: Fresh) -> None:
        """A zone that was never read: whatever was taken for bare mat there may have been pieces."""
        memory.bare_known[box(memory.bare_known.shape, zone.x, zone.y, zone.width, zone.height)] = False
        uncovered = np.zeros_like(memory.bare_known)
        scene = Scenery(sheet, None, memory.bare, memory.bare_known, uncovered, markers=markers)
        if zone.kind == "spread":
            memory.pieces[zone.name] = self._spread.read_new(zone, scene, fresh)
        else:
            found = self._spots.read(zone, scene, {}, fresh)
            memory.pieces[zone.name] = tuple(found[spot] for spot in sorted(found))

    def _read_spread(self, zone: Zone, scene: Scenery, before: tuple[Piece, ...], fresh: Fresh) -> tuple[Piece, ...]:
        pieces = self._spread.read(zone, scene, before, fresh)
        # What nobody could name and what now looks like the bare mat was never there.
        pieces = tuple(piece for piece in pieces if piece.faces or not scene.looks_bare(piece.stamp))
        if not scene.look_again or all(piece.sure for piece in pieces):
            return pieces
        owner = owners(stamps_of(pieces), scene.bare_known.shape)
        return tuple(
            piece if piece.sure or not _open(piece, index, owner) else self._named_again(piece, zone, scene)
            for index, piece in enumerate(pieces)
        )

    def _named_again(self, piece: Piece, zone: Zone, scene: Scenery) -> Piece:
        """The same piece named by a better picture, if that says more."""
        named = self._spread.name(scene.sheet, piece.pose, zone.faces)
        if named.certainty <= certainty(piece.faces):
            return piece
        return Piece(piece.track, named.pose, named.faces, scene.remembered(named.pose))

    def _remember(self, memory: MatMemory, scene: Scenery, zones: Sequence[Zone]) -> None:
        """Keep the new picture; where no piece lies the bare mat, if it is not known yet or looks otherwise now."""
        for zone in zones:
            if zone.kind == "spread" and scene.changed[scene.area(zone.x, zone.y, zone.width, zone.height)].any():
                pieces = memory.pieces[zone.name]
                owner = owners(stamps_of(pieces), scene.bare_known.shape)
                memory.pieces[zone.name] = tuple(
                    refreshed(piece, index, owner, scene) for index, piece in enumerate(pieces)
                )
        free = cv2.dilate(_covered(memory, zones).astype(np.uint8), np.ones((7, 7), np.uint8)) == 0
        new = free if scene.remeasured else free & (scene.not_bare | ~memory.bare_known)
        if new.any():
            memory.bare[new] = unlit(scene.image[new], scene.lamp[new])
            memory.bare_known |= new
        memory.sheet = scene.sheet
        memory.stale |= scene.changed | new


def _open(piece: Piece, index: int, owner: Image) -> bool:
    """Whether nothing lies on a piece (``owner``: see ``layers.owners``)."""
    mark = piece.stamp.within(owner.shape)
    return bool((owner[mark.rows, mark.columns][mark.mask] == index).mean() > _WHOLE)


def _covered(memory: MatMemory, zones: Sequence[Zone]) -> Image:
    """Where pieces lie, as far as known (bool, one pixel a mm)."""
    covered = np.zeros(memory.bare_known.shape, bool)
    for zone in zones:
        for piece in memory.pieces.get(zone.name, ()):
            mark = piece.stamp.within(covered.shape)
            covered[mark.rows, mark.columns] |= mark.mask
    return covered
