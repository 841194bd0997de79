"""Tables of several: how many sit where, who sits with whom, and on which seat.

Who sits together and where is one search (``tabu``): a seat that one has had more often than others costs more than
meeting somebody again, so that everybody's seats stay within one of each other; where tables are of one size they
always can, as every seat is still owed to as many people as there are tables. Several answers are looked at with the
round that would follow, and the one is drawn that leaves the next one the most. Measured (repeats: pairs that meet more
than once, a time counted each; ``python -m benchmarks.pods``): docs/tournament.md.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from companion.hub.event.tabu import search

Pod = tuple[str, ...]
_ANSWERS, _EXCHANGES = 8, 20
"""Answers among which the best for this round and the next is drawn; exchanges for each and person. By
``benchmarks.pods``."""
_SEAT, _MET, _APART = 100_000.0, 1000.0, 30.0
"""What it costs to sit where one sat more often than elsewhere (times its square), of two who sit together to have met
(times its square), and to be a whole field apart in the standings (times its square). Seats first, then repeats, then
level tables."""
_BLOCK = 64
"""People drawn at once; more are cut by standing, as every exchange of two is weighed (64: about 1 s)."""
_PERFECT = 1e-6
"""What costs no more, this round and the next, need not be bettered."""


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
    table = np.repeat(np.arange(len(shape)), shape)
    place = np.concatenate([np.arange(size) for size in shape])
    mates = table[:, None] == table[None, :]
    exchanges = _EXCHANGES * len(people)
    found: list[tuple[float, NDArray[np.intp]]] = []
    for _answer in range(_ANSWERS):
        drawn_now = search(_wish(met, level=level), _owed(seats, shape), table, rng, exchanges)
        order = drawn_now.order
        met_then, seats_then = met.copy(), seats.copy()
        met_then[np.ix_(order, order)] += mates & ~np.eye(len(people), dtype=bool)
        seats_then[order, place] += 1
        then = search(_wish(met_then, level=level), _owed(seats_then, shape), table, rng, exchanges)
        found.append((drawn_now.cost + then.cost, order))
        if found[-1][0] < _PERFECT:
            break
    best = min(found, key=lambda one: one[0])[1]
    return [tuple(people[k] for k in best[table == pod]) for pod in range(len(shape))]


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


def _owed(seats: NDArray[np.float64], shape: Sequence[int]) -> NDArray[np.float64]:
    """What it costs that somebody (row) sits in a place: above the seat of that table that he had least, squared."""
    tables = [seats[:, :size] - seats[:, :size].min(axis=1, keepdims=True) for size in shape]
    return _SEAT * np.concatenate(tables, axis=1) ** 2
