"""Buildings that nobody has read: each is one of a few cards, and right is what is right by any of them."""

from collections.abc import Iterator
from itertools import islice, product

from msgspec.structs import replace

from companion.games.seven_wonders.rules.state import Cards, City, State

_MOST = 12
"""So many ways are thought of."""


def any_unread(state: State) -> bool:
    """Whether some city has a building that nobody has read."""
    return any(city.unread for city in state.cities)


def as_read(state: State) -> Iterator[State]:
    """The table as it may be, with each of these buildings as each card that it may be; where all are read, itself."""
    if not any_unread(state):
        yield state
        return
    ways = product(*(product(*city.unread) for city in state.cities))
    for way in islice(ways, _MOST):
        yield replace(state, cities=tuple(map(_with, state.cities, way)))


def _with(city: City, cards: Cards) -> City:
    """The city where its buildings that nobody had read are these."""
    return replace(city, cards=city.cards | sum(1 << card for card in set(cards)), unread=()) if cards else city
