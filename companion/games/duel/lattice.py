"""The structure of the first age as it lies on an open table: a lattice fitted to the cards whose faces are seen.

People lay its rows evenly, but nobody lays them at printed distances. Cards that are covered need not be seen: where
they lie follows from the others, and so do the places of the structures of the ages to come.
"""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, product
from typing import Final, NamedTuple

from companion.games.duel.places import CARD, WIDEST, slot_at
from companion.games.duel.rules.facts import FACTS
from companion.games.frames import Frame, mean_turn
from companion.games.open_table import Thing
from vision.sighting import Point, Spot

_LAYOUT = FACTS.layouts[1]
_UP = {row: laid.x for row, laid in enumerate(_LAYOUT.rows) if laid.face_up}
"""The rows of the first age that lie face up, and the places of their cards."""
_FEWEST = 7
"""Cards that tell the lattice though others do not lie in it: the longest row and one more."""
_FEWEST_ALL = 4
"""The same where all of them lie in it, in one way only: two rows and two columns are told, each by two cards."""
_ONE_ROW = CARD[1] / 4
"""mm by which cards of one row may be out of line; rows that are both face up are further apart."""
OFF: Final = 9.0
"""mm by which a card may lie beside its place when the lattice is fitted."""
_HALF = 0.46 * CARD[0], 0.8 * CARD[0]
"""Half the distance of neighbours in a row (mm): they hardly overlap, and lie close enough to be covered in twos."""
_ROWS = 0.2 * CARD[1], CARD[1]
"""The distance of two rows (mm): a strip of each card shows, and the next row lies on it."""
USUAL_ROWS: Final = 0.55 * CARD[1]
"""The same where nothing tells it: a little more than half a card, as the rulebook shows it, so that symbols show."""

Slot = tuple[int, int]
"""A row, and half cards from the left."""


class Lattice(NamedTuple):
    """``frame``: the origin in the middle of the first row, turned as the cards are; ``steps``: see ``slot_at``."""

    frame: Frame
    steps: tuple[float, float]

    def spot(self, name: str) -> Spot:
        """Where a card of the structure lies (mm in the frame), by its place's name."""
        return slot_at(name, (0.0, 0.0), self.steps)


class Line(NamedTuple):
    """Evenly spaced numbers: the one that is counted 0, and the step."""

    start: float
    step: float

    def at(self, number: float) -> float:
        """The one that is counted so."""
        return self.start + number * self.step


def fitted(cards: Sequence[Thing]) -> Lattice | None:
    """The lattice in which most of these cards (face up, of the first age) lie; None: too few do."""
    if len(cards) < _FEWEST_ALL:
        return None
    frame = Frame(0.0, 0.0, mean_turn([card.turn for card in cards]))
    for _ in range(2):
        found = _fitted([frame.own(card.at) for card in cards])
        if found is None:
            return None
        along, down, tilt = found
        origin = frame.table((along.start, down.start))
        frame = Frame(0.0, 0.0, frame.angle + tilt)
    return Lattice(Frame(*origin, frame.angle), (along.step, down.step))


def of_last_row(cards: Sequence[Thing]) -> Lattice | None:
    """The lattice of which only the last row is read, whole: none is as long. How far off the others lie is guessed."""
    last = max(_UP)
    frame = Frame(0.0, 0.0, mean_turn([card.turn for card in cards])) if cards else Frame(0.0, 0.0, 0.0)
    points = [frame.own(card.at) for card in cards]
    if len(points) != len(_UP[last]) or len(_heights(points, _ONE_ROW)) != 1:
        return None
    for along in alongside(dict.fromkeys(points, last), {last: _UP[last]}, _HALF):
        taken = in_slots(dict.fromkeys(points, last), {last: _UP[last]}, along)
        if len(taken) == len(points):
            even = line_through([(x - WIDEST, u) for (_, x), (u, _) in taken.items()])
            level = sum(v for _, v in points) / len(points)
            origin = frame.table((even.start, level - last * USUAL_ROWS))
            return Lattice(Frame(*origin, frame.angle), (even.step, USUAL_ROWS))
    return None


def undecided(cards: Sequence[Thing]) -> bool:
    """Whether few cards (as ``fitted``) all lie in a lattice, and in another one as well."""
    if not _FEWEST_ALL <= len(cards) < _FEWEST:
        return False
    frame = Frame(0.0, 0.0, mean_turn([card.turn for card in cards]))
    ways = _ways([frame.own(card.at) for card in cards])
    return len(ways) > 1 and len(ways[0]) == len(cards)


def _fitted(points: Sequence[Point]) -> tuple[Line, Line, float] | None:
    """Along the rows (from their middle, in half cards), down the rows, and by how much they fall (degrees)."""
    ways = _ways(points)
    if not ways:
        return None
    best = ways[0]
    told = len(best) >= _FEWEST or (len(best) == len(points) and len(ways) == 1)
    if not told or len({row for row, _ in best}) < 2:
        return None
    slope = _slope(best)
    along = line_through([(x - WIDEST, u) for (_, x), (u, _) in best.items()])
    down = line_through([(row, v - slope * u) for (row, _), (u, v) in best.items()])
    down = Line(down.at(0) + slope * along.start, down.step)
    return along, down, math.degrees(slope)


def _ways(points: Sequence[Point]) -> list[Mapping[Slot, Point]]:
    """The ways in which most of these lie in the structure, the likeliest first."""
    found: list[Mapping[Slot, Point]] = []
    for down in _downwards(points):
        rows = {point: row for point in points for row in _UP if abs(point[1] - down.at(row)) < OFF}
        for along in alongside(rows, _UP, _HALF):
            taken = in_slots(rows, _UP, along)
            if not found or len(taken) > len(found[0]):
                found = [taken]
            elif len(taken) == len(found[0]) and taken not in found:
                found.append(taken)
    return found


def _downwards(points: Sequence[Point]) -> list[Line]:
    """Where the rows may lie: cards in line are a row, and two of the rows are known by their order.

    First those whose rows cover each other by about a half, as the rulebook shows it.
    """
    lines = downwards(points, _UP, _ROWS, _ONE_ROW)
    return sorted(lines, key=lambda line: abs(line.step - CARD[1] / 2))


def _heights(points: Sequence[Point], apart: float) -> list[float]:
    """The heights (mm) at which cards lie in line, from above; cards nearer than ``apart`` are in one row."""
    heights: list[list[float]] = []
    for v in sorted(v for _, v in points):
        if heights and v - heights[-1][-1] < apart:
            heights[-1].append(v)
        else:
            heights.append([v])
    return [sum(row) / len(row) for row in heights]


def downwards(points: Sequence[Point], rows: Iterable[int], steps: tuple[float, float], apart: float) -> Iterator[Line]:
    """Where the rows may lie: two heights at which cards lie are any two of them.

    ``steps``: the least and the most from row to row (mm); ``apart``: see ``_heights``.
    """
    for (upper, lower), (above, below) in product(combinations(_heights(points, apart), 2), combinations(rows, 2)):
        step = (lower - upper) / (below - above)
        if steps[0] <= step <= steps[1]:
            yield Line(upper - above * step, step)


def alongside(rows: Mapping[Point, int], xs: Mapping[int, Sequence[int]], steps: tuple[float, float]) -> Iterator[Line]:
    """Where the columns may lie: any two cards may be any two of their rows' (``xs``)."""
    for (one, row), (other, second) in combinations(sorted(rows.items()), 2):
        for left in xs[row]:
            for right in xs[second]:
                step = (other[0] - one[0]) / (right - left) if right > left else 0.0
                if steps[0] <= step <= steps[1]:
                    yield Line(one[0] - (left - WIDEST) * step, step)


def in_slots(rows: Mapping[Point, int], xs: Mapping[int, Sequence[int]], along: Line) -> dict[Slot, Point]:
    """The card in each slot, the nearest where there are several."""
    found: dict[Slot, tuple[float, Point]] = {}
    for point, row in rows.items():
        off, x = min((abs(point[0] - along.at(x - WIDEST)), x) for x in xs[row])
        if off < OFF and (off, point) < found.get((row, x), (OFF, point)):
            found[row, x] = off, point
    return {slot: point for slot, (_, point) in found.items()}


def _slope(taken: Mapping[Slot, Point]) -> float:
    """By how much the rows fall to the right."""
    falls = rights = 0.0
    for row in _UP:
        mine = [point for (other, _), point in taken.items() if other == row]
        u, v = (sum(point[k] for point in mine) / max(1, len(mine)) for k in (0, 1))
        falls += sum((point[0] - u) * (point[1] - v) for point in mine)
        rights += sum((point[0] - u) ** 2 for point in mine)
    return falls / rights if rights else 0.0


def line_through(pairs: Sequence[tuple[float, float]]) -> Line:
    """The least squares' line through numbers and what was measured there."""
    number, measured = (sum(pair[k] for pair in pairs) / len(pairs) for k in (0, 1))
    step = sum((n - number) * (m - measured) for n, m in pairs) / sum((n - number) ** 2 for n, _ in pairs)
    return Line(measured - number * step, step)
