"""Tags on the pieces of a running table: a piece that carries one is what its tag says, whatever its art looks like."""

from collections.abc import Container, Sequence
from typing import NamedTuple
from zlib import crc32

from vision.codes.tags import CERTAIN, read_tags
from vision.geometry.image import Image
from vision.live.memory import MatMemory
from vision.live.pieces import Piece
from vision.sighting import FaceProbability, Zone

_TRIES = 3
"""A tag that was not read on three different pictures of a piece is not there: each try costs time."""


class _Tried(NamedTuple):
    """What was looked at on a track: a checksum of its latest picture, how often, the face found."""

    picture: int
    times: int
    face: str | None


class Labelled:
    """Remembers which tracks carry a tag. A piece is looked at when it is new, and a few times more as it changes."""

    def __init__(self, enrolled: Container[str]) -> None:
        self._enrolled = enrolled
        self._tried: dict[int, _Tried] = {}

    def name(self, memory: MatMemory, zones: Sequence[Zone]) -> None:
        """Give the pieces of these zones that carry a tag the face that it names, where that face may lie there."""
        for zone in zones:
            pieces = memory.pieces.get(zone.name)
            if pieces:
                memory.pieces[zone.name] = tuple(self._named(piece, zone.faces) for piece in pieces)

    def _named(self, piece: Piece, faces: Sequence[str]) -> Piece:
        tried = self._tried.get(piece.track, _Tried(0, 0, None))
        if tried.face is None and tried.times < _TRIES and (picture := crc32(piece.patch.tobytes())) != tried.picture:
            tried = self._tried[piece.track] = _Tried(picture, tried.times + 1, self._face(piece.patch, faces))
        if tried.face is None or (piece.face == tried.face and piece.faces[0].probability >= CERTAIN):
            return piece
        return piece.with_faces((FaceProbability(tried.face, CERTAIN),))

    def _face(self, patch: Image, faces: Sequence[str]) -> str | None:
        """The one face that the tags on a piece name; none where they contradict each other."""
        named = {tag.face for tag in read_tags(patch, faces) if tag.face in self._enrolled}
        return named.pop() if len(named) == 1 else None
