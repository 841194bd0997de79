"""How quick the rules are: whole random games a second on one core, at 2, 4 and 7 players."""

import time
from random import Random

from benchmarks.report import arguments, report
from companion.games.architects.deal import play
from companion.games.architects.policy import random_policy


def main() -> None:
    """Play for a second or two at each size of table."""
    options = arguments(__doc__).parse_args()
    lines, figures = [], {}
    for players in (2, 4, 7):
        rng, games, moves = Random(players), 0, 0
        start = time.perf_counter()
        while (took := time.perf_counter() - start) < (0.5 if options.quick else 2):
            moves += len(play(players, rng, random_policy).moves)
            games += 1
        figures[players] = {"games_per_s": games / took, "us_per_move": 1e6 * took / moves}
        lines.append(
            f"{players} players: {games / took:7.1f} games/s, {1e6 * took / moves:6.0f} us a move with its legal moves"
        )
    report(options, figures, "\n".join(lines))


if __name__ == "__main__":
    main()
