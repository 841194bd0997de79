"""Counting cards, stages and defeats in a city and its neighbours': what some cards give coins and points for.

Sections 'Cards of age II', 'Cards of age III' and 'Guilds'. Produced resources are not cards and are not counted.
"""

from companion.games.seven_wonders.rules.effects import Counted, Where
from companion.games.seven_wonders.rules.facts import OF_COLOR, TABLE
from companion.games.seven_wonders.rules.state import City, neighbours


def seats_meant(where: tuple[Where, ...], cities: int, seat: int) -> tuple[int, ...]:
    """The seats whose things count. Who is alone has no neighbour, and of two each is the other's only one."""
    left, right = neighbours(cities, seat)
    meant = []
    if "left" in where and left != seat:
        meant.append(left)
    if "self" in where:
        meant.append(seat)
    if "right" in where and right not in (seat, left):
        meant.append(right)
    return tuple(meant)


def neighbour_seats(cities: int, seat: int) -> tuple[int, ...]:
    """The neighbours' seats: the left one's, then the right one's."""
    return seats_meant(("left", "right"), cities, seat)


def count(what: Counted, where: tuple[Where, ...], cities: tuple[City, ...], seat: int) -> int:
    """How many of something there are in the cities meant, as seen from a seat."""
    return sum(count_in(what, cities[meant]) for meant in seats_meant(where, len(cities), seat))


def count_in(what: Counted, city: City) -> int:
    """How many of something a city has."""
    if what == "stage":
        return city.stages
    if what == "defeat":
        return city.tokens.count(TABLE.defeat_points)
    return (city.cards & OF_COLOR[what]).bit_count()
