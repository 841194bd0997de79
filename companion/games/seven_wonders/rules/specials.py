"""What only some wonders can do, and when. Section 'Descriptions of the wonders'."""

from functools import lru_cache
from typing import Literal

from companion.games.seven_wonders.rules.effects import Special
from companion.games.seven_wonders.rules.facts import FACTS
from companion.games.seven_wonders.rules.state import City, State
from companion.games.seven_wonders.rules.unseen import can_be_unseen

Power = Literal["play_seventh_card", "free_build_once_per_age", "build_from_discard_free", "copy_neighbour_guild"]


@lru_cache(maxsize=1 << 8)
def stage_powers(board: int, stage: int) -> frozenset[Power]:
    """What the stage at this place (from 0) lets its owner do."""
    effects = FACTS.boards[board].stages[stage].effects
    return frozenset(effect.name for effect in effects if isinstance(effect, Special))


@lru_cache(maxsize=1 << 8)
def powers(board: int, stages: int) -> frozenset[Power]:
    """What the stages built so far let their owner do."""
    return frozenset[Power]().union(*(stage_powers(board, stage) for stage in range(stages)))


def has_free_build(city: City) -> bool:
    """Whether the city has the power to build for nothing once an age (Olympia, side A)."""
    return "free_build_once_per_age" in powers(city.board, city.stages)


def may_build_free(city: City, age: int) -> bool:
    """Whether the city may build for nothing now: once in each age, from the turn after the stage was built."""
    return city.free_age < age and has_free_build(city)


def plays_seventh(city: City) -> bool:
    """Whether the city plays the age's seventh card too (Babylon, side B).

    It is played when the sixth is resolved, and the stage may be built with that; what the sixth brought counts by a
    house rule only (seventh_in_sixth_turn).
    """
    return "play_seventh_card" in powers(city.board, city.stages)


def has_revival(city: City) -> bool:
    """Whether the city has built a stage that lets it build from the discard pile (Halicarnassus)."""
    return "build_from_discard_free" in powers(city.board, city.stages)


def revivable(state: State, seat: int) -> tuple[int, ...]:
    """The cards that this city could build from the discard pile: those lying there, or that may be lying there unseen.

    Never a building that the city has already. Sections 'Descriptions of the wonders', 'Building'.
    """
    pile, buildings = state.discard, state.cities[seat].cards
    unseen = {-card for card in pile if card < 0}
    there = {card for card in pile if card >= 0}.union(*(can_be_unseen(state, age) for age in unseen))
    return tuple(card for card in sorted(there) if not FACTS.cards[card].same_name & buildings)
