"""Scientific symbols: pairs and supremacy. Section "Science and progress"."""

from companion.games.duel.rules.facts import FACTS, mask
from companion.games.duel.rules.state import City

_SYMBOL_CARDS = tuple(FACTS.symbols.values())
_PAIRS = tuple(FACTS.symbols[card.symbol] if card.symbol else 0 for card in FACTS.cards)
_LAW = mask(place for place, token in enumerate(FACTS.tokens) if token.symbol)


def makes_pair(city: City, card: int) -> bool:
    """Whether this card, now in the city, is the second one of its symbol."""
    pair = _PAIRS[card]
    return bool(pair) and city.cards & pair == pair


def symbol_count(city: City) -> int:
    """How many different symbols a city has, Law's among them."""
    cards = city.cards
    return sum(1 for symbol in _SYMBOL_CARDS if cards & symbol) + (1 if city.tokens & _LAW else 0)


def symbols(city: City) -> dict[str, int]:
    """How many of each symbol a city has, those only that it has."""
    counts = {name: (city.cards & cards).bit_count() for name, cards in FACTS.symbols.items()}
    for token in FACTS.tokens:
        if token.symbol and city.tokens >> FACTS.token_index[token.id] & 1:
            counts[token.symbol] = counts.get(token.symbol, 0) + 1
    return {name: count for name, count in counts.items() if count}


def has_supremacy(city: City) -> bool:
    """Whether a city has six different symbols, which wins at once."""
    return symbol_count(city) >= FACTS.table.symbols_to_win
