"""How quick the rules are: random games a second and microseconds a ``legal`` call, at every game and several sizes.

Seconds are of CPU, as other work on the machine takes its share of the clock's. It slows the CPU down too, so a fixed
workload is timed in between: "units" are its runs a second, and games a unit compare one day with another. Playouts are
those of two processes beside this one, their start included.
"""

import resource
import time
from collections.abc import Iterator
from random import Random
from statistics import median, quantiles
from typing import Any

from benchmarks.report import Goal, arguments, report
from companion.chances.playouts import Position
from companion.chances.whatif import WhatIf
from companion.games.catalogue import GAMES
from companion.games.vocabulary import Game

_SIZES = {"architects": (2, 4, 7), "seven_wonders": (2, 3, 4, 7), "duel": (2,)}
_WANTED = {"architects": 100, "seven_wonders": 40, "duel": 80}
"""Games a second with the usual number of players (issue 4, point 6)."""
_USUAL = {"architects": 4, "seven_wonders": 4, "duel": 2}
_LEGAL_US = 1000
_PLAYOUTS, _CPU_SECONDS = 500, 6.0
_MIB = 150
_SETUPS: dict[str, dict[str, Any]] = {
    "architects": {"wonders": ["giza", "rhodes", "olympia", "babylon"]},
    "seven_wonders": {"wonders": [["giza", "A"], ["rhodes", "B"], ["olympia", "A"], ["babylon", "B"]]},
    "duel": {},
}


def unit() -> int:
    """The fixed workload, some milliseconds of what rules do: small tuples, dicts, shuffles."""
    rng, counts = Random(1), dict.fromkeys(range(50), 0)
    for _ in range(200):
        cards = list(range(50))
        rng.shuffle(cards)
        for card in cards[:20]:
            counts[card] += 1
        counts = dict(zip(counts, tuple(counts.values()), strict=True))
    return sum(counts.values())


def timed(work: Any, seconds: float) -> float:
    """Runs a second."""
    runs, start = 0, time.process_time()
    while (took := time.process_time() - start) < seconds:
        work()
        runs += 1
    return runs / took


def speeds(game: Game, players: int, seconds: float) -> tuple[float, float]:
    """Games a second, and games a unit; the medians of ten turns."""
    rng, policy = Random(players), game.POLICIES["random"]
    rates, ratios = [], []
    for _ in range(10):
        rate = timed(lambda: game.play(players, rng, policy), seconds / 15)
        rates.append(rate)
        ratios.append(rate / timed(unit, seconds / 30))
    return median(rates), median(ratios)


def legal_times(game: Game, players: int, games: int) -> Iterator[float]:
    """Microseconds of each ``legal`` call at every position of some games."""
    for seed in range(games):
        played = game.play(players, Random(seed), game.POLICIES["random"])
        state = game.begin(played.setup)
        for move in played.moves:
            start = time.process_time()
            game.legal(state)
            yield 1e6 * (time.process_time() - start)
            state = game.apply(state, move, strict=False)


def playouts(name: str, wanted: int) -> tuple[float, float]:
    """Seconds by the clock and of CPU for so many playouts of a game from its start."""
    before, started = children(), time.monotonic()
    with WhatIf(nice=0) as what_if:
        what_if.ask(Position(name, _SETUPS[name]), playouts=wanted)
        while not what_if.estimate(1.0).done:
            pass
        took = time.monotonic() - started
    return took, children() - before


def children() -> float:
    """CPU seconds of processes that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main() -> None:
    """A few seconds at each size of table."""
    options = arguments(__doc__).parse_args()
    seconds = 0.2 if options.quick else 3
    lines, figures, goals = [], {}, []
    for name, game in GAMES.items():
        for players in _SIZES[name]:
            rate, ratio = speeds(game, players, seconds)
            times = list(legal_times(game, players, 1 if options.quick else 10))
            middle, worst = median(times), quantiles(times, n=20)[-1]
            where = f"{name}, {players} players"
            figures[where] = {"games_per_s": rate, "games_per_unit": ratio, "legal_us": middle, "legal_us_p95": worst}
            lines.append(
                f"{where:25} {rate:6.1f} games/s ({ratio:.2f} a unit), legal {middle:5.0f} us, p95 {worst:5.0f} us"
            )
            goals.append(Goal(f"legal, {where}, median", f"{middle:.0f} us", "<= 1000 us", middle <= _LEGAL_US))
            if players == _USUAL[name]:
                wanted = _WANTED[name]
                goals.append(Goal(f"games a second, {where}", f"{rate:.0f}", f">= {wanted}", rate >= wanted))
        wanted = 10 if options.quick else _PLAYOUTS
        clock, cpu = playouts(name, wanted)
        figures[f"{name}, what-if"] = {"playouts": wanted, "clock_s": clock, "cpu_s": cpu}
        lines.append(
            f"{name}: {wanted} playouts from the first move on: {cpu:.1f} s of CPU, {clock:.1f} s by the clock"
        )
        goals.append(Goal(f"{wanted} playouts, {name}, CPU", f"{cpu:.1f} s", "<= 6 s", cpu <= _CPU_SECONDS))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    lines.append(f"peak memory with all games loaded and played: {peak:.0f} MiB")
    goals.append(Goal("peak memory of the rules", f"{peak:.0f} MiB", f"<= {_MIB} MiB", peak <= _MIB))
    report(options, {**figures, "peak_mib": peak}, "\n".join(lines), goals)


if __name__ == "__main__":
    main()
