"""A row of tokens on an open table, made whole by what has no name and lies in it."""

import math
from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise

from companion.games.frames import Frame, about
from companion.games.open_table import Thing

APART = 0.9, 2.0
"""Of a token's width: how near and how far the next one of a row is, middle to middle. None lies on another."""
_ASIDE = 0.5
"""Of a token's width: how far one lies beside the line from the first to the last at most."""
_WORTH_TRYING = 8
"""Round things without a name that are tried in a row, the nearest to it: with six tokens wanted, 28 ways at most."""


def row_of(named: Sequence[Thing], strange: Sequence[Thing], many: int, wide: float) -> list[Thing]:
    """So many tokens in their order: those with a name and, where they are fewer, what makes the shortest row of them.

    Of those with a name some may be won and lie before a player: as many as can be are in the row, one at least.
    ``wide``: a token's width in mm. The tokens that lie face down beside such a row lie a little apart from it. What is
    named alone, where nothing makes a row.
    """
    if len(named) < many:
        for mine in range(len(named), 0 if named else -1, -1):
            rows = [row for some in combinations(named, mine) for row in _rows(some, strange, many, wide)]
            if rows:
                return min(rows, key=_length)
    return in_order(named)


def _rows(named: Sequence[Thing], strange: Sequence[Thing], many: int, wide: float) -> Iterator[list[Thing]]:
    """The rows of so many tokens in which all of these lie that have a name."""
    near = sorted(strange, key=lambda one: min((math.dist(one.at, token.at) for token in named), default=0.0))
    for more in combinations(near[:_WORTH_TRYING], many - len(named)):
        if is_row(row := in_order((*named, *more)), wide):
            yield row


def in_order(tokens: Sequence[Thing]) -> list[Thing]:
    """From left to right, or from top to bottom where they lie so."""
    if not tokens:
        return []
    room = about(token.at for token in tokens)
    return sorted(tokens, key=lambda one: one.at if room.width > room.height else one.at[::-1])


def is_row(tokens: Sequence[Thing], wide: float) -> bool:
    """Whether tokens of this width (mm), in their order, lie side by side and in line."""
    near, far = APART
    if not all(near * wide < math.dist(a.at, b.at) < far * wide for a, b in pairwise(tokens)):
        return False
    along = Frame(*tokens[0].at, math.degrees(math.atan2(tokens[-1].y - tokens[0].y, tokens[-1].x - tokens[0].x)))
    return all(abs(along.own(one.at)[1]) < _ASIDE * wide for one in tokens)


def _length(tokens: Sequence[Thing]) -> float:
    return sum(math.dist(a.at, b.at) for a, b in pairwise(tokens))
