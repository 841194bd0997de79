"""Science symbols, wild ones among them, and what they score. Section 'Scientific buildings'.

The text's own example adds up to 27 by a slip; its formula gives 21 (9 + 4 + 1 + 7), and the formula stands.
"""

from functools import lru_cache
from itertools import product
from operator import add

from companion.games.seven_wonders.rules.effects import Effect, Science, Symbol
from companion.games.seven_wonders.rules.facts import BOARDS, CARDS, SYMBOLS, TABLE
from companion.games.seven_wonders.rules.state import City

Symbols = tuple[int, ...]
"""How many of each symbol, in the order of ``SYMBOLS``."""
Wilds = tuple[tuple[Symbol, ...], ...]
"""The symbols that are still to be chosen: of each the options."""


def science_points(symbols: Symbols) -> int:
    """Points of a number of each symbol: the squares, and so many for each set of different ones."""
    return sum(number * number for number in symbols) + TABLE.science_set_points * min(symbols)


def city_symbols(city: City) -> Symbols:
    """The symbols that a city has without choosing."""
    printed = [options[0] for options in _options(city) if len(options) == 1]
    return tuple(printed.count(symbol) for symbol in SYMBOLS)


def city_wilds(city: City) -> Wilds:
    """The symbols that the owner chooses at the end of the game: cards' first, then the wonder's."""
    return tuple(options for options in _options(city) if len(options) > 1)


def guild_wilds(card: int) -> Wilds:
    """The symbols to choose that one card gives, as the Scientists Guild does."""
    return tuple(options for options in _of(CARDS[card].effects) if len(options) > 1)


@lru_cache(maxsize=1 << 12)
def best_symbols(symbols: Symbols, wilds: Wilds, chosen: tuple[Symbol, ...] = ()) -> tuple[Symbol, ...]:
    """One symbol for each wild one: those chosen for the first ones, for the others what scores most.

    Every choice is tried; of equally good ones it is the first in the order of the symbols.
    """
    choices = product(*((symbol,) for symbol in chosen), *wilds[len(chosen) :])
    return max(choices, key=lambda choice: science_points(with_chosen(symbols, choice)))


def with_chosen(symbols: Symbols, chosen: tuple[Symbol, ...]) -> Symbols:
    """The symbols together with the chosen ones."""
    return tuple(map(add, symbols, map(chosen.count, SYMBOLS)))


def _of(effects: tuple[Effect, ...]) -> Wilds:
    return tuple(effect.symbols for effect in effects if isinstance(effect, Science))


_CARD_OPTIONS = tuple(_of(card.effects) for card in CARDS)
CARD_SYMBOLS = tuple(options[0][0] if options and len(options[0]) == 1 else None for options in _CARD_OPTIONS)
"""By card: the symbol printed on it; ``None``: none, or one to choose."""
_SCIENTIFIC = sum(1 << place for place, options in enumerate(_CARD_OPTIONS) if options)


def _options(city: City) -> Wilds:
    """The options of every symbol in a city: its cards', then its stages'."""
    return _printed(city.board, city.cards & _SCIENTIFIC, city.stages)


@lru_cache(maxsize=1 << 12)
def _printed(board: int, cards: int, stages: int) -> Wilds:
    on_cards = [options for place, found in enumerate(_CARD_OPTIONS) if cards >> place & 1 for options in found]
    on_stages = [options for stage in BOARDS[board].stages[:stages] for options in _of(stage.effects)]
    return (*on_cards, *on_stages)
