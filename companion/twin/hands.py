"""What hands do so that the table lies as the rules want it: take, lay, turn, put away, shuffle."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any

import msgspec

from companion.games.dealing import Midway
from companion.games.vocabulary import Tableau
from companion.twin.difference import Moved, difference
from companion.twin.laying import Layer
from companion.twin.world import Action, Piece, World


class Hands:
    """Does what the difference to a tableau asks for. ``world`` is the table after everything done so far.

    ``forgetful``: pieces in the middle of the table are not turned until it is false again. ``column``: the next card
    that is laid goes into this column, whatever its own. ``handful``: what a purse gives and gets is moved in one go,
    once all else lies right.
    """

    def __init__(self, world: World, layer: Layer, *, handful: bool = False) -> None:
        self.world, self._handful = world, handful
        self.forgetful = False
        self.column: str | None = None
        self._layer = layer
        self._done: list[Action] = []

    def reach(self, wanted: Midway) -> None:
        """Whatever is not as this tableau wants it. Raises ``ValueError`` where a piece is wanted that lies nowhere."""
        change = difference(self.world, wanted.tableau, self._layer.places)
        coins, rest = self._coins(change.moved) if self._handful else ([], change.moved)
        away, others = _apart(rest, self._layer)
        self._put_away(away, wanted)
        self._turn(change.turned, wanted.seat)
        for moved in others:
            self._do(self._owner(moved, wanted.seat), self._laid(self.world, moved))
        self._in_one_go(coins, lambda moved: self._owner(moved, wanted.seat), wanted.seat)
        if wanted.pause and self._done:
            self._done[-1] = msgspec.structs.replace(self._done[-1], settle=wanted.pause)

    def shuffle(self, piles: Mapping[str, tuple[str, ...]], seat: int) -> None:
        """Lay every pile anew that has these pieces and another order (fronts, the lowest first)."""
        for place, fronts in piles.items():
            lying = list(self.world.at(place))
            now = tuple(piece.front for piece in lying)
            if now != fronts and sorted(now) == sorted(fronts):
                anew = []
                for front in fronts:
                    piece = next(piece for piece in lying if piece.front == front)
                    lying.remove(piece)
                    anew.append(self._layer.on_pile(self.world, piece, place, up=piece.up))
                self._do(seat, anew)

    def hand_over(self) -> tuple[Action, ...]:
        """Everything done since the last time, in order."""
        done, self._done = tuple(self._done), []
        return done

    def touch(self, seat: int, world: World, piece: Piece) -> None:
        """One hand leaves the table as ``world`` says, without laying anything down; it works at ``piece``."""
        self.world = world
        self._done.append(Action(seat, (world.point(piece),), world))

    def _do(self, seat: int, pieces: Iterable[Piece]) -> None:
        """One hand lays these pieces (as they shall lie) in one go."""
        pieces = tuple(pieces)
        reach = [self.world.point(self.world.pieces[piece.id]) for piece in pieces]
        self.world = self.world.lay(pieces)
        reach += [self.world.point(piece) for piece in pieces[-1:]]
        self._done.append(Action(seat, tuple(reach[-4:]), self.world))

    def _put_away(self, away: list[Moved], wanted: Midway) -> None:
        def whose(moved: Moved) -> tuple[int, bool, str]:
            return self._owner(moved, wanted.seat), self._layer.places[moved.place].mat > 0, moved.place

        if wanted.one_by_one:
            away = sorted(away, key=lambda moved: (moved.piece.front, -moved.piece.z))
            for moved in away:
                self._do(self._owner(moved, wanted.seat), self._laid(self.world, moved))
            return
        self._in_one_go(away, whose, wanted.seat)

    def _in_one_go(self, pieces: Iterable[Moved], together: Callable[[Moved], Any], seat: int) -> None:
        """Each group of these pieces is laid by one hand at once."""
        for _, group in groupby(sorted(pieces, key=together), together):
            anew: list[Piece] = []
            some, world = list(group), self.world
            for moved in some:
                laid = self._laid(world, moved)
                anew += laid
                world = world.lay(laid)
            self._do(self._owner(some[0], seat), anew)

    def _coins(self, pieces: Iterable[Moved]) -> tuple[list[Moved], list[Moved]]:
        """Of these pieces the coins that purses give and get, and the rest.

        Where no mat has a place for purses nobody looks on: there they have been moved already.
        """
        coins, rest = list[Moved](), list[Moved]()
        for moved in pieces:
            ends = (self._layer.places[moved.place], self._layer.places[moved.piece.place])
            purse = next((place for place in ends if place.role == "heap"), None)
            if purse is None:
                rest.append(moved)
            elif purse.width:
                coins.append(moved)
            else:
                self.world = self.world.lay(self._laid(self.world, moved))
        return coins, rest

    def _turn(self, pieces: Iterable[Piece], seat: int) -> None:
        """Pieces that lie together are turned in one go."""
        for place, group in groupby(pieces, lambda piece: piece.place):
            mat = self._layer.places[place].mat
            if mat == 0 and self.forgetful:
                continue
            turned = [self._layer.on_spot(piece, place, int(piece.slot), up=not piece.up) for piece in group]
            self._do(mat - 1 if mat else seat, turned)

    def _laid(self, world: World, moved: Moved) -> tuple[Piece, ...]:
        laid = self._layer.lay(world, moved.piece, moved.place, moved.spot, up=moved.up, column=self.column)
        if self._layer.places[moved.place].kind == "spread":
            self.column = None
        return laid

    def _owner(self, moved: Moved, seat: int) -> int:
        """Who moves a piece: whom it comes to, else whom it leaves; in the middle of the table this seat."""
        place = self._layer.places[moved.place]
        mat = place.mat or moved.piece.mat
        return mat - 1 if mat else seat


def _apart(pieces: Sequence[Moved], layer: Layer) -> tuple[list[Moved], list[Moved]]:
    """What goes onto piles, and the rest."""
    piled = [layer.places[moved.place].kind == "pile" for moved in pieces]
    away = [moved for moved, pile in zip(pieces, piled, strict=True) if pile]
    return away, [moved for moved, pile in zip(pieces, piled, strict=True) if not pile]


def everything(*told: Tableau) -> Tableau:
    """What all of these say lies where; of a place that several speak of the last one counts.

    The order stays that of the first ones: hands lay pieces in it.
    """
    spread: dict[str, tuple[str, ...]] = {}
    spots: dict[str, tuple[str | None, ...]] = {}
    piles: dict[str, int] = {}
    for one in told:
        for kind in (spread, spots, piles):
            for place in {*one.spread, *one.spots, *one.piles} & kind.keys():
                if place not in (one.spread if kind is spread else one.spots if kind is spots else one.piles):
                    del kind[place]
        spread.update(one.spread)
        spots.update(one.spots)
        piles.update(one.piles)
    return Tableau(spread, spots, piles)
