"""The structure of any age on an open table, fitted to what still stands of it in the middle of a game.

Its cards lie between the players, face up or down, in the rows of their age: under a card that lies there others lie,
and what is free lies face up. ``lattice`` fits the whole first age.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations
from typing import Final, NamedTuple

from companion.games.duel.lattice import Lattice, Line, heights_of, line_through
from companion.games.duel.places import AGE_BACKS, CARD, CARD_FACES, GUILD_BACK, WIDEST
from companion.games.duel.rules.facts import FACTS, places
from companion.games.open_table import Frame, Thing, mean_turn
from vision.sighting import Point

_AGES: Final = range(1, FACTS.table.ages + 1)
_FEWEST: Final = 4
"""Cards that must fit, in two rows at least."""
_OFF: Final = 9.0
"""mm by which a card may lie beside its place."""
_HALF: Final = 0.46 * CARD[0], 0.66 * CARD[0]
"""Half the distance of neighbours in a row (mm)."""
_ROWS: Final = 0.4 * CARD[1], 0.7 * CARD[1]
"""The distance of two rows (mm): columns of a city, which nobody lays so loosely, do not fit."""
_ONE_ROW: Final = CARD[1] / 5
_MISSING: Final = 0.5
"""What it costs that nothing was found of a card on which another lies, as a share of a card that was."""
_STRANGE: Final = 0.7
"""The same of a card in the middle that does not fit."""

_ASIDE: Final = 0.002
"""What each mm costs by which the structure lies beside the table's middle."""

_Slot = tuple[int, int]


class Standing(NamedTuple):
    """An age, and the lattice in which what is left of its cards lies; ``cards``: which pieces those are."""

    age: int
    lattice: Lattice
    cards: tuple[Thing, ...]


def fitted_to_rest(cards: Sequence[Thing], middle: Point) -> Standing | None:
    """The structure in which most of these cards, which lie in the middle, still stand; None: too few do.

    ``middle``: of the table; of structures that fit as well as each other, the one that lies nearest to it.
    """
    known = [card for card in cards if _ages(card.face)]
    if len(known) < _FEWEST:
        return None
    frame = Frame(0.0, 0.0, mean_turn([card.turn for card in known]))
    best: tuple[float, int, dict[_Slot, Thing]] = (0.0, 0, {})
    for age in _AGES:
        mine = {frame.own(card.at): card for card in known if age in _ages(card.face)}
        for along, taken in _ways(list(mine), age):
            worth = _worth(taken, age, len(known)) - _ASIDE * abs(along.start - frame.own(middle)[0])
            if worth > best[0] and len({row for row, _ in taken}) > 1 and len(taken) >= _FEWEST:
                best = worth, age, {slot: mine[point] for slot, point in taken.items()}
    _, age, lying = best
    return _lattice(frame, age, lying) if lying else None


def _lattice(frame: Frame, age: int, lying: Mapping[_Slot, Thing]) -> Standing | None:
    points = {slot: frame.own(card.at) for slot, card in lying.items()}
    if len({x for _, x in points}) < 2:
        return None
    along = line_through([(x - WIDEST, point[0]) for (_, x), point in points.items()])
    down = line_through([(row, point[1]) for (row, _), point in points.items()])
    origin = frame.table((along.start, down.start))
    return Standing(age, Lattice(Frame(*origin, frame.angle), (along.step, down.step)), tuple(lying.values()))


@cache
def _ages(face: str) -> tuple[int, ...]:
    """The ages whose structure a card with this face, or back, may be of."""
    if face in CARD_FACES:
        return (FACTS.cards[FACTS.index[face.removeprefix("duel/")]].age,)
    if face == GUILD_BACK:
        return (_AGES[-1],)
    return (AGE_BACKS.index(face) + 1,) if face in AGE_BACKS else ()


@cache
def _numbered(age: int) -> Mapping[_Slot, int]:
    """Each slot's number, by its row and place."""
    slots = [(row, x) for row, laid in enumerate(FACTS.layouts[age].rows) for x in laid.x]
    return {slot: number for number, slot in enumerate(slots)}


@cache
def _beneath(age: int) -> Mapping[_Slot, tuple[_Slot, ...]]:
    """The slots on which each slot's card lies."""
    numbered = _numbered(age)
    slots = list(numbered)
    found: dict[_Slot, list[_Slot]] = {slot: [] for slot in slots}
    for slot, number in numbered.items():
        for cover in places(FACTS.layouts[age].covered_by[number]):
            found[slots[cover]].append(slot)
    return {slot: tuple(under) for slot, under in found.items()}


def _worth(taken: Mapping[_Slot, Point], age: int, found: int) -> float:
    """How well so many cards that were found are told by these lying in the structure."""
    beneath, needed, todo = _beneath(age), set[_Slot](), list(taken)
    while todo:
        for slot in beneath[todo.pop()]:
            if slot not in needed:
                needed.add(slot)
                todo.append(slot)
    return len(taken) - _MISSING * len(needed - taken.keys()) - _STRANGE * (found - len(taken))


def _ways(points: Sequence[Point], age: int) -> Iterator[tuple[Line, dict[_Slot, Point]]]:
    """The ways in which these may lie in the rows of an age: its columns, and the card nearest to each slot."""
    rows = {row: laid.x for row, laid in enumerate(FACTS.layouts[age].rows)}
    for down in set(_downwards(points, len(rows))):
        mine = {point: row for point in points if (row := round(down.number(point[1]))) in rows and down.near(point[1])}
        for along in set(_alongside(mine, rows)):
            found: dict[_Slot, tuple[float, Point]] = {}
            for point, row in mine.items():
                off, x = min((abs(point[0] - along.at(x - WIDEST)), x) for x in rows[row])
                if off < _OFF and (off, point) < found.get((row, x), (_OFF, point)):
                    found[row, x] = off, point
            yield along, {slot: point for slot, (_, point) in found.items()}


class _Rows(NamedTuple):
    start: float
    step: float

    def number(self, v: float) -> float:
        return (v - self.start) / self.step

    def near(self, v: float) -> bool:
        return abs(v - self.start - round(self.number(v)) * self.step) < _OFF


def _downwards(points: Sequence[Point], rows: int) -> Iterator[_Rows]:
    """Where the rows may lie: two heights at which cards lie are any two of them."""
    for upper, lower in combinations(heights_of(points, _ONE_ROW), 2):
        for apart in range(1, rows):
            step = (lower - upper) / apart
            if _ROWS[0] <= step <= _ROWS[1]:
                for above in range(rows - apart):
                    yield _Rows(round(upper - above * step, 3), round(step, 3))


def _alongside(rows: Mapping[Point, int], xs: Mapping[int, tuple[int, ...]]) -> Iterator[Line]:
    """Where the columns may lie: two cards far apart are any two of their rows'."""
    for (one, row), (other, second) in combinations(sorted(rows.items()), 2):
        for left in xs[row]:
            for right in xs[second]:
                step = (other[0] - one[0]) / (right - left) if right > left else 0.0
                if _HALF[0] <= step <= _HALF[1]:
                    yield Line(round(one[0] - (left - WIDEST) * step, 3), round(step, 3))


def between(things: Sequence[Thing], sides: Sequence[Frame], reach: float) -> list[Thing]:
    """The cards that lie between two players, at most so far (mm) from the line half way between them."""
    (x0, y0), (x1, y1) = ((side.x, side.y) for side in sides)
    far = math.dist((x0, y0), (x1, y1)) or 1.0
    across = (x1 - x0) / far, (y1 - y0) / far
    x, y = (x0 + x1) / 2, (y0 + y1) / 2
    cards = (thing for thing in things if _ages(thing.face))
    return [card for card in cards if abs((card.x - x) * across[0] + (card.y - y) * across[1]) < reach]
