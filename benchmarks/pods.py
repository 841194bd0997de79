"""Who sits with whom at tables of several: ours against chance and against greed (``python -m benchmarks.pods``).

``repeats``: pairs that meet more than once, a time counted each; ``uneven``: players who sat on a seat twice more than
on another; seconds a round. Five events each, seeds 0 to 4; opponents balanced only (``level`` off).
"""

import random
import statistics
import time
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import combinations

from companion.hub.event.pods import Pod, Sat, drawn, sizes

EVENTS = ((24, 3, 6), (16, 4, 5), (28, 7, 4), (30, 5, 5), (35, 5, 6), (60, 4, 8))
"""Players, seats at a table, rounds."""
Draw = Callable[[list[str], Sequence[int], list[Sat], int], list[Pod]]


def chance(players: list[str], shape: Sequence[int], _sat: list[Sat], seed: int) -> list[Pod]:
    """Lots."""
    lots = players[:]
    random.Random(seed).shuffle(lots)
    found = []
    for size in shape:
        found.append(tuple(lots[:size]))
        lots = lots[size:]
    return found


def greed(players: list[str], shape: Sequence[int], sat: list[Sat], seed: int) -> list[Pod]:
    """Table by table, each next one whoever met those there least."""
    met = Counter(frozenset(pair) for table in sat for pair in combinations(table.seats, 2))
    left, found = players[:], []
    random.Random(seed).shuffle(left)
    for size in shape:
        pod = [left.pop(0)]
        while len(pod) < size:
            pod.append(min(left, key=lambda one: sum(met[frozenset((one, other))] ** 2 for other in pod)))
            left.remove(pod[-1])
        found.append(tuple(pod))
    return found


def ours(players: list[str], shape: Sequence[int], sat: list[Sat], seed: int) -> list[Pod]:
    """The product's."""
    return drawn(players, shape, sat, seed, level=False)


def measured(draw: Draw, people: int, size: int, rounds: int, seed: int) -> tuple[int, int, float]:
    """Repeats, players seated unevenly, seconds a round."""
    players = [f"p{k}" for k in range(people)]
    sat: list[Sat] = []
    began = time.perf_counter()
    for number in range(rounds):
        sat += [Sat(pod) for pod in draw(players, sizes(people, 3, size), sat, 100 * seed + number)]
    spent = (time.perf_counter() - began) / rounds
    met = Counter(frozenset(pair) for table in sat for pair in combinations(table.seats, 2))
    uneven = 0
    for player in players:
        seats = Counter(table.seats.index(player) for table in sat if player in table.seats)
        uneven += max(seats.values()) - min(seats[seat] for seat in range(size)) > 1
    return sum(count - 1 for count in met.values()), uneven, spent


def main() -> None:
    """A line an event and a way."""
    print("players seats rounds   way      repeats   uneven   s/round")
    for people, size, rounds in EVENTS:
        for draw in (chance, greed, ours):
            found = [measured(draw, people, size, rounds, seed) for seed in range(5)]
            repeats, uneven, spent = (statistics.fmean(column) for column in zip(*found, strict=True))
            print(
                f"{people:7} {size:5} {rounds:6}   {draw.__name__:8} {repeats:7.1f} {uneven:8.1f} {spent:9.3f}",
                flush=True,
            )


if __name__ == "__main__":
    main()
