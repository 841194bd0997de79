"""Where the board lies on an open table, from the tokens and the pawn that lie on it.

It is one piece of cardboard: what was found of it tells where the rest is. Its track runs from one player to the
other; on which side of it the progress tokens lie is seen by loot tokens and pawn, else they lie towards the structure.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from companion.games.duel.places import LOOT, LOOT_FACES, PAWN_FACE, PLACES, TOKEN_FACES
from companion.games.frames import Frame, mean, rigid
from companion.games.open_table import Thing, off_size
from vision.sighting import Point

_PRINTED = {place.name: place for place in PLACES if place.name.startswith("board/")}
_SPOTS = {name: tuple((spot.x, spot.y) for spot in place.spots) for name, place in _PRINTED.items()}
_MIDDLE = _SPOTS["board/track"][len(_SPOTS["board/track"]) // 2]
_OFF = 9.0
"""mm by which a piece may lie beside its place on the board."""
_ASKEW = math.cos(math.radians(40.0))
"""The board lies along the line between the players, turned less than that."""
_FEWEST = 3
"""Pieces that must fit."""


class Board(NamedTuple):
    """``frame``: the middle of its track, as seat 0 sees it; ``side``: the tokens lie right (1) or left (-1) of that.

    ``spots``: where its places' spots are on the table, by place; ``seen``: what was found on them, by spot.
    """

    frame: Frame
    side: int
    spots: Mapping[str, tuple[Point, ...]]
    seen: Mapping[str, Mapping[int, Thing]]


_Options = dict[int, list[tuple[str, int]]]
"""Of each piece the spots on which it may lie: a place and a number."""


def board_of(found: Sequence[Thing], players: tuple[Point, Point], structure: Point) -> Board | None:
    """The board on which these pieces lie, between two players (the points where they sit); None: too few do.

    Where its tokens lie on it in several ways, what has no name and is as large as a loot token tells which.
    """
    pieces = [thing for thing in found if _may_lie(thing)]
    options: _Options = {k: _may_lie(thing) for k, thing in enumerate(pieces)}
    (x0, y0), (x1, y1) = players
    up = math.degrees(math.atan2(x1 - x0, y0 - y1))
    best, most = None, (0, 0, -math.inf)
    loot = [thing for thing in found if like_loot(thing)]
    for side in (1, -1):
        for frame in _frames(pieces, options, side, up):
            board = _taken(frame, pieces, options, side)
            count = sum(map(len, board.seen.values()))
            likely = _across(board, structure) - _beyond(board, (mean(players), structure))
            nameless = sum(any(math.dist(spot, one.at) < _OFF for spot in board.spots["board/loot"]) for one in loot)
            if (count, nameless, likely) > most:
                best, most = board, (count, nameless, likely)
    if best is None or most[0] < _FEWEST:
        return None
    return _refined(best, pieces, options)


def like_loot(thing: Thing) -> bool:
    """Whether it has no name and is about as large as a loot token."""
    return not thing.face and off_size(thing, LOOT) < _OFF


def _across(board: Board, structure: Point) -> float:
    """How far (mm) the structure lies from the line of the track: that is on the tokens' side of it."""
    return abs(board.frame.own(structure)[0])


def _beyond(board: Board, middles: tuple[Point, Point]) -> float:
    """How far (mm) along its track the board's middle lies from these: people share it, as they do the structure."""
    return abs(board.frame.own(mean(middles))[1])


def _may_lie(thing: Thing) -> list[tuple[str, int]]:
    """The spots of the board on which this piece may lie."""
    if thing.face == PAWN_FACE:
        return [("board/track", len(_SPOTS["board/track"]) // 2)]
    if thing.face in TOKEN_FACES:
        return [("board/progress", k) for k in range(len(_SPOTS["board/progress"]))]
    if thing.face in LOOT_FACES:
        each = len(LOOT_FACES)
        return [("board/loot", k) for k in range(2 * each) if LOOT_FACES[k % each] == thing.face]
    return []


def _local(spot: tuple[str, int], side: int) -> Point:
    """A spot from the middle of the track, as seat 0 sees it."""
    x, y = _SPOTS[spot[0]][spot[1]]
    return side * (x - _MIDDLE[0]), y - _MIDDLE[1]


def _frames(pieces: Sequence[Thing], options: _Options, side: int, up: float) -> Iterator[Frame]:
    """How the board lies if two of the pieces lie on two of its spots."""
    for one, other in combinations(options, 2):
        for first in options[one]:
            for second in options[other]:
                ends = _local(first, side), _local(second, side)
                at = pieces[one].at, pieces[other].at
                if first != second and abs(math.dist(*ends) - math.dist(*at)) < _OFF:
                    frame = rigid(ends, at)
                    if math.cos(math.radians(frame.angle - up)) > _ASKEW:
                        yield frame


def _taken(frame: Frame, pieces: Sequence[Thing], options: _Options, side: int) -> Board:
    spots = {
        name: tuple(frame.table(_local((name, k), side)) for k in range(len(there))) for name, there in _SPOTS.items()
    }
    seen: dict[str, dict[int, Thing]] = {name: {} for name in spots}
    for k, thing in enumerate(pieces):
        far, (name, number) = min((math.dist(spots[spot[0]][spot[1]], thing.at), spot) for spot in options[k])
        if far < _OFF:
            seen[name].setdefault(number, thing)
    return Board(frame, side, spots, seen)


def _refined(board: Board, pieces: Sequence[Thing], options: _Options) -> Board:
    """The same, fitted to all that lies on it."""
    lying = {(name, number): thing for name, there in board.seen.items() for number, thing in there.items()}
    frame = rigid([_local(spot, board.side) for spot in lying], [thing.at for thing in lying.values()])
    return _taken(frame, pieces, options, board.side)
