"""The structure of any age on an open table, fitted to what still stands of it in the middle of a game.

Its cards lie between the players, face up or down, in the rows of their age: under a card that lies there others lie,
and what is free lies face up. ``lattice`` fits the whole first age.
"""

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations
from typing import Final, NamedTuple

from companion.games.duel.lattice import (
    OFF,
    USUAL_ROWS,
    Lattice,
    Line,
    Slot,
    alongside,
    downwards,
    in_slots,
    line_through,
)
from companion.games.duel.places import AGE_BACKS, CARD, CARD_FACES, GUILD_BACK, PAWN_FACE, WIDEST
from companion.games.duel.rules.facts import FACTS, places
from companion.games.frames import Frame, Rect, about, mean, mean_turn, of_spot
from companion.games.open_table import Thing
from vision.sighting import Point, Spot

_AGES: Final = range(1, FACTS.table.ages + 1)
_FEWEST: Final = 3
"""Cards that must fit, in two rows at least."""
_FEWEST_LAST: Final = 2
"""The same of the last age, after which nothing is laid out."""
_LEAST: Final = 1.0
"""What a structure must be worth, in cards that fit: three of which as many more are missing may lie anyhow."""
_HALF: Final = 0.46 * CARD[0], 0.66 * CARD[0]
"""Half the distance of neighbours in a row (mm)."""
_ROWS: Final = 0.4 * CARD[1], 0.7 * CARD[1]
"""The distance of two rows (mm): columns of a city, which nobody lays so loosely, do not fit."""
USUAL: Final = (sum(_HALF) / 2, USUAL_ROWS)
"""The same where nothing tells it."""
_ONE_ROW: Final = CARD[1] / 5
_MISSING: Final = 0.5
"""What it costs that nothing was found of a card on which another lies, as a share of a card that was."""
_STRANGE: Final = 0.7
"""The same of a card in the middle that does not fit, and is neither the discard pile nor a deck."""

_IN_THE_WAY: Final = 1.0
"""The same of another piece that lies where a card of the structure lay: nothing did when it was laid out."""
_ASIDE: Final = 0.002
"""What each mm costs by which the structure lies beside where people lay it."""
BESIDE_BOARD: Final = 60.0
"""mm from the structure's longest row to the middle of the board: half of that, 40, and a gap."""


class Standing(NamedTuple):
    """An age, and the lattice in which what is left of its cards lies; ``cards``: which pieces those are."""

    age: int
    lattice: Lattice
    cards: tuple[Thing, ...]


def fitted_to_rest(cards: Sequence[Thing], found: Sequence[Thing], middle: Point) -> Standing | None:
    """The structure in which most of these cards, which lie in the middle, still stand; None: too few do.

    ``found``: all that lies on the table. ``middle``: of the table. Of structures that fit as well as each other it is
    the one that lies beside the board, or nearest to the middle.
    """
    known = [card for card in cards if ages_of(card.face)]
    if not known:
        return None
    frame = Frame(0.0, 0.0, mean_turn([card.turn for card in known]))
    told = [frame.own(thing.at) for thing in found if thing.face]
    nameless = [about(map(frame.own, thing.quad)) for thing in found if not thing.face]
    board = [frame.own(thing.at)[0] for thing in found if thing.face == PAWN_FACE]
    best: tuple[float, int, dict[Slot, Thing]] = (_LEAST, 0, {})
    for age in _AGES:
        mine = {frame.own(card.at): card for card in known if age in ages_of(card.face)}
        for rows, along, taken in _ways(list(mine), age):
            if len({row for row, _ in taken}) < 2 or len(taken) < (_FEWEST if age < _AGES[-1] else _FEWEST_LAST):
                continue
            lying = {slot: mine[point] for slot, point in taken.items()}
            aside = [card for card in known if card not in lying.values()]
            beside = [card for card in aside if _in_line(frame.own(card.at), taken.values(), along)]
            worth = _worth(taken, age, rows, along, nameless) - _STRANGE * _strange(aside, beside, age)
            worth -= _ASIDE * _aside(along, board, frame.own(middle)[0])
            if worth <= best[0]:
                continue
            others = [point for point in told if point not in taken.values()]
            laid = [_card_at((along.at(x - WIDEST), rows.at(row))) for row, x in _numbered(age)]
            worth -= _IN_THE_WAY * sum(_lay_there(point, laid) for point in others)
            worth -= _STRANGE * _sticking_out(nameless, taken.values(), laid)
            if worth > best[0]:
                best = worth, age, lying
    _, age, standing = best
    return _lattice(frame, age, standing) if standing else _last_ones(frame, known, middle, nameless)


def _aside(along: Line, board: Sequence[float], middle: float) -> float:
    """How far (mm) it lies from where people lay it: beside the ``board``, which the pawn tells; else in the middle."""
    if not board:
        return abs(along.start - middle)
    beside = abs(along.start - sum(board) / len(board))
    return abs(beside - (WIDEST - 1) * along.step - CARD[0] / 2 - BESIDE_BOARD)


def _last_ones(frame: Frame, known: Sequence[Thing], middle: Point, nameless: Sequence[Rect]) -> Standing | None:
    """The last age's first row, which is taken last: nothing is laid out after it, so how far rows lie is no matter.

    None where something touches it that nobody can name: rows above it, likely.
    """
    found = _first_ones(frame, known, middle)
    cards = [_card_at(frame.own(card.at)) for card in found.cards] if found is not None else []
    return None if any(rect.meets(card) for rect in nameless for card in cards) else found


def _first_ones(frame: Frame, known: Sequence[Thing], middle: Point) -> Standing | None:
    """Of the cards and the discard pile those that lie beside each other, else the one nearest to the middle."""
    last = _AGES[-1]
    x = FACTS.layouts[last].rows[0].x
    up = sorted((card for card in known if card.face in CARD_FACES and last in ages_of(card.face)), key=_across(frame))
    for one, other in combinations(up, 2):
        (left, v), (right, w) = frame.own(one.at), frame.own(other.at)
        if abs(v - w) < _ONE_ROW and _HALF[0] <= (right - left) / (x[1] - x[0]) <= _HALF[1]:
            return _first_row(frame, {x[0]: one, x[1]: other}, (right - left) / (x[1] - x[0]))
    if not up:
        return None
    nearest = min(up, key=lambda card: math.dist(card.at, middle))
    return _first_row(frame, {x[0]: nearest}, USUAL[0])


def _across(frame: Frame) -> Callable[[Thing], float]:
    return lambda card: frame.own(card.at)[0]


def _first_row(frame: Frame, cards: Mapping[int, Thing], half: float) -> Standing:
    x, one = min(cards.items())
    u, v = frame.own(one.at)
    origin = frame.table((u - (x - WIDEST) * half, v))
    return Standing(_AGES[-1], Lattice(Frame(*origin, frame.angle), (half, USUAL[1])), tuple(cards.values()))


def _lattice(frame: Frame, age: int, lying: Mapping[Slot, Thing]) -> Standing | None:
    points = {slot: frame.own(card.at) for slot, card in lying.items()}
    if len({x for _, x in points}) < 2:
        return None
    along = line_through([(x - WIDEST, point[0]) for (_, x), point in points.items()])
    down = line_through([(row, point[1]) for (row, _), point in points.items()])
    origin = frame.table((along.start, down.start))
    return Standing(age, Lattice(Frame(*origin, frame.angle), (along.step, down.step)), tuple(lying.values()))


@cache
def ages_of(face: str) -> tuple[int, ...]:
    """The ages whose structure a card with this face, or back, may be of."""
    if face in CARD_FACES:
        return (FACTS.cards[FACTS.index[face.removeprefix("duel/")]].age,)
    if face == GUILD_BACK:
        return (_AGES[-1],)
    return (AGE_BACKS.index(face) + 1,) if face in AGE_BACKS else ()


@cache
def _numbered(age: int) -> Mapping[Slot, int]:
    """Each slot's number, by its row and place."""
    slots = [(row, x) for row, laid in enumerate(FACTS.layouts[age].rows) for x in laid.x]
    return {slot: number for number, slot in enumerate(slots)}


@cache
def _beneath(age: int) -> Mapping[Slot, tuple[Slot, ...]]:
    """The slots on which each slot's card lies."""
    numbered = _numbered(age)
    slots = list(numbered)
    found: dict[Slot, list[Slot]] = {slot: [] for slot in slots}
    for slot, number in numbered.items():
        for cover in places(FACTS.layouts[age].covered_by[number]):
            found[slots[cover]].append(slot)
    return {slot: tuple(under) for slot, under in found.items()}


def _strange(aside: Sequence[Thing], beside: Sequence[Thing], age: int) -> int:
    """How many of the cards in the middle that are not in the structure lie there for no reason.

    One that lies face up is the discard pile, unless it lies right ``beside`` a card of the structure, as one of its
    row would; one back of another age is a deck.
    """
    up = sum(card.face in CARD_FACES for card in aside)
    in_line = sum(card.face in CARD_FACES for card in beside)
    of_age = sum(card.face not in CARD_FACES and age in ages_of(card.face) for card in aside)
    return in_line + max(0, up - in_line - 1) + of_age + max(0, len(aside) - up - of_age - 1)


def _in_line(point: Point, standing: Iterable[Point], along: Line) -> bool:
    """Whether a card lies in line with one that still stands, and no further from it than the next of its row."""
    return any(abs(point[1] - v) < OFF and abs(point[0] - u) < 2 * along.step + OFF for u, v in standing)


def _worth(taken: Mapping[Slot, Point], age: int, rows: Line, along: Line, nameless: Sequence[Rect]) -> float:
    """How well it is told by these lying in the structure.

    A card at the edge of what is still its place tells no more than one that does not fit. ``nameless``: where
    something lies that nobody can name, which may be cards that are partly covered.
    """
    beneath, needed, todo = _beneath(age), set[Slot](), list(taken)
    while todo:
        for slot in beneath[todo.pop()]:
            if slot not in needed:
                needed.add(slot)
                todo.append(slot)
    off = sum(
        (point[0] - along.at(x - WIDEST)) ** 2 + (point[1] - rows.at(row)) ** 2 for (row, x), point in taken.items()
    )
    fits = len(taken) - (1 + _STRANGE) * off / OFF**2
    seen = [rect.grown(OFF) for rect in nameless]
    # Of a card on which others lie the upper part is seen.
    upper = ((along.at(x - WIDEST), rows.at(row) - CARD[1] / 4) for row, x in needed - taken.keys())
    return fits - _MISSING * sum(not any(rect.holds(point) for rect in seen) for point in upper)


def _sticking_out(nameless: Sequence[Rect], standing: Iterable[Point], laid: Sequence[Rect]) -> int:
    """How many things that nobody can name touch the structure, and reach to where no card of it was laid."""
    cards = [_card_at(point) for point in standing]
    touching = (rect for rect in nameless if any(rect.grown(OFF).meets(card) for card in cards))
    return sum(not _reach_about([card for card in laid if card.meets(rect)], rect) for rect in touching)


def _reach_about(cards: Sequence[Rect], rect: Rect) -> bool:
    """Whether some cards reach as far as a rectangle does to every side, but for half a row: a fit is not exact."""
    reach = about([corner for card in cards for corner in card.grown(2 * OFF).corners()] or [rect.middle])
    return all(map(reach.holds, rect.corners()))


def _card_at(middle: Point) -> Rect:
    return of_spot(Spot(*middle, *CARD))


def _lay_there(point: Point, laid: Iterable[Rect]) -> bool:
    """Whether a point is where a card of the structure was ``laid``."""
    return any(card.grown(-OFF).holds(point) for card in laid)


def _ways(points: Sequence[Point], age: int) -> Iterator[tuple[Line, Line, dict[Slot, Point]]]:
    """The ways in which these may lie in an age: its rows, its columns, and the card nearest to each slot."""
    xs = {row: laid.x for row, laid in enumerate(FACTS.layouts[age].rows)}
    for down in set(map(_rounded, downwards(points, xs, _ROWS, _ONE_ROW))):
        near = ((point, round((point[1] - down.start) / down.step)) for point in points)
        rows = {point: row for point, row in near if row in xs and abs(point[1] - down.at(row)) < OFF}
        for along in set(map(_rounded, alongside(rows, xs, _HALF))):
            yield down, along, in_slots(rows, xs, along)


def _rounded(line: Line) -> Line:
    """To a thousandth of a mm: what is all but the same is tried once."""
    return Line(round(line.start, 3), round(line.step, 3))


def between(things: Sequence[Thing], sides: Sequence[Frame], reach: float) -> list[Thing]:
    """The cards that lie between two players, at most so far (mm) from the line half way between them.

    Players face each other, whether or not what they have before them lies right opposite.
    """
    half = mean([(side.x, side.y) for side in sides])
    view = Frame(*half, mean_turn([sides[0].angle, sides[1].angle + 180.0]))
    return [thing for thing in things if ages_of(thing.face) and abs(view.own(thing.at)[1]) < reach]
