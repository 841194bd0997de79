"""What is known about a table of Pebbles at one moment."""

from typing import Final

import msgspec
from msgspec.structs import replace

from pebbles.rules.pieces import CARDS, PILES, SEATS

Counts = tuple[int, ...]
"""How many cards of each face, in the order of ``CARDS``."""
NONE: Final[Counts] = (0,) * len(CARDS)
PLACE: Final = {card: place for place, card in enumerate(CARDS)}


class Setup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who begins, and the players' names, or none."""

    first: int = 0
    names: tuple[str, ...] = ()


class Take(
    msgspec.Struct, frozen=True, tag="take", tag_field="move", forbid_unknown_fields=True, rename={"source": "from"}
):
    """The player takes the top card of a pile (``left`` or ``right``) and lays it before himself."""

    seat: int
    source: str
    card: str


class HouseRules(msgspec.Struct, frozen=True):
    """Pebbles has none."""


class State(msgspec.Struct, frozen=True):
    """``piles``: cards left in each pile. ``cities``, ``discard``: cards there. ``tide``: stormy tide tokens."""

    names: tuple[str, ...]
    to_move: int | None
    piles: tuple[int, ...]
    cities: tuple[Counts, ...] = (NONE,) * SEATS
    starfish: tuple[int, ...] = (0,) * SEATS
    discard: Counts = NONE
    tide: int = 0

    @property
    def finished(self) -> bool:
        """Whether the last card has been taken."""
        return self.to_move is None

    @property
    def players(self) -> int:
        """Two."""
        return SEATS

    @property
    def rules(self) -> HouseRules:
        """The house rules played by."""
        return HouseRules()


def begin(setup: Setup) -> State:
    """The first state: two piles of half the cards each."""
    half = sum(CARDS.values()) // len(PILES)
    return State(setup.names, setup.first, (half,) * len(PILES))


def unseen(state: State) -> Counts:
    """The cards that still lie in the piles; below 0: more were taken than the box holds."""
    gone = (*state.cities, state.discard)
    return tuple(count - sum(cards[k] for cards in gone) for k, count in enumerate(CARDS.values()))


def added(cards: Counts, card: str, count: int = 1) -> Counts:
    """These cards and so many more of one face."""
    return tuple(have + count * (name == card) for have, name in zip(cards, CARDS, strict=True))


def crabs(state: State, seat: int) -> int:
    """A player's crabs."""
    return state.cities[seat][PLACE["crab"]]


def after_battle(state: State) -> State:
    """The battle: a starfish for more crabs, then all crabs go and the tide is calm."""
    mine, other = crabs(state, 0), crabs(state, 1)
    won = (int(mine > other), int(other > mine))
    return replace(
        state,
        starfish=tuple(have + more for have, more in zip(state.starfish, won, strict=True)),
        cities=tuple(added(city, "crab", -city[PLACE["crab"]]) for city in state.cities),
        discard=added(state.discard, "crab", mine + other),
        tide=0,
    )
