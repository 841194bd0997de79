"""How hands lay pieces down: near the printed place, never exactly on it."""

import math
from collections.abc import Iterable, Mapping, Sequence
from random import Random

import msgspec

from companion.games.dealing import Column, Columns, Lot
from companion.games.mats import Place
from companion.twin.arrangement import Arrangement
from companion.twin.world import Piece, World

_PER_STACK = 4
"""Pieces on one another in a heap before the next stack is begun."""
_STRIP = 15.0
"""mm of a card that the next one leaves open, where a game sorts nothing."""
_GAP = 4.0
"""mm between two columns there."""


class Sloppiness(msgspec.Struct, frozen=True):
    """How far from their printed places hands lay things: mm and degrees, at most."""

    card_mm: float = 2.0
    card_degrees: float = 3.0
    pile_mm: float = 1.5
    pile_degrees: float = 1.5


NEAT = Sloppiness()


def set_out(lots: Iterable[Lot], arrangement: Arrangement, layer: "Layer") -> World:
    """The table before the first move: every piece of these lots where it belongs."""
    world = World(arrangement, {}, 0)
    for lot in lots:
        for spot, (front, back) in enumerate(lot.pieces, lot.first):
            piece = Piece(len(world.pieces), front, back, True, "", 0, 0.0, 0.0, 0.0, 0)
            world = world.lay(layer.lay(world, piece, lot.place, spot, up=lot.up))
    return world


class Layer:
    """Finds the place for a piece and lays it there with a little jitter (seeded).

    ``columns``: how cards are sorted, and ``by_place`` where a place has columns of its own.
    """

    def __init__(
        self,
        places: Sequence[Place],
        columns: Columns | None,
        rng: Random,
        sloppiness: Sloppiness = NEAT,
        *,
        by_place: Mapping[str, Columns] | None = None,
    ) -> None:
        self._rng = rng
        self._sloppy = sloppiness
        self._columns = columns
        self._by_place = by_place or {}
        self.places = {place.name: place for place in places}

    def lay(
        self, world: World, piece: Piece, name: str, spot: int | None = None, *, up: bool, column: str | None = None
    ) -> tuple[Piece, ...]:
        """The piece in this place, and whatever has to make room for it. ``column``: another than its own."""
        kind = self.places[name].kind
        if kind == "pile":
            return (self.on_pile(world, piece, name, up=up),)
        if kind == "heap":
            return (self._in_heap(world, piece, name, up=up),)
        if kind in {"spots", "track", "slot"}:
            return (self.on_spot(piece, name, self._free_spot(world, name) if spot is None else spot, up=up),)
        return self._in_spread(world, piece, name, up=up, column=column)

    def on_spot(self, piece: Piece, name: str, spot: int, *, up: bool) -> Piece:
        """The piece on a printed spot of a place, or under the one there; what has no top lies any way round."""
        place = self.places[name]
        printed = place.spots[spot]
        degrees = 180.0 if printed.width == printed.height else self._sloppy.card_degrees
        jitter = (self._sloppy.card_mm * 0.6, degrees)
        y = printed.y + self._pushed_under(place, spot) if place.under else printed.y
        return self._put(piece, place, (printed.x, y), up=up, slot=spot, jitter=jitter)

    def _pushed_under(self, place: Place, spot: int) -> float:
        """How far (mm, down) the middle of a piece is from its spot: what sticks out, above or below what covers it."""
        printed, covers = place.spots[spot], self.places[place.under].spots
        cover = covers[min(spot, len(covers) - 1)]
        return math.copysign((place.piece[1] - printed.height) / 2, cover.y - printed.y)

    def on_pile(self, world: World, piece: Piece, name: str, *, up: bool) -> Piece:
        """The piece on top of a pile; in a heap of several stacks on the one whose turn it is, any way round."""
        place = self.places[name]
        heap = len(place.spots) > 1
        stack = len(world.at(name)) // _PER_STACK % len(place.spots) if heap else 0
        spot = place.spots[stack]
        jitter = (self._sloppy.pile_mm, 180.0 if heap else self._sloppy.pile_degrees)
        return self._put(piece, place, (spot.x, spot.y), up=up, slot=stack, jitter=jitter, piled=True)

    def _in_heap(self, world: World, piece: Piece, name: str, *, up: bool) -> Piece:
        """The piece beside the others of a heap; on them where there is no more room."""
        place = self.places[name]
        columns, rows = (
            max(1, int(side // own)) for side, own in zip((place.width, place.height), place.piece, strict=True)
        )
        taken = [int(lying.slot) for lying in world.at(name) if lying.id != piece.id]
        cell = min(range(columns * rows), key=taken.count)
        where = (
            place.x + (cell % columns + 0.5) * place.width / columns,
            place.y + (cell // columns + 0.5) * place.height / rows,
        )
        jitter = (self._sloppy.pile_mm, 180.0)
        return self._put(piece, place, where, up=up, slot=cell, jitter=jitter, piled=True)

    def region(self, name: str) -> tuple[tuple[float, float], ...]:
        """The corners (mm) of where cards will lie in a spread."""
        place = self.places[name]
        sorted_by = self._by_place.get(name, self._columns)
        columns = (sorted_by.by_name if sorted_by else _rows(place)).values()
        left, right = min(one.x for one in columns), max(one.x for one in columns) + place.piece[0]
        top, bottom = min(one.y for one in columns), max(one.bottom for one in columns)
        return (left, top), (right, top), (right, bottom), (left, bottom)

    def columns(self, name: str) -> tuple[str, ...]:
        """The columns of a spread, by name: those that the game sorts by."""
        sorted_by = self._by_place.get(name, self._columns)
        return tuple(sorted_by.by_name) if sorted_by and self.places[name].kind == "spread" else ()

    def column_of(self, face: str) -> str | None:
        """The column that a card belongs in, where the game sorts them."""
        return self._columns.of(face) if self._columns else None

    def _free_spot(self, world: World, name: str) -> int:
        """The first spot of a place on which nothing lies; the last one where all are taken."""
        taken = {int(piece.slot) for piece in world.at(name)}
        spots = range(len(self.places[name].spots))
        return next((spot for spot in spots if spot not in taken), spots[-1])

    def _in_spread(self, world: World, piece: Piece, name: str, *, up: bool, column: str | None) -> tuple[Piece, ...]:
        """The card after the last one of its column; where that is full, the whole column anew."""
        place = self.places[name]
        sorted_by = self._by_place.get(name, self._columns)
        all_columns = sorted_by.by_name if sorted_by else _rows(place)
        cards = [(card, _column(card, place, all_columns)) for card in world.at(name) if card.id != piece.id]
        if column is None:
            column = (sorted_by and sorted_by.of(piece.front)) or _emptiest(all_columns, [lies for _, lies in cards])
        here = all_columns[column]
        last = here.bottom - place.piece[1]
        lying = [card for card, lies in cards if lies == column]
        slot = max((card.slot for card in lying), default=here.y - here.strip) + here.strip
        if slot <= last:
            return (self._card(piece, place, here, slot, up=up),)
        lying.append(msgspec.structs.replace(piece, up=up))
        strip = min(here.strip, (last - here.y) / (len(lying) - 1)) if len(lying) > 1 else 0.0
        return tuple(self._card(card, place, here, here.y + k * strip, up=card.up) for k, card in enumerate(lying))

    def _card(self, piece: Piece, place: Place, column: Column, slot: float, *, up: bool) -> Piece:
        where = (column.x + place.piece[0] / 2, slot + place.piece[1] / 2)
        jitter = (self._sloppy.card_mm, self._sloppy.card_degrees)
        return self._put(piece, place, where, up=up, slot=slot, jitter=jitter)

    def _put(
        self,
        piece: Piece,
        place: Place,
        where: tuple[float, float],
        *,
        up: bool,
        jitter: tuple[float, float],
        slot: float = 0.0,
        piled: bool = False,
    ) -> Piece:
        mm, degrees = jitter
        dx, dy, turn = (self._rng.triangular(-1, 1) for _ in range(3))
        return msgspec.structs.replace(
            piece,
            place=place.name,
            mat=place.mat,
            up=up,
            slot=slot,
            x=where[0] + dx * mm,
            y=where[1] + dy * mm,
            angle=turn * degrees,
            piled=piled,
            tucked=bool(place.under),
        )


def _column(card: Piece, place: Place, columns: Mapping[str, Column]) -> str:
    """The column a card lies in, whatever its own: of those that begin above it the nearest, the lowest one first."""
    left = card.x - place.piece[0] / 2

    def far(name: str) -> float:
        column = columns[name]
        return abs(column.x - left) + (0 if card.slot >= column.y - 1 else 1000) - column.y / 1000

    return min(columns, key=far)


def _rows(place: Place) -> dict[str, Column]:
    """As many columns as a place is wide, where the game sorts nothing."""
    width = place.piece[0] + _GAP
    count = max(1, int(place.width // width))
    xs = (place.x + (place.width - count * width + _GAP) / 2 + k * width for k in range(count))
    top, bottom = place.y + _GAP, place.y + place.height - _GAP
    return {str(k): Column(x, top, bottom, _STRIP) for k, x in enumerate(xs)}


def _emptiest(columns: Iterable[str], lying: list[str]) -> str:
    return min(columns, key=lying.count)
