"""Other stories that leave the table as the likeliest one does, and that a search may have dropped on its way.

A search carries on a few of the stories that explain as much so far. What it has dropped may explain all that the
likeliest does: of two things that one player did between two looks either may have been first, and of a piece that
nobody saw any other may have been the one. So may another payment have been made.
"""

import math
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping

from companion.games.vocabulary import AnyMove, seat_of

Story = tuple[AnyMove, ...]

_LEAST = 2
"""Moves of a story from which on others may have been dropped: single moves are all weighed."""
_AS_LIKELY = 4.0
"""So much less (log) than the beginning of the likeliest story another one may promise and still be its rival: what is
less likely than one in fifty is not asked about, either."""


def rivals(
    likely: Iterable[Story], known: Mapping[Story, float], kind: Callable[[AnyMove], Hashable]
) -> tuple[Story, ...]:
    """Stories that nobody has weighed and that may explain as much as one of these, with as many moves.

    ``known``: those that were weighed, with what they promise (log); ``kind``: what a move is beside the pieces that
    were read, and those that it was paid with.
    """
    longer = [story for story in likely if len(story) >= _LEAST]
    found = (other for story in longer for other in (*_in_another_order(story), *_begun_otherwise(story, known, kind)))
    return tuple(dict.fromkeys(other for other in found if other not in known))


def _begun_otherwise(
    story: Story, known: Mapping[Story, float], kind: Callable[[AnyMove], Hashable]
) -> Iterator[Story]:
    """The same with another piece, or another payment, in one of its moves."""
    for other, promise in known.items():
        begun = story[: len(other)]
        as_likely = promise > known.get(begun, -math.inf) - _AS_LIKELY
        if 0 < len(other) < len(story) and as_likely and _differ_in_pieces(other, begun, kind):
            yield (*other, *story[len(other) :])


def _in_another_order(story: Story) -> Iterator[Story]:
    """Two moves of one seat, with others' between them and none of its own, the other way round."""
    seats = [seat_of(move) for move in story]
    for k, seat in enumerate(seats):
        after = next((j for j in range(k + 1, len(story)) if seats[j] == seat), None)
        if seat is not None and after is not None and after > k + 1:
            yield (*story[:k], story[after], *story[k + 1 : after], story[k], *story[after + 1 :])


def _differ_in_pieces(one: Story, other: Story, kind: Callable[[AnyMove], Hashable]) -> bool:
    """Whether two stories of as many moves differ in the last one alone, and that in its piece or payment only."""
    return one[:-1] == other[:-1] and one[-1] != other[-1] and kind(one[-1]) == kind(other[-1])
