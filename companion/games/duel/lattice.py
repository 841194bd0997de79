"""The structure of the first age as it lies on an open table: a lattice fitted to the cards whose faces are seen.

People lay its rows evenly, but nobody lays them at printed distances. Cards that are covered need not be seen: where
they lie follows from the others, and so do the places of the structures of the ages to come.
"""

import math
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import combinations, product
from typing import Final, NamedTuple

from companion.games.duel.places import CARD, WIDEST, slot_at, slots
from companion.games.duel.rules.facts import FACTS
from companion.games.frames import Frame, Rect, about, about_spots, mean_turn
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

_SLOTS = dict(zip(((row, x) for row, laid in enumerate(_LAYOUT.rows) for x in laid.x), slots(1), strict=True))
"""The names of the first age's places."""


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
    """The lattice in which most of these cards (face up, of the first age) lie; None: too few do, or in several."""
    frame, ways = _seen_upright(cards)
    if len(ways) != 1:
        return None
    once = _lattice(frame, ways[0])
    frame = Frame(0.0, 0.0, once.frame.angle)
    again = _told([frame.own(card.at) for card in cards])
    return _lattice(frame, again[0]) if again else once


def likeliest(cards: Sequence[Thing], found: Sequence[Thing]) -> tuple[Lattice, bool] | None:
    """Of several lattices in which as many of these cards lie the one that what was ``found`` speaks for most.

    And whether it does: something, with a name or without, lies in each of its places, and so in no other lattice.
    Where nothing speaks it is the one whose rows cover each other by about a half. None: there are not several.
    """
    frame, ways = _seen_upright(cards)
    if len(ways) < 2:
        return None
    lattices, others = [_lattice(frame, way) for way in ways], [thing for thing in found if thing not in cards]
    filled = [len(way) + _filled(lattice, way, others) for lattice, way in zip(lattices, ways, strict=True)]
    most = max(filled)
    return lattices[filled.index(most)], most == len(_SLOTS) and filled.count(most) == 1


def _seen_upright(cards: Sequence[Thing]) -> tuple[Frame, list[Mapping[Slot, Point]]]:
    """A frame turned as these cards are, and the ways in which enough of them lie in the structure."""
    if len(cards) < _FEWEST_ALL:
        return Frame(0.0, 0.0, 0.0), []
    frame = Frame(0.0, 0.0, mean_turn([card.turn for card in cards]))
    return frame, _told([frame.own(card.at) for card in cards])


def _told(points: Sequence[Point]) -> list[Mapping[Slot, Point]]:
    """The ways in which enough of these lie in the structure, in two rows at least, the likeliest first."""
    ways = [way for way in _ways(points) if len({row for row, _ in way}) > 1]
    return [way for way in ways if len(way) >= _FEWEST or len(way) == len(points)]


def _filled(lattice: Lattice, taken: Collection[Slot], others: Sequence[Thing]) -> int:
    """In how many other slots something lies where the upper part of a card is seen, less what reaches out of them."""
    rects = [about(map(lattice.frame.own, thing.quad)) for thing in others]
    spots = {slot: lattice.spot(name) for slot, name in _SLOTS.items()}
    upper = [(spot.x, spot.y - spot.height / 4) for slot, spot in spots.items() if slot not in taken]
    whole = about_spots(spots.values())
    reaching = sum(rect.meets(whole) and not _lies_within(whole, rect) for rect in rects)
    return sum(any(rect.grown(OFF).holds(point) for rect in rects) for point in upper) - reaching


def _lies_within(whole: Rect, rect: Rect) -> bool:
    """Whether a rectangle lies in the structure, but for what cards lie beside their places."""
    return all(map(whole.grown(2 * OFF).holds, rect.corners()))


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


def _lattice(frame: Frame, taken: Mapping[Slot, Point]) -> Lattice:
    """The lattice of cards in these slots (mm in the frame), turned by as much as its rows fall."""
    slope = _slope(taken)
    along = line_through([(x - WIDEST, u) for (_, x), (u, _) in taken.items()])
    down = line_through([(row, v - slope * u) for (row, _), (u, v) in taken.items()])
    origin = frame.table((along.start, down.at(0) + slope * along.start))
    return Lattice(Frame(*origin, frame.angle + math.degrees(slope)), (along.step, down.step))


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
