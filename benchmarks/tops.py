"""What the cards on top of the decks tell: chances to win at Architects with the visible tops, and without.

Every wonder's deck lies face up, so everybody sees its next card. Games of four are played by greedy players, and by
players who choose greedily or at random by the toss of a coin; at four moments each seat's chance is foretold by
random playouts that know the tops, and by as many that do not. Brier score: the mean square of what was foretold less
what came (``python -m benchmarks.foresight``). The seeds are used for nothing else.

python -m benchmarks.tops [--quick] [--json FILE]: five minutes of one core.
"""

from collections.abc import Iterator
from random import Random
from statistics import fmean
from typing import Any

from benchmarks.foresight import compared, players_of
from benchmarks.report import arguments, report
from companion.chances.playouts import playout, shares
from companion.games.architects import rules
from companion.games.architects.rules.deal import dealt
from companion.games.vocabulary import Policy

_PLAYOUTS = 60
_PARTS = (0.3, 0.6, 0.9, 0.97)
_PLAYERS = 4
_SEEDS = range(70_000, 70_100)


def errors(people: Policy[Any, Any], seeds: range) -> Iterator[tuple[float, dict[str, float]]]:
    """Of each position looked at: how far through, and the square error with the tops and without."""
    for seed in seeds:
        rng = Random(seed)
        wonders = tuple(rng.sample(list(rules.FACTS.wonders), _PLAYERS))
        setup, deal = dealt(rules.Setup(wonders, rng.randrange(_PLAYERS)), rng)
        state = rules.begin(setup)
        path = [(state, _tops(deal))]
        for _, after in rules.steps(deal, state, rng, people):
            state = after
            path.append((state, _tops(deal)))
        came = shares(rules, state)
        for part in _PARTS:
            yield part, _square_errors(*path[int(part * (len(path) - 1))], came, seed)


def _tops(deal: Any) -> dict[str, str]:
    return {f"holder/{seat}": deck[-1] for seat, deck in enumerate(deal.decks[:-1]) if deck}


def _square_errors(state: Any, tops: dict[str, str], came: tuple[float, ...], seed: int) -> dict[str, float]:
    found = {"base": fmean((1 / len(came) - share) ** 2 for share in came)}
    for kind, seen in (("without", {}), ("with", tops)):
        rng = Random(seed)
        outcomes = [playout(rules, state, rules.PLAYED_ON, rng, seen) for _ in range(_PLAYOUTS)]
        found[kind] = fmean(
            (fmean(outcome[seat] for outcome in outcomes) - came[seat]) ** 2 for seat in range(len(came))
        )
    return found


def main() -> None:
    """Play, foretell, compare."""
    options = arguments(__doc__).parse_args()
    lines: list[str] = []
    figures: dict[str, dict[str, float]] = {}
    for who, people in players_of(rules).items():
        rows = list(errors(people, _SEEDS[:3] if options.quick else _SEEDS))
        lines += compared(rows, _PARTS, ("without", "with"), f"{who:7}", figures)
    report(options, figures, "\n".join(lines))


if __name__ == "__main__":
    main()
