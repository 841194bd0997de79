"""Zones with one pawn on a track of equal places."""

from collections.abc import Sequence

import cv2
import numpy as np

from vision.geometry.difference import Area
from vision.geometry.image import Image
from vision.geometry.photometric import relit
from vision.geometry.pose import Pose
from vision.live.comparison import Comparison
from vision.live.pieces import Piece
from vision.live.zones.reader import NewTrack, ZoneReader
from vision.recognition.library import Library
from vision.recognition.naming import Recogniser
from vision.sighting import FaceProbability, Zone
from vision.tokens.track import PawnPlace, Track, colour_of, find_pawn

_TRIFLE = 20
"""So few mm² of change are noise: an eighth of the smallest pawn (14 mm across)."""
_LIKELY = 0.5
"""Probability from which on a pawn is taken to stand somewhere: likelier than not."""
_AROUND = 3.0
"""mm around what was never seen bare that tell how it looks."""


class TrackReader(ZoneReader):
    """Reads on which of the zone's spots its pawn stands. The zone's only face is the pawn's."""

    def __init__(self, library: Library, recogniser: Recogniser) -> None:  # noqa: ARG002 - as all readers are made
        self._library = library

    def read(
        self, zone: Zone, comparison: Comparison, before: Sequence[Piece] | None, new_track: NewTrack
    ) -> tuple[Piece, ...]:
        """As ``ZoneReader``: the pawn with the number of its spot, or nothing where it cannot be told."""
        area = comparison.area(zone.x, zone.y, zone.width, zone.height)
        if before is not None and comparison.changed[area].sum() < _TRIFLE and not comparison.reread:
            return tuple(before)
        found = self._find(zone, comparison, area)
        if found.place is None or found.sure < _LIKELY:
            return ()
        faces = tuple(FaceProbability(face, found.sure) for face in zone.faces[:1] if face in self._library.faces)
        known = next((piece for piece in before or () if piece.spot == found.place), None)
        if known is not None:
            return (known.with_faces(faces),)
        spot = zone.spots[found.place]
        pose = Pose(spot.x, spot.y, 0.0, *zone.piece)
        return (Piece(new_track(), pose, faces, pose.cut(comparison.sheet), found.place),)

    def _find(self, zone: Zone, comparison: Comparison, area: Area) -> PawnPlace:
        """At one pixel a mm: a pawn is seen by its colour, not by its print.

        Where the bare track tells nothing it is done without: a pawn that once was not found was taken for bare.
        """
        first, last = zone.spots[0], zone.spots[-1]
        # Pixel k shows k to k + 1 mm.
        track = Track((first.x - 0.5, first.y - 0.5), (last.x - 0.5, last.y - 0.5), len(zone.spots))
        pawn = self._library.faces.get(zone.faces[0]) if zone.faces else None
        colour = None if pawn is None else colour_of(pawn.image())
        if comparison.has_bare(area):
            found = find_pawn(comparison.image, track, _bare(comparison, area), colour)
            if found.place is not None and found.sure >= _LIKELY:
                return found
        return find_pawn(comparison.image, track, None, colour)


def _bare(comparison: Comparison, area: Area) -> Image:
    """The mat without a pawn in the light of now; where a pawn has always stood it looks as around it."""
    bare, unknown = comparison.bare.copy(), ~comparison.bare_known[area]
    bare[area] = cv2.inpaint(np.ascontiguousarray(bare[area]), unknown.astype(np.uint8), _AROUND, cv2.INPAINT_TELEA)
    return np.asarray(relit(bare, comparison.lamp.astype(np.float32)))
