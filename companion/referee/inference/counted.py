"""Coins as they are counted in heaps: what was taken and has come to none, what is being paid."""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet

from companion.games.vocabulary import number_told
from companion.referee.inference.baseline import Baseline
from companion.referee.inference.named import best
from companion.referee.inference.observations import Observations
from vision.sighting import Sighting


def on_no_heap(observed: Observations, heaps: AbstractSet[str]) -> int:
    """How many coins have been taken from these heaps and have come to none of them."""
    looks = ((observed.baseline[heap].seen, observed.seen[heap]) for heap in heaps & observed.baseline.keys())
    told = (pair for pair in looks if is_told(*pair))
    return sum(number_seen(before) - number_seen(now) for before, now in told)


def is_told(*looks: Sighting) -> bool:
    """Whether each heap in these looks could be counted."""
    return all(piece.faces for look in looks for piece in look.pieces)


def number_seen(look: Sighting) -> int:
    """How many coins are counted in a look."""
    return number_told(map(best, look.pieces))


def on_its_way(seen: Sighting, baseline: Baseline, expected: Sequence[str]) -> bool:
    """Whether a heap has grown and is to grow further, or is to be less and has been: change is put back last."""
    if not is_told(seen, baseline.seen):
        return False
    before, now, should = number_seen(baseline.seen), number_seen(seen), number_told(expected)
    return before < now < should or (now < before and should < before)
