"""Which way of playing on foretells better who wins: random or greedy playouts, at every game of the catalogue.

Games are played by greedy players, and by players who choose greedily or at random by the toss of a coin; a quarter, a
half and three quarters through, each seat's chance is foretold by playouts of either kind. Brier score: the mean square
of what was foretold less what came (0: always right and sure; the base line foretells the same for every seat).

python -m benchmarks.foresight [--quick] [--json FILE]: a quarter of an hour.
"""

from collections.abc import Iterator, Sequence
from random import Random
from statistics import fmean, stdev
from typing import Any

from benchmarks.report import arguments, report
from companion.chances.playouts import playout, shares
from companion.games.catalogue import GAMES
from companion.games.vocabulary import Game, Policy

_PLAYOUTS = 40
_PARTS = (0.25, 0.5, 0.75)


def players_of(game: Game) -> dict[str, Policy[Any, Any]]:
    """The people who sit at the tables."""
    greedy, random = game.POLICIES["greedy"], game.POLICIES["random"]

    def fickle(state: Any, moves: Any, rng: Random) -> Any:
        return (greedy if rng.random() < 0.5 else random)(state, moves, rng)

    return {"greedy": greedy, "fickle": fickle}


def errors(game: Game, people: Policy[Any, Any], games: int) -> Iterator[tuple[float, dict[str, float]]]:
    """Of each position looked at: how far through, and the square error of each way of foretelling."""
    for seed in range(games):
        rng = Random(seed)
        players = min(4, max(game.PLAYERS))
        played = game.play(players, rng, people)
        came = shares(game, played.final)
        state = game.begin(played.setup)
        for k, move in enumerate(played.moves):
            for part in _PARTS:
                if k == int(part * len(played.moves)):
                    yield part, _square_errors(game, state, came, rng)
            state = game.apply(state, move, strict=False)


def _square_errors(game: Game, state: Any, came: tuple[float, ...], rng: Random) -> dict[str, float]:
    found = {"base": fmean((1 / len(came) - share) ** 2 for share in came)}
    for policy in ("random", "greedy"):
        outcomes = [playout(game, state, policy, rng) for _ in range(_PLAYOUTS)]
        found[policy] = fmean(
            (fmean(outcome[seat] for outcome in outcomes) - came[seat]) ** 2 for seat in range(len(came))
        )
    return found


def compared(
    rows: Sequence[tuple[float, dict[str, float]]],
    parts: Sequence[float],
    kinds: tuple[str, str],
    who: str,
    figures: dict[str, dict[str, float]],
) -> Iterator[str]:
    """Say the mean error of each kind at each part of the game, and how much better the second is (two s.e.)."""
    first, second = kinds
    for part in parts:
        found = [errors for where, errors in rows if where == part]
        brier = {kind: fmean(one[kind] for one in found) for kind in ("base", *kinds)}
        better = [one[first] - one[second] for one in found]
        margin = 2 * stdev(better) / len(better) ** 0.5
        figures[f"{' '.join(who.split())} players, {part:.0%}"] = brier
        yield (
            f"{who} {part:4.0%}: base {brier['base']:.3f}, {first} {brier[first]:.3f}, {second} {brier[second]:.3f}; "
            f"{second} better by {fmean(better):+.4f} +- {margin:.4f}"
        )


def main() -> None:
    """Play, foretell, compare."""
    options = arguments(__doc__).parse_args()
    lines: list[str] = []
    figures: dict[str, dict[str, float]] = {}
    for name, game in GAMES.items():
        for who, people in players_of(game).items():
            rows = list(errors(game, people, 3 if options.quick else 60))
            lines += compared(rows, _PARTS, ("random", "greedy"), f"{name:14} {who:7}", figures)
    report(options, figures, "\n".join(lines))


if __name__ == "__main__":
    main()
