"""Makes one place of the table look otherwise than it lies: what a referee must cope with (docs/reliability.md)."""

from collections.abc import Callable
from typing import Literal, get_args

import msgspec

from companion.art.proxy_set import proxies_of
from companion.games.catalogue import packages
from companion.games.mats import Place
from companion.twin.world import Piece, World

Way = Literal["empty", "strange", "frozen", "wrong", "flickering"]
"""Nothing lies there; a piece of another game lies on it; it looks as it did; other faces lie there, as clear as day;
it changes with every few pictures."""
WAYS: tuple[Way, ...] = get_args(Way)

_BLINK = 3
"""Pictures for which a flickering place looks the same."""
_FIRST_STALE = -2
"""Numbers from there down: the pictures of what lay in a frozen place."""


def disguise(game: str, place: Place, way: Way, begun: World) -> Callable[[World, int], World]:
    """How the table is to look (see ``Theatre.wear``). ``begun``: the table at this moment, for what is frozen."""
    foreign = _foreign(game, place)
    # What has gone from there lies elsewhere by then, too: a picture of it is a piece of its own.
    stale = tuple(msgspec.structs.replace(piece, id=_FIRST_STALE - piece.id) for piece in begun.at(place.name))

    def empty(world: World, _picture: int) -> World:
        return _with(world, place.name, ())

    def strange(world: World, _picture: int) -> World:
        on_top = msgspec.structs.replace(foreign, z=world.top + 1)
        return _with(world, place.name, (*world.at(place.name), on_top))

    def frozen(world: World, _picture: int) -> World:
        return _with(world, place.name, stale)

    def wrong(world: World, _picture: int) -> World:
        return _with(world, place.name, tuple(_other(piece) for piece in world.at(place.name)))

    def flickering(world: World, picture: int) -> World:
        return world if picture // _BLINK % 2 else (empty if world.at(place.name) else strange)(world, picture)

    ways: dict[Way, Callable[[World, int], World]] = {
        "empty": empty, "strange": strange, "frozen": frozen, "wrong": wrong, "flickering": flickering
    }  # fmt: skip
    return ways[way]


def _with(world: World, place: str, pieces: tuple[Piece, ...]) -> World:
    """The table with these pieces in a place, and no others."""
    others = {number: piece for number, piece in world.pieces.items() if piece.place != place}
    return World(world.arrangement, others | {piece.id: piece for piece in pieces}, world.top + 1)


def _other(piece: Piece) -> Piece:
    """The same piece with another face: the next of its size, or the one that comes nearest."""
    drawn = proxies_of(piece.face.partition("/")[0])
    faces = drawn.face_ids()
    turned = faces[(at := faces.index(piece.face)) + 1 :] + faces[:at]
    other = min(turned, key=lambda face: _unlike(drawn.size_mm(face), drawn.size_mm(piece.face)))
    return msgspec.structs.replace(piece, front=other, back=other)


def _unlike(one: tuple[float, float], other: tuple[float, float]) -> float:
    """How much wider and higher (mm) one piece is than another."""
    return abs(one[0] - other[0]) + abs(one[1] - other[1])


def _foreign(game: str, place: Place) -> Piece:
    """A card of another game, in the middle of a place or on its first spot."""
    other = proxies_of(next(name for name in packages() if name != game))
    face = min(other.face_ids(), key=lambda face: _unlike(other.size_mm(face), place.piece))
    at = (
        (place.spots[0].x, place.spots[0].y) if place.spots else (place.x + place.width / 2, place.y + place.height / 2)
    )
    return Piece(-1, face, face, True, place.name, place.mat, at[0], at[1], 0.0, 0)
