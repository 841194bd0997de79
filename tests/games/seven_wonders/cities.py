"""Cities for tests, described by the ids of the facts."""

from companion.games.seven_wonders.rules.facts import FACTS, Resources, counted
from companion.games.seven_wonders.rules.payments import Market
from companion.games.seven_wonders.rules.production import Production, prices, production, tradable
from companion.games.seven_wonders.rules.state import City

RAW = {"wood", "stone", "ore", "clay"}
GOODS = {"glass", "cloth", "papyrus"}


def mask(*cards: str) -> int:
    """Cards as a bit mask."""
    return sum(1 << FACTS.index[card] for card in cards)


def city(board: str, *cards: str, stages: int = 0, coins: int = 0, tokens: tuple[int, ...] = ()) -> City:
    """A city on a board (``"giza A"``) with these cards."""
    wonder, side = board.split()
    return City(FACTS.board_index[wonder, side], mask(*cards), stages, coins, tokens)


def place(card: str) -> int:
    """A card's number."""
    return FACTS.index[card]


def some(resources: str) -> Resources:
    """Resources out of words: ``"stone stone ore"``."""
    words = resources.split()
    return counted({word: words.count(word) for word in words})


def own(of: City) -> Production:
    """What a city can use itself."""
    return production(of.board, of.cards, of.stages)


def sold(of: City) -> Production:
    """What a city's neighbours can buy."""
    return tradable(of.board, of.cards)


def market(of: City, left: City, right: City) -> Market:
    """What a city can use and buy between two neighbours."""
    return Market(own(of), sold(left), sold(right), prices(of.board, of.cards, of.stages))
