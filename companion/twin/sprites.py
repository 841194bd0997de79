"""Which pieces of the table are to be painted, how high they lie, and so where the camera sees them."""

from collections import defaultdict

import msgspec

from companion.art.proxy_set import proxies_with
from companion.twin.lens import Lens
from companion.twin.world import Piece, World

_CARD, _BOARD = 0.3, 2.0
"""Thickness of a card and of punched board in mm."""
_FULL = 3
"""Of a pile, this many of the uppermost pieces are painted with their faces."""
_EVERY = 4
"""Below those, the edge of every fourth is."""


class Sprite(msgspec.Struct, frozen=True):
    """One thing to paint: a face around its apparent centre (table mm), turned and scaled.

    ``cast``: how far its shadow reaches (mm). ``edge``: 0: the face; else only the piece's side, this bright.
    """

    face: str
    x: float
    y: float
    angle: float
    scale: float
    cast: float
    edge: float = 0.0


def thickness(face: str) -> float:
    """How thick a piece is, in mm."""
    return _CARD if face in proxies_with(face).cards else _BOARD


def sprites(world: World, lens: Lens) -> tuple[Sprite, ...]:
    """Everything to be painted, the lowest first."""
    stacks: defaultdict[tuple[str, float, float], list[Piece]] = defaultdict(list)
    for piece in sorted(world.pieces.values(), key=lambda piece: piece.z):
        stacks[_stack(piece)].append(piece)
    return tuple(
        sprite
        for _, pieces in sorted(stacks.items(), key=lambda item: _order(item[1]))
        for sprite in _piled(world, lens, pieces)
    )


def _order(pieces: list[Piece]) -> int:
    """Cities are painted in the order of laying; a pile's place in it does not matter to them."""
    return pieces[-1].z


def _stack(piece: Piece) -> tuple[str, float, float]:
    """Pieces with the same key lie on one another."""
    if piece.piled:
        return piece.place, piece.slot, 0.0
    return piece.place, piece.id, -1.0


def _piled(world: World, lens: Lens, pieces: list[Piece]) -> list[Sprite]:
    found, lift = [], 0.0
    for level, piece in enumerate(pieces):
        thick = thickness(piece.face)
        x, y = world.point(piece)
        angle = piece.angle + world.arrangement.mats[piece.mat].angle
        full = level >= len(pieces) - _FULL
        cast = 0.5 + 0.9 * thick if full or level == 0 else 0.3
        if level % _EVERY == 0 or (full and thick > 1):
            side = 0.80 + 0.12 * (piece.id % 3) / 2 if thick > 1 else 0.84 + 0.16 * (piece.id % 5) / 4
            found.append(_sprite(lens, piece.face, (x, y, angle), lift, cast=cast, edge=side))
        lift += thick
        if full:
            found.append(_sprite(lens, piece.face, (x, y, angle), lift, cast=cast * (thick < 1), edge=0.0))
    return found


def _sprite(
    lens: Lens, face: str, pose: tuple[float, float, float], lift: float, *, cast: float, edge: float
) -> Sprite:
    x, y, scale = lens.apparent(pose[0], pose[1], lift)
    return Sprite(face, x, y, pose[2], scale, cast, edge)
