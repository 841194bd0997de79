"""Bundles of resources as numbers, and sets of bundles as bits of one big number.

What a city can deliver in a turn is a set of bundles (two woods *or* a wood and an ore, …). No cost asks for more of
a resource than ``CAPS`` says, so a bundle is a number in mixed radix and a set of bundles is a bit set: whether a
bundle can be delivered is one bit, and one more source of resources is a shift.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import product
from math import prod
from operator import le, mul

from companion.games.seven_wonders.rules.facts import BOARDS, CARDS, NOTHING, Resources

Bundle = int
"""A bundle: how many of each resource, in mixed radix. The parts of a bundle may be taken off it by subtraction."""
Bundles = int
"""A set of bundles: bit b is set where the bundle b is in it."""

_COSTS = [card.cost for card in CARDS] + [stage.cost for board in BOARDS for stage in board.stages]
CAPS: Resources = tuple(max(cost[place] for cost in _COSTS) for place in range(len(NOTHING)))
"""The most of each resource that any card or stage costs."""
WEIGHTS: Resources = tuple(prod(cap + 1 for cap in CAPS[:place]) for place in range(len(NOTHING)))
"""What one of each resource adds to a bundle's number."""
_DIGITS = tuple((weight, cap + 1) for weight, cap in zip(WEIGHTS, CAPS, strict=True))
"""Where a bundle's number says how many there are of each resource."""


def fits(resources: Resources) -> bool:
    """Whether these resources are a bundle at all: no more of one than any cost asks for, none below 0."""
    return min(resources) >= 0 and all(map(le, resources, CAPS))


@lru_cache(maxsize=1 << 12)
def bundle(resources: Resources) -> Bundle:
    """The number of a bundle (which must fit)."""
    return sum(map(mul, resources, WEIGHTS))


@lru_cache(maxsize=1 << 12)
def resources_in(number: Bundle) -> Resources:
    """The resources of a bundle."""
    return tuple(number // weight % radix for weight, radix in _DIGITS)


@lru_cache(maxsize=1 << 12)
def parts(number: Bundle) -> tuple[Bundle, ...]:
    """Every bundle within this one, the empty one first."""
    counts = product(*(range(count + 1) for count in resources_in(number)))
    return tuple(sorted(map(bundle, counts)))


@lru_cache(maxsize=1 << 12)
def splits(number: Bundle) -> tuple[tuple[Bundle, Bundle, Bundles, Bundles], ...]:
    """Every way to divide a bundle in two: a part and the rest, and each of them as a set."""
    return tuple((part, number - part, 1 << part, 1 << number - part) for part in parts(number))


@lru_cache(maxsize=1 << 12)
def parts_by_size(number: Bundle) -> tuple[Bundles, ...]:
    """The bundles within this one as sets, those of the most resources (itself) first, the empty one last."""
    sizes: dict[int, Bundles] = {}
    for part in parts(number):
        size = sum(resources_in(part))
        sizes[size] = sizes.get(size, 0) | 1 << part
    return tuple(sizes[size] for size in sorted(sizes, reverse=True))


def members(bundles: Bundles) -> Iterator[Bundle]:
    """The bundles of a set, smallest number first."""
    while bundles:
        lowest = bundles & -bundles
        yield lowest.bit_length() - 1
        bundles ^= lowest


def _room(place: int) -> Bundles:
    """The set of all bundles that can take one more of a resource."""
    weight, radix = WEIGHTS[place], CAPS[place] + 1
    block = (1 << weight * CAPS[place]) - 1
    return sum(block << start for start in range(0, prod(cap + 1 for cap in CAPS), weight * radix))


_ROOMS = tuple(_room(place) for place in range(len(NOTHING)))


def with_one_of(bundles: Bundles, options: tuple[int, ...]) -> Bundles:
    """The set after one more source, which gives one of these resources (places in ``RESOURCES``) or nothing."""
    more = bundles
    for place in options:
        more |= (bundles & _ROOMS[place]) << WEIGHTS[place]
    return more
