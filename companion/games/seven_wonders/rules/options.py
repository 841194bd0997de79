"""What a city can do with a card now, and every way to pay for it.

Sections 'Building', 'Completing a stage', 'Trade', 'Variant for two players'.
"""

from functools import lru_cache

from msgspec.structs import replace

from companion.games.seven_wonders.rules.chains import built_for_free
from companion.games.seven_wonders.rules.facts import BOARDS, CARDS
from companion.games.seven_wonders.rules.payments import WITHOUT_TRADE, Market, Payment, payments
from companion.games.seven_wonders.rules.production import prices, production, tradable
from companion.games.seven_wonders.rules.state import Cards, City, State, free_city_controller, holder_of, neighbours
from companion.games.seven_wonders.rules.unseen import can_be_unseen

FOR_FREE = (WITHOUT_TRADE,)
"""The payments of a building that costs nothing now."""


def payer(state: State, seat: int) -> City:
    """A city with the coins that it can pay with now: those that it had when the turn began. Section 'Trade'.

    What the sixth turn brings is there, but cannot be used for a seventh card that belongs to that turn.
    """
    city = state.cities[seat]
    return replace(city, coins=state.eve[seat].coins) if state.eve else city


def market_of(state: State, seat: int) -> Market:
    """What a city can use and buy in this turn: as the table was when the turn began. Section 'Trade'.

    A Free City that acts after its controller can buy what that one builds (house rule free_city_first).
    """
    cities = state.eve or state.cities
    left, right = neighbours(len(cities), seat)
    own = cities[seat]
    if seat >= state.players and not state.rules.free_city_first:
        cities = _with_controllers(state, cities)
    return _market(
        (own.board, own.cards, own.stages),
        (cities[left].board, cities[left].cards),
        (cities[right].board, cities[right].cards),
    )


def _with_controllers(state: State, cities: tuple[City, ...]) -> tuple[City, ...]:
    """The cities with the building that the Free City's controller has chosen to build in this turn."""
    seat = free_city_controller(state.age, state.turn)
    chosen = state.chosen[seat]
    if chosen is None or chosen.act not in {"build", "free"} or chosen.card < 0:
        return cities
    city = replace(cities[seat], cards=cities[seat].cards | 1 << chosen.card)
    return (*cities[:seat], city, *cities[seat + 1 :])


@lru_cache(maxsize=1 << 14)
def _market(own: tuple[int, int, int], left: tuple[int, int], right: tuple[int, int]) -> Market:
    return Market(production(*own), tradable(*left), tradable(*right), prices(*own))


def has_name_of(city: City, card: int) -> bool:
    """Whether the city has a building of this card's name, so that it cannot have this one. Section 'Building'."""
    return bool(CARDS[card].same_name & city.cards)


def build_payments(city: City, market: Market, card: int) -> tuple[Payment, ...]:
    """Every distinct way to pay for a building, cheapest first: a chain, or its cost. Section 'Building'."""
    if built_for_free(card, city.cards):
        return FOR_FREE
    printed = CARDS[card]
    return payments(market, printed.cost, city.coins - printed.coins)


def stage_payments(city: City, market: Market) -> tuple[Payment, ...]:
    """Every distinct way to pay for the next stage, cheapest first; empty: it cannot. Section 'Completing a stage'."""
    stages = BOARDS[city.board].stages
    if city.stages == len(stages):
        return ()
    stage = stages[city.stages]
    return payments(market, stage.cost, city.coins - stage.coins)


def possible_cards(state: State, seat: int) -> Cards:
    """Every card that can be in the hand out of which this city is served now, each once."""
    hand = state.hands[holder_of(state, seat)]
    known = {card for card in hand if card >= 0}
    if hand and hand[0] < 0:
        return tuple(sorted(known.union(can_be_unseen(state, state.age))))
    return tuple(sorted(known))
