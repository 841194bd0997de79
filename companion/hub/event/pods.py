"""Tables of several: how many sit where, who sits with whom, and on which seat.

Who sits together is a quadratic assignment (places of a table against people who have met): ``scipy`` solves it by FAQ
and mends the answer by exchanging two (2-opt). Measured (repeats: pairs that meet more than once, a time counted each;
``python -m benchmarks.pods``): docs/tournament.md.
"""

from collections.abc import Sequence
from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linear_sum_assignment, quadratic_assignment

Pod = tuple[str, ...]
_WORK = 20_000
"""People squared times the beginnings from which an answer is looked for, where an earlier one has repeats or uneven
seats: the more they are, the fewer must meet again. By ``benchmarks.pods``."""
_MET, _APART, _CLASH, _SEAT = 1000.0, 30.0, 10.0, 3.0
"""What two cost who sit together: who met before (times its square), who are a whole field apart in the standings
(times its square), who need the same seats, and who sits where he sat before. Repeats first, then level tables and
seats against one another. By ``benchmarks.pods``."""
_PERFECT = 1e-9
"""What costs no more has no repeat and nobody seated unevenly: no better one is looked for."""
_BLOCK = 64
"""People drawn at once; more are cut by standing, as 2-opt looks at every pair of them (64: about 3 s)."""


class Sat(NamedTuple):
    """A table of an earlier round, in seat order."""

    seats: Pod


def sizes(people: int, smallest: int, largest: int) -> tuple[int, ...]:
    """How many sit at each table: as few tables as can be, as even as can be, larger ones first.

    Empty where it cannot be done (5 people at tables of 3 or 4).
    """
    tables = -(-people // largest)
    if people == 0 or people < tables * smallest:
        return ()
    even, more = divmod(people, tables)
    return (even + 1,) * more + (even,) * (tables - more)


def drawn(ranked: Sequence[str], shape: Sequence[int], sat: Sequence[Sat], seed: int, *, level: bool) -> list[Pod]:
    """Tables of this shape for these people (best first), in seat order; the same seed draws the same.

    ``level``: people of like standing sit together, as far as none meets another again for it.
    """
    rng = np.random.default_rng(seed)
    found: list[Pod] = []
    first = 0
    for block in _blocks(shape):
        people = ranked[first : first + sum(block)]
        first += len(people)
        found += _block(people, block, sat, rng, level=level)
    return found


def _blocks(shape: Sequence[int]) -> list[list[int]]:
    blocks: list[list[int]] = [[]]
    for size in shape:
        if sum(blocks[-1]) + size > _BLOCK:
            blocks.append([])
        blocks[-1].append(size)
    return blocks


def _block(
    people: Sequence[str], shape: Sequence[int], sat: Sequence[Sat], rng: np.random.Generator, *, level: bool
) -> list[Pod]:
    if not level:
        people = [people[k] for k in rng.permutation(len(people))]
    number = {player: place for place, player in enumerate(people)}
    met, seats = _history(number, sat, max(shape))
    wish = _wish(met, level=level)
    cost = wish + _clash(seats)
    table = np.repeat(np.arange(len(shape)), shape)
    together = (table[:, None] == table[None, :]).astype(float)
    np.fill_diagonal(together, 0.0)
    found: list[tuple[float, list[Pod]]] = []
    for _try in range(max(1, _WORK // len(people) ** 2)):
        guess = quadratic_assignment(together, cost, method="faq", options={"P0": "randomized", "rng": rng})
        start = np.column_stack((np.arange(len(people)), guess.col_ind))
        order = quadratic_assignment(
            together, cost, method="2opt", options={"partial_guess": start, "rng": rng}
        ).col_ind
        tables = _evened([order[table == pod] for pod in range(len(shape))], wish, seats)
        paid = sum(_paid(pod, wish, seats) for pod in tables)
        found.append((paid, [tuple(people[k] for k in _seated(pod, seats, rng)) for pod in tables]))
        if paid < _PERFECT:
            break
    return min(found, key=lambda one: one[0])[1]


def _evened(
    tables: list[NDArray[np.intp]], wish: NDArray[np.float64], seats: NDArray[np.float64]
) -> list[NDArray[np.intp]]:
    """The same tables, two people exchanged as long as that is cheaper, for whoever cannot be seated evenly.

    FAQ and 2-opt look at two at a time; whether a whole table has seats for all is to be seen only here.
    """
    paid = [_paid(pod, wish, seats) for pod in tables]
    while True:
        best: tuple[float, int, int, list[NDArray[np.intp]]] | None = None
        for one in (pod for pod in range(len(tables)) if _price(tables[pod], seats)[1] > 0):
            others = [(other, j) for other in range(len(tables)) if other != one for j in range(len(tables[other]))]
            for k, (other, j) in product(range(len(tables[one])), others):
                two = [tables[one].copy(), tables[other].copy()]
                two[0][k], two[1][j] = two[1][j], two[0][k]
                change = sum(_paid(pod, wish, seats) for pod in two) - paid[one] - paid[other]
                if change < (best[0] if best is not None else -_PERFECT):
                    best = change, one, other, two
        if best is None:
            return tables
        for number, pod in zip(best[1:3], best[3], strict=True):
            tables[number], paid[number] = pod, _paid(pod, wish, seats)


def _paid(pod: NDArray[np.intp], wish: NDArray[np.float64], seats: NDArray[np.float64]) -> float:
    """What a table costs: who sits together, and how unevenly."""
    return float(wish[np.ix_(pod, pod)].sum()) / 2 + _SEAT * _price(pod, seats)[1]


def _history(
    number: dict[str, int], sat: Sequence[Sat], widest: int
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """How often each two met, and how often each sat on each seat."""
    met = np.zeros((len(number), len(number)))
    seats = np.zeros((len(number), widest))
    for table in sat:
        there = [number.get(player) for player in table.seats]
        for seat, one in enumerate(there):
            if one is None:
                continue
            if seat < widest:
                seats[one, seat] += 1
            for other in there[seat + 1 :]:
                if other is not None:
                    met[one, other] += 1
                    met[other, one] += 1
    return met, seats


def _wish(met: NDArray[np.float64], *, level: bool) -> NDArray[np.float64]:
    """What it costs that two sit together, by whom they met and where they stand."""
    cost: NDArray[np.float64] = _MET * met**2
    people = len(met)
    if level and people > 1:
        place = np.arange(people) / (people - 1)
        cost += _APART * (place[:, None] - place[None, :]) ** 2
    np.fill_diagonal(cost, 0.0)
    return cost


def _clash(seats: NDArray[np.float64]) -> NDArray[np.float64]:
    """Two who have the same seats still to sit on cannot both be given one."""
    need = seats.max(axis=1, keepdims=True) - seats
    wanted = need.sum(axis=1, keepdims=True)
    need = np.divide(need, wanted, out=np.zeros_like(need), where=wanted > 0)
    cost: NDArray[np.float64] = _CLASH * need @ need.T
    np.fill_diagonal(cost, 0.0)
    return cost


def _price(
    pod: NDArray[np.intp], seats: NDArray[np.float64], lots: NDArray[np.float64] | float = 0.0
) -> tuple[NDArray[np.intp], float]:
    """Who of a table sits where, in seat order, each where he sat least so far; and how uneven that is."""
    before = seats[pod, : len(pod)]
    # Above the seat that he sat on least; twice is much worse than once.
    cost = (before - before.min(axis=1, keepdims=True)) ** 2
    rows, columns = linear_sum_assignment(cost + lots)
    order = np.empty(len(pod), dtype=np.intp)
    order[columns] = pod[rows]
    return order, float(cost[rows, columns].sum())


def _seated(pod: NDArray[np.intp], seats: NDArray[np.float64], rng: np.random.Generator) -> NDArray[np.intp]:
    """A table in seat order, lots among equals."""
    return _price(pod, seats, rng.random((len(pod), len(pod))) * 1e-3)[0]
