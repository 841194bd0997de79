"""A whole table read once from one picture: the corner tags give its plane, the pieces are found tile by tile.

Round tokens are found by their rims, all else by what is printed on it; what has no name is told by its outline, and
looked at once more by itself: on a printed cloth the features of a pale card's back are lost among the cloth's own.
"""

from collections.abc import Container, Iterator, Sequence
from typing import NamedTuple

import numpy as np

from vision.geometry.image import Image, Points
from vision.geometry.lens_table import LensTable, fit_table, lies
from vision.geometry.markers import find_markers
from vision.geometry.quads import area, extent, intersection, overlap
from vision.recognition.kinds import kind_of
from vision.recognition.library import Library
from vision.recognition.naming import LibraryRecogniser
from vision.sighting import Coin, FaceProbability
from vision.stills.photograph import StillReader
from vision.stills.standing_out import standing_out
from vision.tokens.discs import Disc
from vision.tokens.heap import find_tokens
from vision.tokens.metal import find_metal
from vision.tokens.naming import TokenReader

_PX_PER_MM = 1.2
"""Of the tiles: a card of 55 x 80 mm has 66 x 96 pixels, enough to find and name it, and a table is few tiles."""
_TILE = 1150.0
"""mm of a tile's side: 1380 pixels, as large a picture as is searched at once."""
_SHARED = 230.0
"""mm that tiles have in common: the longest piece (a wonder's stage of 180 mm) lies wholly in one of them."""
_TOKEN_PX_PER_MM = 1.8
"""Of the tiles in which tokens are sought: one of 28 mm has 50 pixels."""
_TOKEN_TILE, _TOKEN_SHARED = 650.0, 45.0
"""mm of their tiles, and what these have in common: the largest token lies wholly in one of them."""
_SQUARE = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
"""Corners about a disc, in its radii."""
_FEWEST_TAGS = 2
_SAME = 0.5
"""Share of the smaller of two pieces that makes them one, found twice."""
_SURE = 0.9
"""From which on a name that a look at a thing by itself tells counts; where a card has less it is looked at so, too."""
_WITHIN = 0.9
"""Share of a token that lies within what it is printed on. On 8 tables with medals that the box did not know, 12 such
readings of them had 0.14 to 0.55, and tokens on which as large a rim was seen 0.94 and more."""
_FILLS = 0.6
"""Share that a thing and the piece which it is have in common: a card of 55 x 80 mm stands out by 66 x 92 (0.72)."""
_AROUND, _SIZE_OFF = 15.0, 16.0
"""mm around a thing that is looked at by itself; and by which it may seem larger or smaller than the piece that it is:
shadow and thickness stand out, too."""


class OnTable(NamedTuple):
    """A piece: its corners in mm on the table (4 x 2, clockwise from its own top left), its likely faces."""

    quad: Points
    faces: tuple[FaceProbability, ...]


class TableRead(NamedTuple):
    """The plane, what is seen of it (mm), where the tags lie (4 x 2 mm, by id), the pieces.

    ``rounds``: middles (mm) of round things that show none of the faces, where no piece lies.
    """

    table: LensTable
    size: tuple[float, float]
    tags: dict[int, Points]
    pieces: tuple[OnTable, ...]
    rounds: tuple[Points, ...] = ()


class TableReader:
    """Reads whole tables with one library. ``enrolled``: the faces that it holds."""

    def __init__(self, library: Library) -> None:
        self.enrolled = tuple(library.faces)
        self._stills = StillReader(library, px_per_mm=_PX_PER_MM)
        self._tokens = TokenReader(library, LibraryRecogniser(library))

    def read(
        self,
        frame: Image,
        tags: Sequence[int],
        side: float,
        *,
        coins: Sequence[Coin] = (),
        rounds: Sequence[float] = (),
        sizes: Sequence[tuple[float, float]] = (),
    ) -> TableRead | None:
        """Find the tags (by id, ``side`` in mm) and all pieces; None where too few tags are seen.

        ``frame``: uint8 BGR. ``coins``: what is told by its metal, where it is not enrolled. ``rounds``:
        diameters (mm) of what is told by its rim, where no token so large is enrolled. ``sizes``: see ``standing_out``.
        """
        seen = {tag: quad for tag, quad in find_markers(frame).items() if tag in tags}
        height, width = frame.shape[:2]
        square = np.array([[0, 0], [side, 0], [side, side], [0, side]], np.float64)
        table = fit_table([(square, quad.astype(np.float64)) for quad in seen.values()], (width, height))
        if table is None or len(seen) < _FEWEST_TAGS:
            return None
        rim = [[0, 0], [width / 2, 0], [width, 0], [width, height], [width / 2, height], [0, height]]
        far = table.on_table(np.array(rim, np.float64)).max(0)
        size = float(far[0]), float(far[1])
        lying = lies(table, seen, side)
        tokens, strange = self._round(frame, table, size, coins, rounds)
        pieces = _each_once([*self._printed(frame, table, size), *tokens], list(lying.values()))
        view, tags_lie = table.rectify(frame, (0.0, 0.0), size, 1.0), list(lying.values())
        sure = [one for one in pieces if not _doubtful(one)]
        again = self._by_themselves(frame, table, standing_out(view, [*_named(sure), *tags_lie], sizes))
        pieces = _each_once([*again, *pieces], tags_lie)
        named = _named(pieces)
        things = standing_out(view, [*named, *tags_lie], sizes)
        unnamed = _each_once([OnTable(quad, ()) for quad in strange], [*named, *tags_lie])
        found = (*pieces, *(OnTable(quad, ()) for quad in things))
        return TableRead(table, size, lying, found, tuple(one.quad.mean(0) for one in unnamed))

    def _printed(self, frame: Image, table: LensTable, size: tuple[float, float]) -> Iterator[OnTable]:
        for corner, tile in _tiles(size, _TILE, _SHARED):
            for one in self._stills.read(table.rectify(frame, corner, tile, _PX_PER_MM)):
                yield OnTable(one.quad / _PX_PER_MM + corner, one.faces)

    def _by_themselves(self, frame: Image, table: LensTable, things: Sequence[Points]) -> Iterator[OnTable]:
        """The things that surely have a name where they are looked at alone."""
        for quad in things:
            if not self._stills.has_size(extent(quad), _SIZE_OFF):
                continue
            (left, top), (right, bottom) = (quad.min(0) - _AROUND).tolist(), (quad.max(0) + _AROUND).tolist()
            seen = table.rectify(frame, (left, top), (right - left, bottom - top), _PX_PER_MM)
            for one in self._stills.read(seen):
                found = OnTable(one.quad / _PX_PER_MM + (left, top), one.faces)
                if not _doubtful(found) and found.faces and _in_common(found.quad, quad) > _FILLS:
                    yield found

    def _round(
        self,
        frame: Image,
        table: LensTable,
        size: tuple[float, float],
        coins: Sequence[Coin],
        rounds: Sequence[float],
    ) -> tuple[list[OnTable], list[Points]]:
        """Tokens, and coins by their metal; squares (mm) about what is round and shows no face."""
        radii = [across / 2 for across in rounds if not self._tokens.has_size(across / 2)]
        found: list[OnTable] = []
        metal: list[OnTable] = []
        strange: list[Points] = []
        larger: list[Points] = []
        for corner, tile in _tiles(size, _TOKEN_TILE, _TOKEN_SHARED):
            picture = table.rectify(frame, corner, tile, _TOKEN_PX_PER_MM)
            heap = find_tokens(picture, _TOKEN_PX_PER_MM, self._tokens.faces, self._tokens, radii=radii)
            found += [OnTable(token.quad / _TOKEN_PX_PER_MM + corner, token.faces) for token in heap.tokens]
            strange += [_square(disc) + corner for disc in heap.strangers]
            larger += [_square(disc) + corner for disc in heap.rounds]
            for face, disc, probability in find_metal(picture, _TOKEN_PX_PER_MM, coins).coins:
                metal.append(OnTable(_square(disc) + corner, (FaceProbability(face, probability),)))
        found = told_by_rims(found, larger)
        return [*found, *told_by_metal(metal, found, {coin.face for coin in coins})], [*strange, *larger]


def told_by_metal(metal: Sequence[OnTable], found: Sequence[OnTable], coins: Container[str]) -> Sequence[OnTable]:
    """The coins that their metal tells beside what was found: where pictures tell fewer of all that lie there.

    Then the box has no pictures of coins, or of other ones.
    """
    by_picture = [one for one in found if one.faces and one.faces[0].face in coins]
    return _each_once(metal, _named(found)) if len(metal) > len(by_picture) else ()


def told_by_rims(tokens: Sequence[OnTable], larger: Sequence[Points]) -> list[OnTable]:
    """The tokens without those, none too sure, that are printed in the middle of something larger and round.

    ``larger``: squares (mm) about what was found by its rim.
    """
    return [
        one
        for one in tokens
        if one.faces[0].probability >= _SURE or all(overlap(one.quad, square) < _WITHIN for square in larger)
    ]


def _in_common(one: Points, other: Points) -> float:
    """The share of two quadrilaterals together that lies in both."""
    both = intersection(one, other)
    return both / (area(one) + area(other) - both)


def _doubtful(piece: OnTable) -> bool:
    """Whether the name of something printed is none to rely on, nor then its place."""
    (likely, *_) = piece.faces or (None,)
    return likely is not None and likely.probability < _SURE and kind_of(likely.face).group != "token"


def _named(pieces: Sequence[OnTable]) -> list[Points]:
    return [one.quad for one in pieces if one.faces]


def _square(disc: Disc) -> Points:
    """The square about a disc of a tile in which tokens are sought: 4 x 2, mm from the tile's left upper corner."""
    return np.asarray((np.array([disc.x, disc.y]) + 0.5 + disc.radius * _SQUARE) / _TOKEN_PX_PER_MM)


def _tiles(
    size: tuple[float, float], side: float, shared: float
) -> Iterator[tuple[tuple[float, float], tuple[float, float]]]:
    """Left upper corners and sizes (mm) of tiles that cover a table."""
    for y, height in _along(size[1], side, shared):
        for x, width in _along(size[0], side, shared):
            yield (x, y), (width, height)


def _along(whole: float, side: float, shared: float) -> list[tuple[float, float]]:
    if whole <= side:
        return [(0.0, whole)]
    count = int(np.ceil((whole - side) / (side - shared))) + 1
    return [(float(start), side) for start in np.linspace(0, whole - side, count)]


def _each_once(found: Sequence[OnTable], known: Sequence[Points]) -> tuple[OnTable, ...]:
    """What was found in two tiles or two ways once, the surest name; nothing where one of these lies."""
    kept: list[OnTable] = []
    for one in sorted(found, key=lambda each: -(each.faces[0].probability if each.faces else 0.0)):
        taken = [*(other.quad for other in kept), *known]
        if area(one.quad) > 1 and all(overlap(one.quad, other) < _SAME for other in taken):
            kept.append(one)
    return tuple(kept)
