"""Zones of printed spots and piles: at most one visible piece on each."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from vision.geometry.alignment import Shift, align, uncovered
from vision.geometry.difference import Area
from vision.geometry.image import Image
from vision.geometry.pose import Pose
from vision.live.comparison import Scenery
from vision.live.pieces import Piece
from vision.live.tracks import Fresh
from vision.recognition.displacements import SURE, Named, around, name_piece
from vision.recognition.naming import Recogniser
from vision.recognition.paper import is_printed
from vision.sighting import Spot, Zone

_OCCUPIED = 0.5
_STRANGE_SHARE = 0.25
_UNTOUCHED_SHARE = 0.02
_EMPTY_SHARE = 0.2
"""Faint print trembles in the noise and a neighbour's edge may reach in; a piece changes far more."""
_COVERED_SHARE = 0.4
_PILE_SHIFT_MM = 0.15
_PILE_TURN = 0.12
_SAME_PICTURE = 0.8
_ITSELF = 0.96
_REMEASURED = 5.0
_SMALL_MM = 40.0
_CLIPPED = 245
_BURNT_SHARE = 0.2


class _Place(NamedTuple):
    """One spot of a zone."""

    zone: Zone
    number: int
    spot: Spot

    def area(self, scene: Scenery) -> Area:
        """The spot with a margin, at one pixel a mm."""
        spot = self.spot
        return scene.area(spot.x - spot.width / 2, spot.y - spot.height / 2, spot.width, spot.height, margin=2.0)

    @property
    def pose(self) -> Pose:
        """A piece that lies exactly on the spot."""
        return Pose(self.spot.x, self.spot.y, 0.0, self.spot.width, self.spot.height)


Placed = Callable[[Image, Named, Sequence[str]], Named]
"""Corrects where a piece lies that was named roughly in its place (``naming.Placing``)."""
Turns = Callable[[Image, Pose, Sequence[str]], list[Pose]]
"""Asked with a sheet, a spot and the faces that may lie there: the poses of a round token, best first; else none."""


class SpotReader:
    """Reads what lies on the spots of a zone; needs no history, but uses it."""

    def __init__(self, recogniser: Recogniser, turns: Turns, placed: Placed) -> None:
        self._recogniser = recogniser
        self._turns = turns
        self._placed = placed

    def read(self, zone: Zone, scene: Scenery, before: Mapping[int, Piece], fresh: Fresh) -> dict[int, Piece]:
        """The piece on each occupied spot, by the spot's number. ``before``: the same, a moment ago."""
        found = {}
        for number, spot in enumerate(zone.spots):
            piece = self._spot(_Place(zone, number, spot), scene, before.get(number), fresh)
            if piece is not None:
                found[number] = piece
        return found

    def _spot(self, place: _Place, scene: Scenery, before: Piece | None, fresh: Fresh) -> Piece | None:
        zone, _, spot = place
        area, start = place.area(scene), place.pose
        pile = zone.kind == "pile"
        # Of a pile's top, cards with the same back differ by a hair's breadth: always looked at closely.
        if scene.has_history and before is not None and pile and before.sure and not self._shifted(before, scene):
            return before
        untouched = scene.has_history and not pile and scene.share_changed(area) < _UNTOUCHED_SHARE
        if untouched and (not scene.look_again or (before is not None and before.sure)):
            return before
        has_bare = scene.has_bare(area)
        empty = scene.share_not_bare(area) < _EMPTY_SHARE if has_bare else not is_printed(start.cut(scene.sheet))
        if empty and (before is None or (is_printed(before.patch) and not _is_burnt_out(start.cut(scene.sheet)))):
            # Plain paper, or the mat as it is without a piece, need not be shown to anybody.
            return None
        candidates = spot.faces or zone.faces
        named = self._still_there(scene.sheet, before, candidates) if before else None
        if named is None:
            named = self.name(scene.sheet, start, candidates, pile=pile)
        if named.certainty >= _OCCUPIED:
            return self._occupied(place, named, scene, before, fresh)
        return self._unnamed(place, scene, before, fresh)

    def _unnamed(self, place: _Place, scene: Scenery, before: Piece | None, fresh: Fresh) -> Piece | None:
        """What lies on a spot where nothing can be named: what lay there before, a stranger, nothing."""
        zone, number, _ = place
        area, start = place.area(scene), place.pose
        if before is not None and before.faces and zone.kind != "pile" and scene.share_changed(area) < _COVERED_SHARE:
            # Most of it looks as before: a neighbour covers its edge.
            return before
        patch = start.cut(scene.sheet)
        if before is not None and zone.kind != "pile" and _is_burnt_out(patch):
            # A reflection hides it: it lies there until it is seen to have gone.
            return before
        strange = scene.share_not_bare(area) > _STRANGE_SHARE if scene.has_bare(area) else is_printed(patch)
        if not strange:
            return None
        if before is not None and not before.faces and not self._shifted(before, scene):
            return before
        return Piece(fresh(), start, (), patch, number)

    def _occupied(self, place: _Place, named: Named, scene: Scenery, before: Piece | None, fresh: Fresh) -> Piece:
        zone, number, _ = place
        patch = named.pose.cut(scene.sheet)
        if before is not None and zone.kind != "pile" and self._doubted(named, before, scene):
            return before
        if before is None or before.face != named.faces[0].face:
            return Piece(fresh(), named.pose, named.faces, patch, number)
        if zone.kind == "pile" and self._shifted(before, scene):
            return Piece(fresh(), named.pose, named.faces, patch, number)
        if scene.remeasured:
            return Piece(before.track, before.pose, named.faces, before.pose.cut(scene.sheet), number)
        # The same piece as before keeps the place and picture it was first seen with: were they renewed
        # each time, a slow drift could hide a change.
        return before.with_faces(named.faces)

    def _shifted(self, before: Piece, scene: Scenery) -> bool:
        """Does another card of the same face lie there? Cards are never laid exactly on each other."""
        shift = _compared(before, scene)
        if shift is None:
            return True
        # A card that lies still agrees with itself to 0.99; half the shift is enough where it does not.
        doubt = 1.0 if shift.agreement > _ITSELF else 0.5
        if scene.remeasured:
            doubt = _REMEASURED
        return (
            shift.agreement < _SAME_PICTURE
            or float(np.hypot(shift.dx, shift.dy)) > _PILE_SHIFT_MM * doubt
            or abs(shift.turn) > _PILE_TURN * doubt
        )

    def _doubted(self, named: Named, before: Piece, scene: Scenery) -> bool:
        """Whether another name is given without conviction to what still looks as it did."""
        if not before.faces or not named.faces or named.faces[0].face == before.face:
            return False
        if named.faces[0].probability >= SURE:
            return False
        shift = _compared(before, scene)
        return shift is not None and shift.agreement > _SAME_PICTURE

    def _still_there(self, sheet: Image, before: Piece, candidates: Sequence[str]) -> Named | None:
        """The piece named anew where it was; None where it is not plainly the same one."""
        if not before.faces:
            return None
        named = name_piece(sheet, [before.pose], candidates, self._recogniser)
        same = named.faces and named.faces[0].face == before.face and named.certainty >= _OCCUPIED
        return named if same else None

    def name(self, sheet: Image, start: Pose, candidates: Sequence[str], *, pile: bool) -> Named:
        """What lies about this place, tried in a few displacements; a round token at any turn."""
        if poses := self._turns(sheet, start, candidates):
            return name_piece(sheet, poses, candidates, self._recogniser)
        named = name_piece(sheet, [start], candidates, self._recogniser)
        if named.certainty < SURE and pile:
            # A card's picture shows how it was laid, and spares trying many places.
            placed = self._placed(sheet, named, candidates)
            if placed.certainty > SURE:
                return placed
        if named.certainty < SURE or max(start.width, start.height) < _SMALL_MM:
            # Small pieces lie anywhere on their spots, and look like each other out of place.
            named = name_piece(sheet, around(start, 1.2, 2), candidates, self._recogniser)
        if named.certainty < SURE:
            turns = (-5.0, -2.5, 0.0, 2.5, 5.0)
            named = name_piece(sheet, around(named.pose, 1.4, 1, turns), candidates, self._recogniser)
        if named.certainty < _OCCUPIED and pile:
            turned = start._replace(turn=start.turn + 180)
            other = name_piece(sheet, around(turned, 1.6), candidates, self._recogniser)
            named = max(named, other, key=lambda one: one.certainty)
        return named


def _compared(before: Piece, scene: Scenery) -> Shift | None:
    """How a piece's place looks beside how it looked; None: of another size, so that they cannot be compared."""
    if before.track not in scene.compared:
        now = before.pose.cut(scene.sheet)
        fits = now.shape == before.patch.shape
        scene.compared[before.track] = align(before.patch, now, uncovered(before.patch, now)) if fits else None
    return scene.compared[before.track]


def _is_burnt_out(patch: Image) -> bool:
    """Whether a reflection may hide what a patch shows."""
    return bool((patch >= _CLIPPED).all(2).mean() > _BURNT_SHARE)
