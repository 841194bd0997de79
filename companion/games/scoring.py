"""Score sheets, added up the same way for every game."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from companion.games.vocabulary import Explanation, Sheet


def sheet_of(
    explained: Iterable[Explanation],
    categories: Sequence[str],
    seats: int,
    tie_break: Callable[[int, Mapping[str, int]], int],
) -> Sheet:
    """The score sheet that these contributions make.

    Most points win, then the highest ``tie_break`` (of a seat and its points by category); who is tied even so shares
    the victory.
    """
    explain = tuple(explained)
    rows = tuple(dict.fromkeys(categories, 0) for _ in range(seats))
    for part in explain:
        rows[part.seat][part.category] += part.points
    ranks = [(sum(row.values()), tie_break(seat, row)) for seat, row in enumerate(rows)]
    return Sheet(rows, explain, tuple(seat for seat, rank in enumerate(ranks) if rank == max(ranks)))
