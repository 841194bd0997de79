"""What a change on the table has brought to light: keeps the number of hypotheses small without losing the true one."""

from collections.abc import Iterable, Mapping
from typing import Any

from companion.referee.games import faces_named
from companion.referee.inference.baseline import Ground
from vision.sighting import SeenPiece, Sighting

_FAINT = 0.003


class Light:
    """The changed zones, and the faces on pieces that came to each player's side of the table."""

    def __init__(self, seen: Mapping[str, Sighting], ground: Mapping[str, Ground], changed: Iterable[str]) -> None:
        self._sides: set[str] = set()
        self._came: dict[str, set[str] | None] = {}
        self._piles = False
        for zone in changed:
            side = _side(zone)
            self._sides.add(side)
            if isinstance(ground[zone].expected, int):
                self._piles = True
                continue
            old = {piece.track for piece in ground[zone].seen.pieces}
            came = [piece for piece in seen[zone].pieces if piece.track not in old]
            if came:
                self._add(side, came)

    def allows(self, game: str, move: Any) -> bool:
        """Whether anything seen speaks for this move at all."""
        faces = faces_named(game, move)
        if not faces:
            # What shows nothing itself (the end of a turn) may have consequences that do.
            return True
        side = _side(f"seat/{move.seat}/") if hasattr(move, "seat") else ""
        if getattr(move, "stage", None) is not None:
            return side in self._sides
        if side in self._came:
            known = self._came[side]
            return known is None or any(face in known for face in faces)
        # Nothing came here: what was taken may be gone again, unless it went to somebody else.
        return side in self._sides or (self._piles and not any(self._came))

    def _add(self, side: str, came: Iterable[SeenPiece]) -> None:
        known = self._came.setdefault(side, set())
        for piece in came:
            if not piece.faces:
                self._came[side] = known = None
            if known is not None:
                known.update(face.face for face in piece.faces if face.probability >= _FAINT)


def _side(zone: str) -> str:
    """Whose side of the table a zone is on: ``seat/2``; empty: the middle, or a deck."""
    return "/".join(zone.split("/")[:2]) if zone.startswith("seat/") else ""
