"""What guilds and some yellow cards score, and the guild that Olympia copies.

Sections 'Guilds', 'Cards of age III' and 'Statue of Zeus in Olympia' (side B, third stage).
"""

from collections.abc import Iterator

from msgspec.structs import replace

from companion.games.seven_wonders.rules.counting import count, neighbour_seats
from companion.games.seven_wonders.rules.effects import PointsPer, Special
from companion.games.seven_wonders.rules.facts import BOARDS, CARDS, FACTS, OF_COLOR, cards_in
from companion.games.seven_wonders.rules.setup import HouseRules
from companion.games.seven_wonders.rules.state import City
from companion.games.vocabulary import Param, line

Counted = tuple[int, dict[str, Param]]
"""Points, and what they are for: how many of what, whose, and points for each."""

_CRAFTSMENS_GUILD = FACTS.index["craftsmens_guild"]
"""The first edition's, which a rule text disagrees with; what is printed on the second edition's nobody disputes."""


def counted_points(card: int, cities: tuple[City, ...], seat: int, rules: HouseRules) -> Iterator[Counted]:
    """What a card scores for things counted at the end of the game, as seen from a seat."""
    for effect in CARDS[card].effects:
        if isinstance(effect, PointsPer):
            amount = rules.craftsmens_guild_points if card == _CRAFTSMENS_GUILD else effect.amount
            number = count(effect.what, effect.where, cities, seat)
            things, whose = line(f"counted/{effect.what}", n=number), line(f"whose/{'_'.join(effect.where)}")
            yield amount * number, {"counted": things, "whose": whose, "each": amount}


def copied_points(guild: int, cities: tuple[City, ...], seat: int, rules: HouseRules) -> Iterator[Counted]:
    """What a copied guild scores: as if it were built here, whether or not it is a card here by the house rule.

    Section 'Statue of Zeus in Olympia' (side B).
    """
    if rules.copied_shipowners_count_themselves:
        here = replace(cities[seat], cards=cities[seat].cards | 1 << guild)
        cities = (*cities[:seat], here, *cities[seat + 1 :])
    return counted_points(guild, cities, seat, rules)


def guilds_to_copy(cities: tuple[City, ...], seat: int) -> tuple[int, ...]:
    """The guilds that this seat may copy at the end of the game: those of its neighbours, if its wonder lets it.

    Section 'Statue of Zeus in Olympia' (side B): the copy takes nothing from the guild's owner.
    """
    city = cities[seat]
    built = BOARDS[city.board].stages[: city.stages]
    if _COPY not in (effect for stage in built for effect in stage.effects):
        return ()
    theirs = 0
    for other in neighbour_seats(len(cities), seat):
        theirs |= cities[other].cards & OF_COLOR["purple"]
    return tuple(card.place for card in cards_in(theirs))


_COPY = Special("copy_neighbour_guild")
