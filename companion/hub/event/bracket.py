"""Single elimination and leagues: pairs that are known from the order of the start list."""

from collections.abc import Mapping, Sequence

from caissify_pairings.engines.round_robin import berger_schedule

Pair = tuple[str, str | None]
"""Who begins, and against whom; ``None``: a bye."""


def first_round(ranked: Sequence[str]) -> list[Pair]:
    """The first round of a knockout: best against last so that the best two can meet in the final only.

    Those for whom nobody is there, the best, go on without a game.
    """
    size = 1
    while size < len(ranked):
        size *= 2
    order = [1]
    while len(order) < size:
        order = [seed for above in order for seed in (above, 2 * len(order) + 1 - above)]
    who = [ranked[seed - 1] if seed <= len(ranked) else None for seed in order]
    pairs = zip(who[::2], who[1::2], strict=True)
    return [(one, other) if one is not None else (str(other), None) for one, other in pairs]


def next_round(before: Sequence[Pair], winners: Mapping[Pair, str]) -> list[Pair]:
    """The next round, in the order of the bracket: winners of neighbours; empty once one is left."""
    left = [winners.get(pair, pair[0]) for pair in before]
    return list(zip(left[::2], left[1::2], strict=True)) if len(left) > 1 else []


def berger(players: Sequence[str], round_: int) -> list[Pair]:
    """A round (from 1) of a league by the Berger tables (FIDE Handbook C.05); each cycle turns who begins."""
    everybody: list[str | None] = [*players, *([None] if len(players) % 2 else [])]
    schedule = berger_schedule(len(everybody))
    cycle, place = divmod(round_ - 1, len(schedule))
    pairs: list[Pair] = []
    for white, black in schedule[place]:
        one, other = everybody[white - 1], everybody[black - 1]
        if cycle % 2:
            one, other = other, one
        if one is None or other is None:
            pairs.append((str(one or other), None))
        else:
            pairs.append((one, other))
    return pairs
