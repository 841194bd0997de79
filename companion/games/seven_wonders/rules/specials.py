"""What only some wonders can do, and when. Section 'Descriptions of the wonders'."""

from functools import lru_cache

from msgspec.structs import replace

from companion.games.seven_wonders.rules.effects import Power, Special
from companion.games.seven_wonders.rules.facts import BOARDS, CARDS, EDITION, OF_COLOR, TABLE
from companion.games.seven_wonders.rules.state import Cards, City, State
from companion.games.seven_wonders.rules.unseen import can_be_unseen


@lru_cache(maxsize=1 << 8)
def stage_powers(board: int, stage: int) -> frozenset[Power]:
    """What the stage at this place (from 0) lets its owner do."""
    effects = BOARDS[board].stages[stage].effects
    return frozenset(effect.name for effect in effects if isinstance(effect, Special))


@lru_cache(maxsize=1 << 8)
def powers(board: int, stages: int) -> frozenset[Power]:
    """What the stages built so far let their owner do."""
    return frozenset[Power]().union(*(stage_powers(board, stage) for stage in range(stages)))


_FREE: frozenset[Power] = frozenset((
    "free_build_once_per_age",
    "free_first_card_of_each_color",
    "free_first_card_of_each_age",
    "free_last_card_of_each_age",
))  # fmt: skip


def has_free_build(city: City) -> bool:
    """Whether the city has the power to build for nothing at times (Olympia)."""
    return bool(_FREE & powers(city.board, city.stages))


def may_build_free(state: State, seat: int, card: int) -> bool:
    """Whether the city may build this card for nothing now (Olympia), from the turn after the stage was built.

    First edition: once in each age. Second edition: a card of a colour that the city lacks; the card of an age's first
    turn; that of its sixth. The first turn's right is gone where that card is not built: it comes once an age.
    """
    city = state.cities[seat]
    has = powers(city.board, city.stages) & _FREE
    if not has:
        return False
    return (
        ("free_build_once_per_age" in has and city.free_age < state.age)
        or ("free_first_card_of_each_age" in has and state.turn == 1)
        or ("free_last_card_of_each_age" in has and state.turn == TABLE.turns)
        or ("free_first_card_of_each_color" in has and not city.cards & OF_COLOR[CARDS[card].color])
    )


def coins_of_free(state: State, card: int) -> int:
    """The coins that a card costs which is built for nothing: none, but by a house rule (free_of_coins_too)."""
    return 0 if state.edition == EDITION or state.rules.free_of_coins_too else CARDS[card].coins


def plays_seventh(city: City) -> bool:
    """Whether the city plays the age's seventh card too (Babylon, side B).

    It is played when the sixth is resolved, and the stage may be built with that; what the sixth brought counts by a
    house rule only (seventh_in_sixth_turn).
    """
    return "play_seventh_card" in powers(city.board, city.stages)


def seventh_only_built(state: State) -> bool:
    """Whether the seventh card may be neither laid under the wonder nor discarded for coins (a house rule)."""
    return state.edition != EDITION and not state.rules.seventh_any_use


def has_revival(city: City) -> bool:
    """Whether the city has built a stage that lets it build from the discard pile (Halicarnassus)."""
    return "build_from_discard_free" in powers(city.board, city.stages)


def revivable(state: State, seat: int) -> tuple[int, ...]:
    """The cards that this city could build from the discard pile: those lying there, or that may be lying there unseen.

    Never a building that the city has already. Sections 'Descriptions of the wonders', 'Building'.
    """
    pile, buildings = state.discard, state.cities[seat].cards
    unseen = {-card for card in pile if card < 0}
    if unseen:
        unseen |= {-card for card in state.guessed}
    there = {card for card in pile if card >= 0}.union(*(can_be_unseen(state, age) for age in unseen))
    return tuple(card for card in sorted(there) if not CARDS[card].same_name & buildings)


def exchanged(state: State, wanted: int) -> State:
    """The table after an unseen card (minus its age) was found in the pile, though it was taken to lie under a board.

    An unseen card of the pile, of the earliest age there, is taken to lie under that board instead.
    """
    other = max((card for card in state.discard if card < 0), default=None)
    seat = next((seat for seat, city in enumerate(state.cities) if wanted in city.under), None)
    if other is None or seat is None or wanted not in state.guessed:
        return state
    city = state.cities[seat]
    city = replace(city, under=_instead(city.under, wanted, other))
    return replace(
        state,
        cities=(*state.cities[:seat], city, *state.cities[seat + 1 :]),
        discard=_instead(state.discard, other, wanted),
        guessed=_instead(state.guessed, wanted, other),
    )


def _instead(cards: Cards, old: int, new: int) -> Cards:
    place = cards.index(old)
    return tuple(sorted((*cards[:place], new, *cards[place + 1 :])))
