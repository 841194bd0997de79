"""Buildings that nobody has read: each is one of a few cards, and right is what is right by any of them."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, product
from math import prod

from msgspec.structs import replace

from companion.games.seven_wonders.rules.state import Cards, City, State

_MOST = 12
"""So many ways at most in which several such buildings may go together are thought of."""


def any_unread(state: State) -> bool:
    """Whether some city has a building that nobody has read."""
    return any(city.unread for city in state.cities)


def as_read(state: State) -> Iterator[State]:
    """The table as it may be, with each of these buildings as each card that it may be; where all are read, itself."""
    if not any_unread(state):
        yield state
        return
    for way in _ways([one for city in state.cities for one in city.unread]):
        cards = iter(way)
        yield replace(state, cities=tuple(_with(city, tuple(islice(cards, len(city.unread)))) for city in state.cities))


def _ways(unread: Sequence[Cards]) -> Iterable[Cards]:
    """What these buildings may be together; where that is too much to think of, each once as each card."""
    if prod(map(len, unread)) <= _MOST:
        return product(*unread)
    return (tuple(cards[way % len(cards)] for cards in unread) for way in range(max(map(len, unread))))


def _with(city: City, cards: Cards) -> City:
    """The city where its buildings that nobody had read are these."""
    return replace(city, cards=city.cards | sum(1 << card for card in set(cards)), unread=()) if cards else city
