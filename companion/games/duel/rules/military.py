"""The conflict pawn and the loot tokens. Section "Military"."""

from typing import Literal

from msgspec.structs import replace

from companion.games.duel.rules.facts import FACTS, places
from companion.games.duel.rules.state import City, State, with_city

_SHIELDS = tuple(card.shields for card in FACTS.cards)
_ZONES = FACTS.table.zones


def shields(city: City) -> int:
    """The shields printed on a city's red cards and wonders (Strategy's extra ones are printed nowhere)."""
    red = sum(_SHIELDS[card] for card in places(city.cards & FACTS.colors["red"]))
    return red + sum(FACTS.wonders[wonder].shields for wonder in places(city.built))


def advance(state: State, seat: int, count: int) -> State:
    """Move the pawn so many spaces towards the opponent's capital, with what it meets on the way."""
    if not count or state.finished:
        return state
    capital = FACTS.table.capital
    ahead = -state.pawn if seat else state.pawn
    there = min(capital, ahead + count)
    state = replace(state, pawn=-there if seat else there)
    if there == capital:
        return supremacy(state, seat, "military")
    return _loot(state, seat, there)


def _loot(state: State, seat: int, there: int) -> State:
    """The loot tokens of the zones entered: the opponent loses coins, the token goes back to the box.

    A zone that is jumped over counts too, the nearer one first (house rule skipped_loot_taken).
    """
    for place, zone in enumerate(_ZONES):
        bit = 1 << place + len(_ZONES) * seat
        entered = there >= zone.at
        if not state.rules.skipped_loot_taken:
            entered = _zone(there) == place
        if entered and state.loot & bit:
            state = lose_coins(replace(state, loot=state.loot & ~bit), 1 - seat, zone.loot)
    return state


def _zone(ahead: int) -> int:
    return max((place for place, zone in enumerate(_ZONES) if ahead >= zone.at), default=-1)


def lose_coins(state: State, seat: int, coins: int) -> State:
    """Coins go from a treasury back to the bank; who has fewer loses all. Section "Military tokens"."""
    city = state.cities[seat]
    poorer = City(city.cards, city.wonders, city.built, city.tokens, max(0, city.coins - coins))
    return replace(state, cities=with_city(state.cities, seat, poorer))


def supremacy(state: State, seat: int, kind: Literal["military", "science"]) -> State:
    """The game ends at once with this seat's victory. Sections "Military supremacy", "Scientific supremacy"."""
    return replace(state, finished=True, supremacy=kind, victor=seat, choice="", again=False)


def track_points(ahead: int) -> int:
    """Points for a pawn so many spaces in the opponent's half; none in the capital, where the game ends."""
    if ahead >= FACTS.table.capital:
        return 0
    return max((zone.points for zone in _ZONES if ahead >= zone.at), default=0)
