"""What an owner chooses at the end of the game: wild science symbols and the guild that Olympia copies.

Sections 'Scientific buildings', 'Hanging Gardens of Babylon', 'Statue of Zeus in Olympia' and 'Guilds': both are chosen
when the points are counted, so they are chosen together for the most points.
"""

import msgspec

from companion.games.seven_wonders.rules import science
from companion.games.seven_wonders.rules.effects import Symbol
from companion.games.seven_wonders.rules.guilds import copied_points, guilds_to_copy
from companion.games.seven_wonders.rules.science import Symbols, Wilds
from companion.games.seven_wonders.rules.setup import HouseRules
from companion.games.seven_wonders.rules.state import City


class Ending(msgspec.Struct, frozen=True):
    """What a seat has chosen, as far as it has: ``symbols`` for its wild ones, the guild that it copies."""

    symbols: tuple[Symbol, ...] = ()
    copied: int | None = None


NOTHING_CHOSEN = Ending()


def wilds(city: City, copied: int | None) -> Wilds:
    """The symbols that a city's owner chooses, with those of a copied guild."""
    return science.city_wilds(city) + (() if copied is None else science.guild_wilds(copied))


def best_ending(cities: tuple[City, ...], seat: int, rules: HouseRules, chosen: Ending = NOTHING_CHOSEN) -> Ending:
    """The choice that scores most among those that agree with what is already chosen.

    Every guild that may be copied is tried with every choice of symbols.
    """
    guilds: tuple[int | None, ...] = guilds_to_copy(cities, seat) or (None,)
    if chosen.copied is not None:
        guilds = (chosen.copied,)
    city, endings = cities[seat], []
    for copied in guilds:
        free = wilds(city, copied)
        if len(chosen.symbols) <= len(free):
            endings.append(Ending(science.best_symbols(science.city_symbols(city), free, chosen.symbols), copied))
    return max(endings, key=lambda ending: ending_points(cities, seat, rules, ending))


def ending_points(cities: tuple[City, ...], seat: int, rules: HouseRules, ending: Ending) -> int:
    """The points of all of a seat's science and of its copied guild with this choice."""
    points = science.science_points(symbols_with(cities[seat], ending))
    if ending.copied is None:
        return points
    return points + sum(more for more, _ in copied_points(ending.copied, cities, seat, rules))


def symbols_with(city: City, ending: Ending) -> Symbols:
    """All of a city's symbols with this choice."""
    return science.with_chosen(science.city_symbols(city), ending.symbols)
