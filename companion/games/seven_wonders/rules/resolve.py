"""What everybody's choices do to the table, all at once. Sections 'Carrying out the action', 'Trade', 'Building'."""

from collections.abc import Sequence

from msgspec.structs import replace

from companion.games.seven_wonders.rules.facts import BOARDS, CARDS, TABLE
from companion.games.seven_wonders.rules.income import coins_gained, stage_coins
from companion.games.seven_wonders.rules.state import Cards, Chosen, City, State, neighbours


def resolved(state: State, chosen: Sequence[Chosen | None]) -> State:
    """All choices at once: payments, then buildings, then what these bring; neighbours get their coins now.

    What was paid for was judged by the table as it lay when the turn began.
    Sections 'Carrying out the action', 'Trade'.
    """
    coins = _paid(state.cities, chosen)
    placed = tuple(
        city if choice is None and coins[seat] == city.coins else _placed(city, choice, coins[seat], state.age)
        for seat, (city, choice) in enumerate(zip(state.cities, chosen, strict=True))
    )
    cities = tuple(with_income(state.cities[seat], placed, seat) for seat in range(len(placed)))
    thrown = tuple(choice.card for choice in chosen if choice is not None and choice.act == "discard")
    return replace(state, cities=cities, discard=piled(state.discard, thrown))


def _paid(cities: tuple[City, ...], chosen: Sequence[Chosen | None]) -> list[int]:
    """The coins of each city after trade and discards."""
    coins = [city.coins for city in cities]
    for seat, choice in enumerate(chosen):
        if choice is None:
            continue
        if choice.act == "discard":
            coins[seat] += TABLE.discard_coins
        coins[seat] -= choice.bank + choice.left + choice.right
        left, right = neighbours(len(cities), seat)
        coins[left] += choice.left
        coins[right] += choice.right
    return coins


def _placed(city: City, choice: Chosen | None, coins: int, age: int) -> City:
    """The city with its new card; a second building of a name is laid aside and counts for nothing."""
    if choice is None or choice.act in {"discard", "laid"}:
        return replace(city, coins=coins)
    card = choice.card
    if choice.act == "stage":
        stages = min(city.stages + 1, len(BOARDS[city.board].stages))
        return replace(city, stages=stages, coins=coins, under=piled(city.under, (card,)))
    if choice.among:
        return replace(city, coins=coins, unread=(*city.unread, choice.among))
    free_age = age if choice.act == "free" else city.free_age
    return with_building(replace(city, coins=coins, free_age=free_age), card)


def with_building(city: City, card: int) -> City:
    """The city with a further building, or with one laid aside that it had already. Section 'Building'."""
    if CARDS[card].same_name & city.cards:
        return replace(city, surplus=piled(city.surplus, (card,)))
    return replace(city, cards=city.cards | 1 << card)


def with_income(before: City, placed: tuple[City, ...], seat: int) -> City:
    """The city with the coins that its new building or stage brings, everybody's new cards counted."""
    city = placed[seat]
    if city.cards != before.cards:
        income = coins_gained((city.cards ^ before.cards).bit_length() - 1, placed, seat)
    elif city.stages != before.stages:
        income = stage_coins(city.board, city.stages)
    else:
        return city
    return replace(city, coins=city.coins + income) if income else city


def piled(pile: Cards, cards: Sequence[int]) -> Cards:
    """Cards with further ones, still sorted."""
    return tuple(sorted((*pile, *cards))) if cards else pile
