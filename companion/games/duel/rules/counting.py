"""What cards count: cards of a colour, wonders, sets of coins; the richest city. Sections "Cards", "Guild cards"."""

from companion.games.duel.rules.facts import FACTS, Counted
from companion.games.duel.rules.state import City

_COLORS = {**FACTS.colors, "brown_grey": FACTS.colors["brown"] | FACTS.colors["grey"]}


def count(city: City, what: Counted) -> int:
    """How many of these a city has now."""
    if what == "wonder":
        return city.built.bit_count()
    if what == "treasury":
        return city.coins // FACTS.table.coins_per_point
    return (city.cards & _COLORS[what]).bit_count()


def most(cities: tuple[City, City], what: Counted) -> int:
    """How many the city with most of these has; brown and grey are counted in one and the same city."""
    return max(count(cities[0], what), count(cities[1], what))


def coins_when_built(cities: tuple[City, City], seat: int, card: int) -> int:
    """The coins that a card brings its owner, in whose city it now lies, out of the bank.

    A guild counts in the city with most, any other card in its owner's.
    """
    printed = FACTS.cards[card]
    if printed.counts is None:
        return printed.gains
    counted = most(cities, printed.counts) if printed.color == "purple" else count(cities[seat], printed.counts)
    return printed.gains + printed.coins_each * counted
