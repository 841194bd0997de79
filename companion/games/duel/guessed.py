"""Where the structure of the next age will lie, when little or nothing is left of this one: a guess, and told as one.

People lay it beside the board, its rows half to one player and half to the other; the last one to three cards of an
age, where such lie there, tell more exactly where that one lay.
"""

import math
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import permutations
from typing import Final, NamedTuple

from companion.games.duel.lattice import Lattice
from companion.games.duel.places import CARD, CARD_FACES, WIDEST
from companion.games.duel.remaining import AGES, ways
from companion.games.duel.rules.facts import FACTS, places
from companion.games.duel.still_standing import BESIDE_BOARD, USUAL, ages_of
from companion.games.frames import Frame, mean, mean_turn
from companion.games.open_table import Thing
from vision.sighting import Point

_FEW: Final = 3
"""Cards that lie there at most: more of them tell the structure by themselves."""
_OFF: Final = 9.0
"""mm by which a card may lie beside its place, once all are moved alike: rows and columns lie closer or less so."""
_HALF, _ROW = USUAL
_NEAR: Final = (_HALF, _ROW)
"""mm by which a structure lies beside where it is looked for: any further, and its next column or row would fit."""
_ROWS: Final = max(len(layout.rows) for layout in FACTS.layouts)


class Guessed(NamedTuple):
    """A structure's lattice, and the cards that lie in it."""

    lattice: Lattice
    cards: tuple[Thing, ...] = ()

    def tells_more(self, other: Lattice, cards: Sequence[Thing]) -> bool:
        """Whether another lattice, of few cards, lies where nobody lays one: the discard pile is among them."""
        off = self.lattice.frame.own((other.frame.x, other.frame.y))
        far = any(abs(by) > most for by, most in zip(off, _NEAR, strict=True))
        return far and len(self.cards) + 1 >= len(cards) and len(cards) <= _FEW


def guessed(between: Sequence[Thing], angle: float, board: Point | None, middle: Point) -> Guessed:
    """Where a structure is looked for, beside the middle of the board, if that is seen, else in the table's middle.

    ``between``: the cards that lie between the players; ``angle``: how one of these looks at them (degrees).
    """
    frame = Frame(0.0, 0.0, mean_turn([card.turn for card in between]) if between else angle)
    u, v = frame.own(board or middle)
    if board is not None:
        u += math.copysign((WIDEST - 1) * _HALF + CARD[0] / 2 + BESIDE_BOARD, frame.own(middle)[0] - u)
    first = u, v - _ROW * (_ROWS - 1) / 2
    cards: tuple[Thing, ...] = ()
    best = 0, 0.0
    by = 0.0, 0.0
    for lying, moved in _fits(between, frame, first):
        worth = len(lying), -math.hypot(*moved)
        if worth > best:
            best, cards, by = worth, lying, moved
    origin = frame.table((first[0] + by[0], first[1] + by[1]))
    return Guessed(Lattice(Frame(*origin, frame.angle), USUAL), cards)


def _fits(between: Sequence[Thing], frame: Frame, first: Point) -> Iterator[tuple[tuple[Thing, ...], Point]]:
    """Cards that may be what is left of an age, and how far (mm) all would lie beside where they are looked for."""
    for age in AGES:
        up = [card for card in between if card.face in CARD_FACES and age in ages_of(card.face)]
        for slots in _few_left(age):
            for cards in permutations(up, len(slots)):
                off = [_beside(frame.own(card.at), slot, first) for card, slot in zip(cards, slots, strict=True)]
                moved = mean(off)
                near = all(abs(by) < most for by, most in zip(moved, _NEAR, strict=True))
                if near and all(math.dist(one, moved) < _OFF for one in off):
                    yield cards, moved


def _beside(at: Point, slot: tuple[int, int], first: Point) -> Point:
    row, x = slot
    return at[0] - first[0] - (x - WIDEST) * _HALF, at[1] - first[1] - row * _ROW


@cache
def _few_left(age: int) -> tuple[tuple[tuple[int, int], ...], ...]:
    """The ways in which few cards of an age are left: the row and place of each."""
    slots = [(row, x) for row, laid in enumerate(FACTS.layouts[age].rows) for x in laid.x]
    few = (standing for standing in ways(age) if standing.bit_count() <= _FEW)
    return tuple(tuple(slots[slot] for slot in places(standing)) for standing in few)
