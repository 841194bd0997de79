"""From a whole table that the camera has read to a proposal: who sits where with what, and where things will lie.

A game says what its pieces tell by its facet ``proposal`` (``propose``); what all games share is here: the things
that were found, places where they lie, and the parts of a table as a layout (``frames`` has the geometry).
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol, cast

import msgspec
from msgspec.structs import replace

from companion.errors import Unusable
from companion.games.catalogue import Together, facet
from companion.games.frames import Frame, Rect, about, about_spots, mean, of_place
from companion.games.layout import RIM, Layout, Lie, moved, sheet
from companion.games.mats import Place
from companion.games.vocabulary import Line
from vision.sighting import Coin, Point, Spot, Survey, Surveyed

_NAMED = 0.5
"""Probability from which on a piece is taken to be what it seems."""
_IN_A_ROW = 0.05
"""The same, of a piece beside another that is surely of its kind: tokens are put down in rows, and what lies in one is
one of them nineteen times out of twenty."""
_SIZE_OFF = 20.0
"""mm by which what people say is a piece may seem larger or smaller than it."""
_BESIDE = 1.5
"""How many times its own size a piece in a row is at most from the next, middle to middle."""


class Proposal(msgspec.Struct, frozen=True):
    """See ``referee.messages.Proposed``."""

    setup: dict[str, Any]
    layout: Layout
    outlines: dict[str, tuple[Point, ...]]
    doubts: tuple[Line, ...] = ()


class Proposer(Protocol):
    """A game's facet ``proposal``; of what it holds only ``propose`` must be there.

    ``COINS``: those that lie before the players and need not be enrolled. ``rounds``: the diameters (mm) of what is
    round, lies on a table set up so, and is found by its rim where the box does not know it; ``SIZES``: width and
    height (mm) of what is found by its sides so. Of no game's own: none.
    """

    COINS: tuple[Coin, ...]
    SIZES: tuple[tuple[float, float], ...]

    def rounds(self, wanted: Mapping[str, Any], /) -> tuple[float, ...]:
        """See above; ``wanted`` as of ``propose``. Raises ``Unusable``."""

    def propose(self, survey: Survey, wanted: Mapping[str, Any], /) -> Proposal:
        """How this table is laid out; ``wanted``: what a person has said of it already. Raises ``Unusable``.

        Always said: the game, and how many ``players`` there are, where somebody has said it.
        """

    def seated(self, setup: Mapping[str, Any], /) -> Sequence[Any]:
        """What stands before each seat by a set-up, in their order; without it, the ``wonders``."""


class _Usual:
    """What is true of a game that says nothing of it."""

    COINS = ()
    SIZES = ()

    @staticmethod
    def rounds(wanted: Mapping[str, Any]) -> tuple[float, ...]:  # noqa: ARG004 - as any game's
        return ()

    @staticmethod
    def seated(setup: Mapping[str, Any]) -> Sequence[Any]:
        return tuple(setup.get("wonders", ()))


def proposed(game: str, survey: Survey, wanted: Mapping[str, Any]) -> Proposal:
    """What a game makes of a survey. Raises ``Unusable`` where it can make nothing of it.

    That not everybody is seen who plays, by what people have said, is a doubt of any game.
    """
    found = _proposer(game).propose(survey, wanted)
    seen, players = len(seated(game, found.setup)), wanted.get("players") or 0
    if seen >= players:
        return found
    return replace(found, doubts=(*found.doubts, players_unseen(seen, players)))


def players_unseen(seen: int, players: int) -> Line:
    """The doubt that before so many of the players only is something seen to belong to them."""
    return Line("players_unseen", {"seen": seen, "players": players})


def seated(game: str, setup: Mapping[str, Any]) -> tuple[Any, ...]:
    """What stands before each seat by a set-up, in their order."""
    return tuple(_proposer(game).seated(setup))


class Sought(NamedTuple):
    """What a survey finds whether a box knows it or not: see ``Watch``, whose fields these are."""

    coins: tuple[Coin, ...] = ()
    rounds: tuple[float, ...] = ()
    sizes: tuple[tuple[float, float], ...] = ()


def sought(game: str, wanted: Mapping[str, Any]) -> Sought:
    """What a survey of this game's table is to find so.

    Raises ``Unusable``: a camera cannot set it up.
    """
    proposer = _proposer(game)
    return Sought(proposer.COINS, proposer.rounds(wanted), proposer.SIZES)


def _proposer(game: str) -> Proposer:
    known = facet(game, "proposal") if game else None
    if known is None:
        raise Unusable(f"{game or 'this game'}: it cannot be set up by camera yet", "no_proposal")
    return cast("Proposer", Together(known, _Usual()))


def filling(place: Place, rect: Rect) -> Place:
    """The same place, elsewhere."""
    return replace(place, x=rect.left, y=rect.top, width=rect.width, height=rect.height)


def with_spots(place: Place, spots: Sequence[Spot], rim: float = 0.0) -> Place:
    """The same place with these spots, and so many mm around them."""
    whole = about_spots(spots)
    return replace(filling(place, whole.grown(rim)), spots=tuple(spots))


class Thing(NamedTuple):
    """A piece that was found: its face (empty: not told), its corners in mm, its middle and turn (degrees)."""

    face: str
    quad: tuple[Point, ...]
    x: float
    y: float
    turn: float

    @property
    def at(self) -> Point:
        """Its middle."""
        return self.x, self.y

    @property
    def size(self) -> tuple[float, float]:
        """Its width and height, mm."""
        return math.dist(*self.quad[:2]), math.dist(*self.quad[1:3])

    def lying_as(self, size: tuple[float, float]) -> "Thing":
        """The same thing with the turn at which its longer side is that of a piece of this size (mm)."""
        width, height = self.size
        return self._replace(turn=self.turn + 90.0) if (width > height) == (size[0] < size[1]) else self


def nearest(thing: Thing, others: Iterable[Thing]) -> float:
    """How far (mm) a thing lies from the nearest of others; there is at least one."""
    return min(math.dist(thing.at, other.at) for other in others)


def things(pieces: Iterable[Surveyed]) -> tuple[Thing, ...]:
    """What was found, with names where they are likelier than not."""
    found = tuple(pieces)
    alone = tuple(_thing(piece, _NAMED) for piece in found)
    sure = [thing for thing in alone if thing.face]
    return tuple(
        thing if thing.face or not _in_a_row(thing, piece, sure) else _thing(piece, _IN_A_ROW)
        for thing, piece in zip(alone, found, strict=True)
    )


def _in_a_row(thing: Thing, piece: Surveyed, sure: Iterable[Thing]) -> bool:
    """Whether a piece lies beside one that is surely of the kind that it may be of."""
    size = math.dist(piece.quad[0], piece.quad[1])
    kinds = {face.face.rpartition("/")[0] for face in piece.faces[:1]}
    return any(
        one.face.rpartition("/")[0] in kinds
        and math.dist(one.at, thing.at) < _BESIDE * min(size, math.dist(one.quad[0], one.quad[1]))
        for one in sure
    )


def _thing(piece: Surveyed, likely_from: float) -> Thing:
    likely = piece.faces and piece.faces[0].probability >= likely_from
    (x0, y0), (x1, y1), *_ = piece.quad
    turn = math.degrees(math.atan2(y1 - y0, x1 - x0))
    return Thing(piece.faces[0].face if likely else "", piece.quad, *mean(piece.quad), turn)


def told_lying(wanted: Mapping[str, Any]) -> Mapping[str, Point]:
    """Where people say that places are (``lies`` of what they said of the table: by their names, mm on it).

    See ``vocabulary.to_be_tapped``. Raises ``Unusable``.
    """
    try:
        return msgspec.convert(wanted.get("lies", {}), dict[str, Point])
    except msgspec.ValidationError as error:
        raise Unusable(f"where something lies cannot be read: {error}") from error


def lying_at(point: Point, size: tuple[float, float], angle: float, found: Iterable[Thing]) -> Thing:
    """The piece of this size that people say lies there: what is found about there, or one with this turn."""
    near = [
        thing for thing in found if math.dist(thing.at, point) < min(size) / 2 and off_size(thing, size) < _SIZE_OFF
    ]
    if near:
        return min(near, key=lambda one: off_size(one, size)).lying_as(size)
    width, height = size
    corners = Rect(-width / 2, -height / 2, width / 2, height / 2).corners()
    return Thing("", tuple(Frame(*point, angle).table(corner) for corner in corners), *point, angle)


def off_size(thing: Thing, size: tuple[float, float]) -> float:
    """By how many mm a thing is larger or smaller than this (in mm, either way round), the side that is off further."""
    return max(abs(a - b) for a, b in zip(sorted(thing.size), sorted(size), strict=True))


class Part(NamedTuple):
    """A part of the table, and the places in it, in mm of its frame."""

    number: int
    frame: Frame
    places: tuple[Place, ...]


def laid_out(
    survey: Survey, parts: Sequence[Part], without: Sequence[str]
) -> tuple[Layout, dict[str, tuple[Point, ...]]]:
    """The layout of these parts, each on a sheet that just holds its places; and the places' outlines on the table.

    A part of which nothing was seen has no sheet.
    """
    mats, places, outlines = [], [], {}
    for number, frame, mine in (part for part in parts if part.places):
        rects = [of_place(place) for place in mine]
        whole = about(point for rect in rects for point in rect.grown(RIM).corners())
        size = float(math.ceil(whole.width)), float(math.ceil(whole.height))
        x, y = frame.table((whole.left + size[0] / 2, whole.top + size[1] / 2))
        mats.append(replace(sheet(number, Lie(x, y, frame.angle), size, survey.tags), lens=survey.lens))
        places += [moved(replace(place, mat=number), -whole.left, -whole.top) for place in mine]
        outlines.update(
            {
                place.name: tuple(frame.table(corner) for corner in rect.corners())
                for place, rect in zip(mine, rects, strict=True)
            }
        )
    return Layout(tuple(mats), tuple(places), tuple(without)), outlines


def as_seated(layout: Layout, seen: Sequence[Any], wanted: Sequence[Any]) -> Layout | None:
    """The same table with its seats counted as ``wanted`` has them; None: they do not sit round it in that order."""
    here, there = ([list(own) if isinstance(own, tuple) else own for own in some] for some in (seen, wanted))
    turns = [by for by in range(len(here)) if here[-by:] + here[:-by] == there] if len(here) == len(there) else []
    return renumbered(layout, turns[0], len(there)) if turns else None


def renumbered(layout: Layout, by: int, players: int) -> Layout:
    """The same table where seat k is seat k + ``by``, round the table; where the first one sits is not to be seen."""

    def seat(number: int) -> int:
        return (number + by) % players

    def place(old: Place) -> Place:
        if old.mat == 0:
            return old
        name, under = (of_seat(each, old.mat - 1) for each in (old.name, old.under))
        own = old.seat if old.seat is None else seat(old.seat)
        return replace(old, name=name, mat=seat(old.mat - 1) + 1, seat=own, under=under)

    def of_seat(name: str, number: int) -> str:
        return "/".join(str(seat(number)) if part == str(number) else part for part in name.split("/"))

    def without(name: str) -> str:
        return "/".join(str(seat(int(part))) if part.isdecimal() else part for part in name.split("/"))

    mats = tuple(replace(mat, number=seat(mat.number - 1) + 1) if mat.number else mat for mat in layout.mats)
    beside = tuple(replace(piece, seat=seat(piece.seat)) for piece in layout.beside)
    return Layout(mats, tuple(map(place, layout.places)), tuple(map(without, layout.without)), beside)
