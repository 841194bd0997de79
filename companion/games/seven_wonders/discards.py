"""The discard pile of an open table of 7 Wonders on which a game is being played.

What lies face down in the middle is that pile, decks of ages to come, or, with two players, what is drawn from.
"""

import math
from collections.abc import Iterable, Sequence
from functools import cache
from typing import NamedTuple

from companion.games.frames import Rect, mean
from companion.games.open_table import Thing, off_size
from companion.games.seven_wonders.boards import AS_LARGE, Board
from companion.games.seven_wonders.places import BACKS, CARD, STRIP, face_of
from companion.games.seven_wonders.rules.facts import CARDS, TABLE

_BELOW = 8.0
"""mm by which a card for a stage lies elsewhere than its place below a board."""


class Seat(NamedTuple):
    """A board and the cards of its city."""

    board: Board
    cards: Sequence[Thing]


class Pile(NamedTuple):
    """What is the discard pile, if anything is; ``unsure``: people are to say where it lies."""

    there: Thing | None = None
    unsure: bool = False


def pile_of(seats: Sequence[Seat], found: Sequence[Thing], *, drawn_from: bool) -> Pile:
    """The discard pile; ``drawn_from``: there is another pile of the age that is played, as with two players."""
    if not any(seat.cards for seat in seats):
        return Pile()
    now = _age(seats, found)
    if now == 1 and not _discarded(seats, found):
        return Pile()
    apart = [thing for thing in found if _lies_apart(thing, seats)]
    backs = [thing for thing in apart if thing.face in BACKS[:now]]
    nameless = [thing for thing in apart if not thing.face]
    middle = mean([seat.board.frame.table((0.0, 0.0)) for seat in seats])
    # An earlier age's cards were put away when it was over: what is left of them are discards.
    there = min(backs or nameless, key=lambda thing: (thing.face, math.dist(thing.at, middle)), default=None)
    if there is None:
        return Pile(None, now > 1)
    alike = [thing for thing in apart if thing.face == there.face]
    of_now = there.face in ("", BACKS[now - 1])
    return Pile(there, len(alike) > 1 or (of_now and (drawn_from or bool(nameless))))


def _age(seats: Sequence[Seat], found: Sequence[Thing]) -> int:
    """The age that is played, as far as cards of it lie before players."""
    ready = [seat.board.ready for seat in seats if seat.board.ready is not None]
    under = [thing for seat in seats for thing in _for_stages(seat.board, found)]
    backs = [BACKS.index(thing.face) + 1 for thing in (*ready, *under) if thing.face in BACKS]
    return max([1, *backs, *(_earliest()[card.face] for seat in seats for card in seat.cards)])


@cache
def _earliest() -> dict[str, int]:
    """The age of each face; of what looks the same in two the first."""
    return {
        face: card.age
        for card in sorted(CARDS, key=lambda card: -card.age)
        for face in (card.face, face_of(card.place))
    }


def _discarded(seats: Sequence[Seat], found: Sequence[Thing]) -> bool:
    """Whether somebody has discarded in the first age: not where all have played as many cards, before its end.

    Who has no card ready while others do has laid one more.
    """
    some_ready = any(seat.board.ready is not None for seat in seats)
    played = {
        len(seat.cards) + len(_for_stages(seat.board, found)) - (some_ready and seat.board.ready is None)
        for seat in seats
    }
    return len(played) > 1 or max(played) >= TABLE.turns


def _for_stages(board: Board, found: Iterable[Thing]) -> list[Thing]:
    """The cards that stick out below a board: backs, of which it may cover most, and what has no name."""
    left, _, right, bottom = board.rect.grown(_BELOW)
    strip = Rect(left, board.rect.bottom, right, bottom + STRIP)
    under = strip._replace(top=board.rect.bottom - CARD[1] / 2)
    places = ((thing, under if thing.face in BACKS else strip) for thing in found if thing.face in ("", *BACKS))
    return [thing for thing, place in places if place.holds(board.frame.own(thing.at))]


def _lies_apart(thing: Thing, seats: Sequence[Seat]) -> bool:
    """Whether a pile of cards lies before nobody."""
    as_large = thing.face in BACKS or (not thing.face and off_size(thing, CARD) < AS_LARGE)
    mine = any(thing is seat.board.ready for seat in seats)
    return as_large and not mine and all(seat.board.off(thing.at) > CARD[1] for seat in seats)
