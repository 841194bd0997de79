"""Coins that buildings and stages bring once, in the turn in which they are built.

Sections 'Cards of age I' to 'Cards of age III' and 'The Wonders of the World'. Neighbours' cards that were built in
the same turn count as well, so coins are counted when everybody's building of the turn lies in its city.
"""

from functools import lru_cache

from companion.games.seven_wonders.rules.counting import count
from companion.games.seven_wonders.rules.effects import Coins, CoinsPer, Effect
from companion.games.seven_wonders.rules.facts import BOARDS, CARDS
from companion.games.seven_wonders.rules.state import City


def coins_gained(card: int, cities: tuple[City, ...], seat: int) -> int:
    """Coins from the bank for this building, which already lies in its city (and counts itself there)."""
    return _fixed(CARDS[card].effects) + sum(
        effect.amount * count(effect.what, effect.where, cities, seat) for effect in _COUNTING[card]
    )


def stage_coins(board: int, stage: int) -> int:
    """Coins from the bank for a stage of a wonder (1 is the first)."""
    return _fixed(BOARDS[board].stages[stage - 1].effects)


@lru_cache(maxsize=1 << 8)
def _fixed(effects: tuple[Effect, ...]) -> int:
    return sum(effect.amount for effect in effects if isinstance(effect, Coins))


_COUNTING = tuple(tuple(effect for effect in card.effects if isinstance(effect, CoinsPer)) for card in CARDS)
"""By card: what it gives coins for."""
