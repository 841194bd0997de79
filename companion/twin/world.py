"""The physical table: every piece that lies on it, immutable; no rules, no pixels.

A piece lies on a mat (its position is in that mat's millimetres, so it moves along when the mat is pushed),
in a named place, which has the referee's name where the referee watches it, and above all pieces
with a smaller ``z``.
"""

from collections.abc import Iterable, Mapping

import msgspec

from companion.twin.arrangement import Arrangement, Point


class Piece(msgspec.Struct, frozen=True):
    """One piece: both its faces, which of them is up, and where its centre lies (mm, degrees clockwise).

    ``slot``: the number of the printed spot or stack, or in a spread the nominal y of the card's place in its column.
    ``piled``: it lies in a stack, on the pieces of the same place and slot. ``tucked``: under whatever lies there.
    """

    id: int
    front: str
    back: str
    up: bool
    place: str
    mat: int
    x: float
    y: float
    angle: float
    z: int
    slot: float = 0.0
    piled: bool = False
    tucked: bool = False

    @property
    def face(self) -> str:
        """The face that is to be seen."""
        return self.front if self.up else self.back


class World(msgspec.Struct, frozen=True):
    """The table as it lies at one moment."""

    arrangement: Arrangement
    pieces: Mapping[int, Piece]
    top: int

    def at(self, place: str) -> tuple[Piece, ...]:
        """The pieces of a place, the lowest first."""
        return tuple(sorted((piece for piece in self.pieces.values() if piece.place == place), key=lambda p: p.z))

    def faces(self, place: str) -> tuple[str, ...]:
        """The faces that show in a place, sorted."""
        return tuple(sorted(piece.face for piece in self.pieces.values() if piece.place == place))

    def point(self, piece: Piece) -> Point:
        """Where a piece's centre lies on the table (mm)."""
        return self.arrangement.mats[piece.mat].to_table(piece.x, piece.y)

    def lay(self, pieces: Iterable[Piece]) -> "World":
        """The table after these pieces were laid down, one after the other, on whatever lay there."""
        changed, top = dict(self.pieces), self.top
        for piece in pieces:
            top += 1
            changed[piece.id] = msgspec.structs.replace(piece, z=-top if piece.tucked else top)
        return World(self.arrangement, changed, top)

    def adjust(self, pieces: Iterable[Piece]) -> "World":
        """The table after these pieces were pushed or turned where they lie."""
        return World(self.arrangement, {**self.pieces, **{piece.id: piece for piece in pieces}}, self.top)

    def push(self, arrangement: Arrangement) -> "World":
        """The table after the mats were pushed, with all that lies on them."""
        return World(arrangement, self.pieces, self.top)


class Action(msgspec.Struct, frozen=True):
    """What one hand does in one go: reach in from its seat's side, and the table is as ``world`` says.

    ``reach``: where the hand works (table mm). ``linger``: frames for which the hand stays lying when it is done.
    ``settle``: seconds that the table lies still before the next hand.
    """

    seat: int
    reach: tuple[Point, ...]
    world: World
    linger: int = 0
    settle: float = 0.0
