"""How hands lay pieces down: near the printed place, never exactly on it."""

from random import Random

import msgspec

from companion.games.architects.places import (
    CARD,
    CITY_COLUMNS,
    CITY_STRIP,
    CONFLICT_TOKEN,
    MILITARY_RECT,
    MILITARY_SUPPLY_RECT,
    MILITARY_TOKEN,
    PROGRESS_TOKEN,
    central_places,
    seat_places,
)
from companion.games.architects.rules.facts import FACTS
from companion.twin.world import Piece, World

_COLUMN_ENDS = {"grey": 295.0, "yellow": 150.0, "green": 295.0, "blue": 295.0, "red": 260.0}
"""How far down (mm) the lowest card of a colour may reach: the next column, the edge, a marker."""
_PER_STACK = 4
_ROUND = frozenset((PROGRESS_TOKEN, CONFLICT_TOKEN))
"""Sizes of what has no top: nobody turns it to the printed sign."""

COLOURS = {card.face: card.color for card in FACTS.cards}


class Sloppiness(msgspec.Struct, frozen=True):
    """How far from their printed places hands lay things: mm and degrees, at most."""

    card_mm: float = 2.0
    card_degrees: float = 3.0
    pile_mm: float = 1.5
    pile_degrees: float = 1.5


NEAT = Sloppiness()


class Layer:
    """Finds the place for a piece and lays it there with a little jitter (seeded)."""

    def __init__(self, wonders: tuple[str, ...], rng: Random, sloppiness: Sloppiness = NEAT) -> None:
        self._rng = rng
        self._sloppy = sloppiness
        conflict = FACTS.table.conflict_tokens[len(wonders)]
        places = [*central_places(conflict), *(p for s, wonder in enumerate(wonders) for p in seat_places(s, wonder))]
        self.places = {place.name: place for place in places}

    def on_spot(self, piece: Piece, place: str, spot: int, *, up: bool = True) -> Piece:
        """The piece on a printed spot of a place; a round token lies any way round."""
        printed = self.places[place].spots[spot]
        jitter = self._sloppy.card_mm * 0.6
        degrees = 180.0 if (printed.width, printed.height) in _ROUND else self._sloppy.card_degrees
        return self._put(
            piece,
            place,
            self.places[place].mat,
            (printed.x, printed.y),
            up=up,
            slot=spot,
            jitter=(jitter, degrees),
        )

    def on_pile(self, piece: Piece, place: str, *, up: bool) -> Piece:
        """The piece on top of a pile."""
        spot = self.places[place].spots[0]
        return self.on_point(piece, place, self.places[place].mat, (spot.x, spot.y), up=up)

    def on_point(self, piece: Piece, place: str, mat: int, where: tuple[float, float], *, up: bool) -> Piece:
        """The piece on a pile at any point (mm) of a mat."""
        jitter = (self._sloppy.pile_mm, self._sloppy.pile_degrees)
        return self._put(piece, place, mat, where, up=up, jitter=jitter)

    def free_spot(self, world: World, place: str) -> int:
        """The first spot of a place on which nothing lies; the last one where all are taken."""
        taken = {int(piece.slot) for piece in world.pieces.values() if piece.place == place}
        spots = range(len(self.places[place].spots))
        return next((spot for spot in spots if spot not in taken), spots[-1])

    def in_city(self, world: World, piece: Piece, seat: int, colour: str | None = None) -> tuple[Piece, ...]:
        """The card after the last one of its colour's column; where that is full, the whole column anew.

        ``colour``: the column of another colour, for somebody who mistakes it.
        """
        colour = colour or COLOURS[piece.front]
        left, top = CITY_COLUMNS[colour]
        last = _COLUMN_ENDS[colour] - CARD[1]
        column = [card for card in world.at(f"seat/{seat}/city") if self._column(card) == colour]
        slot = max((card.slot for card in column), default=top - CITY_STRIP) + CITY_STRIP
        if slot <= last:
            return (self._city_card(piece, seat, left, slot),)
        column.append(piece)
        strip = min(CITY_STRIP, (last - top) / (len(column) - 1)) if len(column) > 1 else 0.0
        return tuple(self._city_card(card, seat, left, top + k * strip) for k, card in enumerate(column))

    def military(self, piece: Piece, seat: int, count: int) -> Piece:
        """A military token onto the owner's ``count`` other ones, in stacks."""
        return self._stacked(piece, f"seat/{seat}/military", seat + 1, MILITARY_RECT, count)

    def supply(self, piece: Piece, count: int) -> Piece:
        """A military token onto the ``count`` others of the supply."""
        return self._stacked(piece, "central/military", 0, MILITARY_SUPPLY_RECT, count)

    def _stacked(
        self, piece: Piece, place: str, mat: int, rect: tuple[float, float, float, float], count: int
    ) -> Piece:
        x, y, width, height = rect
        columns = max(1, int(width // MILITARY_TOKEN[0]))
        rows = max(1, int(height // MILITARY_TOKEN[1]))
        stack = count // _PER_STACK % (columns * rows)
        where = (
            x + (stack % columns + 0.5) * width / columns,
            y + (stack // columns + 0.5) * height / rows,
        )
        return self._put(piece, place, mat, where, up=True, jitter=(self._sloppy.pile_mm, 180.0))

    def _column(self, card: Piece) -> str:
        """The column a card lies in, whatever its colour."""
        centre = card.x - CARD[0] / 2
        return min(
            CITY_COLUMNS,
            key=lambda colour: (
                abs(CITY_COLUMNS[colour][0] - centre)
                + (0 if card.slot >= CITY_COLUMNS[colour][1] - 1 else 1000)
                - CITY_COLUMNS[colour][1] / 1000
            ),
        )

    def _city_card(self, piece: Piece, seat: int, left: float, slot: float) -> Piece:
        where = (left + CARD[0] / 2, slot + CARD[1] / 2)
        jitter = (self._sloppy.card_mm, self._sloppy.card_degrees)
        return self._put(piece, f"seat/{seat}/city", seat + 1, where, up=True, slot=slot, jitter=jitter)

    def _put(
        self,
        piece: Piece,
        place: str,
        mat: int,
        where: tuple[float, float],
        *,
        up: bool,
        jitter: tuple[float, float],
        slot: float = 0.0,
    ) -> Piece:
        mm, degrees = jitter
        dx, dy, turn = (self._rng.triangular(-1, 1) for _ in range(3))
        return msgspec.structs.replace(
            piece,
            place=place,
            mat=mat,
            up=up,
            slot=slot,
            x=where[0] + dx * mm,
            y=where[1] + dy * mm,
            angle=turn * degrees,
        )
