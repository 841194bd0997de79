"""What was last said of each zone, so that only what is new is said."""

from collections.abc import Container, Iterable, Sequence

from vision.geometry.image import Frame
from vision.live.pieces import Piece
from vision.sighting import Sighting, Zone

_SAME_PROBABILITY = 0.03
"""So much may a probability tremble with the noise without being said anew; the referee's answer would not change."""


class Said:
    """Compares sightings with the last ones. ``enrolled``: the library's faces."""

    def __init__(self, enrolled: Container[str]) -> None:
        self._enrolled = enrolled
        self._last: dict[str, Sighting] = {}

    def keep_only(self, zones: Iterable[Zone]) -> None:
        """Other zones are watched no longer."""
        self._last = {zone.name: self._last[zone.name] for zone in zones if zone.name in self._last}

    def forget(self) -> None:
        """Everything is news to somebody who listens only now."""
        self._last.clear()

    def news(self, frame: Frame, zone: Zone, pieces: Sequence[Piece], *, set_aside: bool = False) -> Sighting | None:
        """What there is to say of a zone in which these pieces lie; None: nothing new.

        ``set_aside``: it could not be read, and these are what was known before.
        """
        strays, coins = {stray.face for stray in zone.strays}, {coin.face for coin in zone.coins}
        sighting = Sighting(
            zone.name,
            frame.number,
            frame.exposed,
            tuple(piece.seen() for piece in pieces if piece.face not in strays),
            tuple(face for face in zone.faces if face not in self._enrolled and face not in coins),
            set_aside or any(piece.hidden or self._is_strange(zone, piece) for piece in pieces),
        )
        return None if _same(sighting, self._last.get(zone.name)) else sighting

    def _is_strange(self, zone: Zone, piece: Piece) -> bool:
        """Whether a piece on a printed spot has no name although all that may lie there are enrolled."""
        if piece.faces or piece.spot is None:
            return False
        return all(face in self._enrolled for face in zone.spots[piece.spot].faces or zone.faces)

    def say(self, sightings: Iterable[Sighting]) -> None:
        """These are being said now."""
        self._last |= {sighting.zone: sighting for sighting in sightings}


def _same(one: Sighting, other: Sighting | None) -> bool:
    """Whether two sightings say the same, probabilities compared roughly."""
    if other is None or len(one.pieces) != len(other.pieces) or one.unreadable != other.unreadable:
        return False
    for mine, theirs in zip(one.pieces, other.pieces, strict=True):
        if (mine.track, mine.spot) != (theirs.track, theirs.spot):
            return False
        if [face.face for face in mine.faces[:1]] != [face.face for face in theirs.faces[:1]]:
            return False
        if mine.faces and abs(mine.faces[0].probability - theirs.faces[0].probability) > _SAME_PROBABILITY:
            return False
    return True
