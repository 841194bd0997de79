"""Zones of printed spots and piles: at most one visible piece on each."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from vision.alignment import align
from vision.difference import box
from vision.fresh import Fresh
from vision.image import Image
from vision.kinds import Size
from vision.library import Library
from vision.naming import SURE, Named, around, name_piece
from vision.pieces import Piece, Pose
from vision.recognise import Recogniser
from vision.scenery import Scenery
from vision.sighting import Spot, Zone

_OCCUPIED = 0.5
_STRANGE_SHARE = 0.25
_UNTOUCHED_SHARE = 0.02
_SIZE_TOLERANCE = 0.22
_PILE_SHIFT_MM = 0.15
_PILE_TURN = 0.12
_SAME_PICTURE = 0.85


class _Place(NamedTuple):
    """One spot of a zone."""

    zone: Zone
    number: int
    spot: Spot


class SpotReader:
    """Reads what lies on the spots of a zone; needs no history, but uses it."""

    def __init__(self, library: Library, recogniser: Recogniser) -> None:
        self._library = library
        self._recogniser = recogniser

    def read(
        self, zone: Zone, scene: Scenery, before: Mapping[int, Piece], fresh: Fresh
    ) -> dict[int, Piece]:
        """The piece on each occupied spot, by the spot's number. ``before``: the same, a moment ago."""
        found = {}
        for number, spot in enumerate(zone.spots):
            piece = self._spot(_Place(zone, number, spot), scene, before.get(number), fresh)
            if piece is not None:
                found[number] = piece
        return found

    def _spot(self, place: _Place, scene: Scenery, before: Piece | None, fresh: Fresh) -> Piece | None:
        zone, number, spot = place
        area = box(spot.x - spot.width / 2, spot.y - spot.height / 2, spot.width, spot.height, 2.0)
        pile = zone.kind == "pile"
        # Of a pile's top, cards with the same back differ by a hair's breadth: always looked at closely.
        if scene.has_history and not pile and scene.share_changed(area) < _UNTOUCHED_SHARE and not scene.look_again:
            return before
        if before is None and scene.has_bare(area) and scene.share_not_bare(area) < _UNTOUCHED_SHARE:
            return None
        start = Pose(spot.x, spot.y, 0.0, spot.width, spot.height)
        candidates = self.candidates(zone, spot)
        named = self._still_there(scene.sheet, before, candidates) if before else None
        if named is None:
            named = self.name(scene.sheet, start, candidates, pile=pile)
        if named.certainty >= _OCCUPIED:
            return self._occupied(place, named, scene, before, fresh)
        strange = scene.has_bare(area) and scene.share_not_bare(area) > _STRANGE_SHARE
        if not strange:
            return None
        patch = start.cut(scene.sheet)
        same = before is not None and not before.faces
        return Piece(before.track if same and before else fresh(), start, (), patch, number)

    def _occupied(self, place: _Place, named: Named, scene: Scenery, before: Piece | None, fresh: Fresh) -> Piece:
        zone, number, _ = place
        patch = named.pose.cut(scene.sheet)
        if before is None or before.face != named.faces[0].face:
            return Piece(fresh(), named.pose, named.faces, patch, number)
        if zone.kind == "pile" and self._shifted(before, scene.sheet):
            return Piece(fresh(), named.pose, named.faces, patch, number)
        # The same piece as before keeps the place and picture it was first seen with: were they renewed
        # each time, a slow drift could hide a change.
        return before.with_faces(named.faces)

    def _shifted(self, before: Piece, sheet: Image) -> bool:
        """Does another card of the same face lie there? Cards are never laid exactly on each other."""
        now = before.pose.cut(sheet)
        if now.shape != before.patch.shape:
            return True
        shift = align(before.patch, now)
        return (
            shift.agreement < _SAME_PICTURE
            or float(np.hypot(shift.dx, shift.dy)) > _PILE_SHIFT_MM
            or abs(shift.turn) > _PILE_TURN
        )

    def _still_there(self, sheet: Image, before: Piece, candidates: Sequence[str]) -> Named | None:
        """The piece named anew where it was; None where it is not plainly the same one."""
        if not before.faces:
            return None
        named = name_piece(sheet, [before.pose], candidates, self._recogniser)
        same = named.faces and named.faces[0].face == before.face and named.certainty >= _OCCUPIED
        return named if same else None

    def name(self, sheet: Image, start: Pose, candidates: Sequence[str], *, pile: bool) -> Named:
        """What lies about this place, tried in a few displacements."""
        named = name_piece(sheet, [start], candidates, self._recogniser)
        if named.certainty < SURE:
            named = name_piece(sheet, around(start, 1.6), candidates, self._recogniser)
        if named.certainty < SURE:
            turns = (-5.0, -2.5, 0.0, 2.5, 5.0)
            named = name_piece(sheet, around(named.pose, 1.4, 1, turns), candidates, self._recogniser)
        if named.certainty < _OCCUPIED and pile:
            turned = start._replace(turn=start.turn + 180)
            other = name_piece(sheet, around(turned, 1.6), candidates, self._recogniser)
            named = max(named, other, key=lambda one: one.certainty)
        return named

    def candidates(self, zone: Zone, spot: Spot) -> tuple[str, ...]:
        """The zone's faces that fit on this spot."""
        fitting = [face for face in zone.faces if _fits(self._library.size_of(face), spot)]
        return tuple(fitting) or zone.faces


def _fits(size: Size | None, spot: Spot) -> bool:
    if size is None:
        return True
    apart = np.abs(np.log([size[0] / spot.width, size[1] / spot.height]))
    return bool((apart < _SIZE_TOLERANCE).all())
