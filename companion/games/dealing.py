"""What a game tells of a real table, so that the twin can play it: the shape of a game's facet ``twin``.

The facet has one constant, ``TWIN``. What hands do follows from the difference of two tableaux (facet ``seen``); a
game says only what no tableau knows: which pieces there are, and in which order they lie face down.
"""

from collections.abc import Callable, Iterable, Mapping
from random import Random
from typing import Any, Protocol

import msgspec

from companion.games.mats import Place
from companion.games.vocabulary import Order, Tableau

FACE_DOWN = "~"
"""Before a front's face in what ``PiledOrder.lies`` says: this very piece, with its back up."""


class Lot(msgspec.Struct, frozen=True):
    """Pieces that lie in one place before the first move: in a pile the lowest first, else from the ``first`` spot on.

    ``pieces``: the two faces of each, front and back. ``up``: whether the fronts show.
    """

    place: str
    pieces: tuple[tuple[str, str], ...]
    up: bool = True
    first: int = 0


class PiledOrder(Order, Protocol):
    """A hidden order that also says how the piles lie."""

    def piles(self) -> Mapping[str, tuple[str, ...]]:
        """The fronts of piles by their place, the lowest first: only of those that a move may have shuffled."""

    def lies(self, state: Any, /) -> Tableau:
        """What only who dealt knows, instead of what the rules say of these places: see ``FACE_DOWN``."""


class Dealt(msgspec.Struct, frozen=True):
    """A box set up on a table: the set-up that a person would tap in, the hidden order, every piece."""

    setup: Any
    order: PiledOrder
    lots: tuple[Lot, ...]


def one_sided(faces: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """The pieces of a lot of which only one side is ever seen."""
    return tuple((face, face) for face in faces)


def bank(face: str) -> str:
    """The pile of the coins or tokens of this face that are nobody's."""
    return f"bank/{face.partition('/')[2]}"


def purse(coins: int, faces: Iterable[str]) -> tuple[str, ...]:
    """So many coins in as few pieces of these faces as can be; the number at the end of a face is what it is worth."""
    found: list[str] = []
    for value, face in sorted(((int(face.rpartition("/")[2]), face) for face in faces), reverse=True):
        found += [face] * (coins // value)
        coins %= value
    return tuple(sorted(found))


NOTHING = Tableau({}, {}, {})
"""Of no place anything."""


class Midway(msgspec.Struct, frozen=True):
    """How the table lies on the way to the tableau after a move: what a hand has done before something else follows.

    ``seat``: whose hand. ``one_by_one``: it takes piece after piece away, not all in one go. ``pause``: seconds for
    which everybody looks at the table before the next hand comes.
    """

    tableau: Tableau
    seat: int
    one_by_one: bool = False
    pause: float = 0.0


class Column(msgspec.Struct, frozen=True):
    """Cards of one kind in a spread, each a strip lower than the one before; mm on the place's mat.

    ``x``, ``y``: top left corner of the first card. ``bottom``: how far down the lowest card may reach.
    """

    x: float
    y: float
    bottom: float
    strip: float


class Columns(msgspec.Struct, frozen=True):
    """How cards are sorted in the spreads before a seat. ``of``: a face's column; ``by_name``: where it lies."""

    of: Callable[[str], str]
    by_name: Mapping[str, Column]

    @classmethod
    def alike(
        cls, of: Mapping[str, str], tops: Mapping[str, tuple[float, float]], bottom: float, strip: float
    ) -> "Columns":
        """Columns that reach equally far; ``of``: each face's; ``tops``: their first cards' corners."""
        return cls(of.__getitem__, {name: Column(x, y, bottom, strip) for name, (x, y) in tops.items()})


SizeOf = Callable[[str], tuple[float, float]]
"""How large (mm) the piece is that shows a face: each box has its own."""


class Laid(msgspec.Struct, frozen=True):
    """How the people of one table lay a game out where nothing is printed.

    ``places``: of all places that hands need, in mm on the part of the table before a seat (mat ``seat + 1``) or in its
    middle (mat 0), of this ``size`` (mm). ``columns``: how cards are sorted, by the name of a spread. ``facing``: the
    middle lies as seat 0 sees it, else as the camera does.
    """

    size: tuple[float, float]
    places: tuple[Place, ...]
    columns: Mapping[str, "Columns"] = {}
    facing: bool = False


class Mistake(msgspec.Struct, frozen=True):
    """Another move than was to be played, as people play it by mistake; ``said``: what went wrong."""

    move: Any
    said: str


class Tops(Protocol):
    """The fronts that lie uppermost, for who thinks up a mistake."""

    def __call__(self, place: str, /) -> str | None:
        """The front of a pile's uppermost piece; ``None``: the pile is empty."""


Blunder = Callable[[Any, Any, Tops, Random], Mistake | None]
"""Of a state, the move that was to be played and what lies uppermost: a mistake in its stead, where there is one."""


def _no_places(state: Any) -> tuple[Place, ...]:  # noqa: ARG001 - the default of a function of the state
    return ()


def _nothing(state: Any) -> Tableau:  # noqa: ARG001
    return NOTHING


def _at_once(before: Any, move: Any, after: Any) -> tuple[Midway, ...]:  # noqa: ARG001
    return ()


class Twin(msgspec.Struct, frozen=True, kw_only=True):
    """A game's part of the twin; only ``deal`` must be there.

    ``deal``: so many players' table, shuffled by this generator; of a game with several editions, which one
    (``edition``), of one that can be expanded, by what (``expansions``), too. ``columns``: how cards are sorted in a
    spread, else in rows as they come. ``unwatched``: places that no camera watches and a hand needs (a stock, a
    player's coins; a pile with several spots is a heap in so many stacks), and ``also``: how many pieces lie there,
    or which. ``midway``: see there; without it the piece that a move shows is put down first, and all that follows
    comes in one go. ``unseen``: the moves that nobody can see happen; ``at_once``: all make theirs of a turn at one
    time. ``handful``: coins are moved in one go (else one after another). ``open_table``: how people lay the game out
    without mats (a state, a generator, how large pieces are); without it, as its places stand on sheets that are not
    printed. ``deal_open``: like ``deal``, as the game lies when an open table is set up, where that is later than with
    mats. ``margin``: mm of table around the mats, where pieces lie beside them. ``blunders``: mistakes in the game
    itself; those at the table (a card pushed) need no game.
    """

    deal: Callable[..., Dealt]
    columns: Columns | None = None
    unwatched: Callable[[Any], tuple[Place, ...]] = _no_places
    also: Callable[[Any], Tableau] = _nothing
    midway: Callable[[Any, Any, Any], tuple[Midway, ...]] = _at_once
    unseen: tuple[type[Any], ...] = ()
    at_once: bool = False
    handful: bool = False
    open_table: Callable[[Any, Random, SizeOf], Laid] | None = None
    deal_open: Callable[..., Dealt] | None = None
    margin: float = 16.0
    blunders: tuple[Blunder, ...] = ()
