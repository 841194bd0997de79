"""What a building or a wonder costs a player now: printed coins, resources bought, discounts, chains.

Sections "Building" (production, trade, chains) and "Progress tokens" (Architecture, Masonry). The price is a sum of
money, always the cheapest one; ``Price`` also says what was bought at which price.
"""

from functools import lru_cache

import msgspec

from companion.games.duel.rules.facts import FACTS, RAW, RESOURCES, Amounts, amounts, mask
from companion.games.duel.rules.state import City


class Bought(msgspec.Struct, frozen=True):
    """So many units of a resource, bought at so many coins each."""

    resource: str
    count: int
    each: int


class Price(msgspec.Struct, frozen=True):
    """What is paid: ``coins`` as printed and ``trade`` for the resources bought.

    ``spared``: resources that a discount forgave; ``chained``: built for nothing by a chain symbol.
    """

    coins: int = 0
    trade: int = 0
    bought: tuple[Bought, ...] = ()
    spared: tuple[str, ...] = ()
    chained: bool = False

    @property
    def total(self) -> int:
        """Coins in all."""
        return self.coins + self.trade


CHAINED = Price(chained=True)

_MARKET = mask(k for k, card in enumerate(FACTS.cards) if card.produces or card.one_of or card.price_one)
_SELLERS = FACTS.colors["brown"] | FACTS.colors["grey"]
_SUPPLY = mask(k for k, wonder in enumerate(FACTS.wonders) if wonder.one_of)
_COSTS: tuple[tuple[int, Amounts], ...] = (
    *((card.coins, amounts(card.cost)) for card in FACTS.cards),
    *((0, amounts(wonder.cost)) for wonder in FACTS.wonders),
)
"""Printed coins and resources of every card, then of every wonder."""
_BLUE = FACTS.colors["blue"]
_MASONRY = mask(k for k, token in enumerate(FACTS.tokens) if token.spares == "blue")
_ARCHITECTURE = mask(k for k, token in enumerate(FACTS.tokens) if token.spares == "wonder")


def building_price(city: City, rival: City, card: int) -> Price:
    """What this card costs the owner of ``city``. Sections "Free building (chains)", "Masonry"."""
    cards = city.cards
    if FACTS.parents[card] & cards:
        return CHAINED
    spares = bool(city.tokens & _MASONRY) and bool(_BLUE >> card & 1)
    return _price(card, cards & _MARKET, city.built & _SUPPLY, rival.cards & _SELLERS, spares)


def wonder_price(city: City, rival: City, wonder: int) -> Price:
    """What this wonder costs the owner of ``city``. Sections "Building a wonder", "Architecture"."""
    place = len(FACTS.cards) + wonder
    spares = bool(city.tokens & _ARCHITECTURE)
    return _price(place, city.cards & _MARKET, city.built & _SUPPLY, rival.cards & _SELLERS, spares)


def production(cards: int) -> Amounts:
    """The symbols on a city's brown and grey cards: own production, and what raises the opponent's price."""
    return _symbols(cards & _SELLERS)


def trade_prices(city: City, rival: City) -> Amounts:
    """What each resource costs this city in trade. Section "Trade": 2 + the opponent's brown and grey symbols, or 1."""
    return _unit_prices(city.cards & _MARKET, rival.cards & _SELLERS)


@lru_cache(maxsize=1 << 14)
def _symbols(cards: int) -> Amounts:
    totals = dict.fromkeys(RESOURCES, 0)
    for place, card in enumerate(FACTS.cards):
        if cards >> place & 1:
            for resource, count in card.produces.items():
                totals[resource] += count
    return tuple(totals.values())


@lru_cache(maxsize=1 << 14)
def _unit_prices(cards: int, rival: int) -> Amounts:
    fixed = {name for place, card in enumerate(FACTS.cards) if cards >> place & 1 for name in card.price_one}
    table = FACTS.table
    return tuple(
        table.fixed_price if name in fixed else table.trade_price + symbols
        for name, symbols in zip(RESOURCES, _symbols(rival), strict=True)
    )


@lru_cache(maxsize=1 << 14)
def _alternatives(cards: int, wonders: int) -> tuple[int, int]:
    """How many cards and wonders give any one raw material, and any one manufactured good, each turn."""
    givers = [card.one_of for place, card in enumerate(FACTS.cards) if cards >> place & 1 and card.one_of]
    givers += [wonder.one_of for place, wonder in enumerate(FACTS.wonders) if wonders >> place & 1]
    raw = sum(one_of[0] in RESOURCES[:RAW] for one_of in givers)
    return raw, len(givers) - raw


@lru_cache(maxsize=1 << 14)
def _dearest_first(prices: Amounts) -> tuple[int, ...]:
    """The resources from the dearest to the cheapest."""
    return tuple(sorted(range(len(RESOURCES)), key=lambda k: (prices[k], k), reverse=True))


@lru_cache(maxsize=1 << 16)
def _price(place: int, cards: int, wonders: int, rival: int, spares: bool) -> Price:  # noqa: FBT001 - a cache's key
    """The cheapest price: production first, then alternatives and discounts for the dearest units missing.

    An alternative covers one unit of its kind, a discount one of any kind; each is best spent on the dearest unit
    that is still missing, so going from the dearest to the cheapest is the cheapest way in all.
    """
    coins, cost = _COSTS[place]
    made, prices = _symbols(cards & _SELLERS), _unit_prices(cards, rival)
    free = list(_alternatives(cards, wonders))
    to_spare = FACTS.table.spared_resources if spares else 0
    missing, spared = [], []
    for k in _dearest_first(prices):
        count = cost[k] - made[k]
        if count <= 0:
            continue
        kind = k >= RAW
        covered = min(count, free[kind])
        free[kind] -= covered
        forgiven = min(count - covered, to_spare)
        to_spare -= forgiven
        spared += [RESOURCES[k]] * forgiven
        missing.append((k, count - covered - forgiven))
    bought = tuple(Bought(RESOURCES[k], count, prices[k]) for k, count in sorted(missing) if count)
    return Price(coins, sum(part.count * part.each for part in bought), bought, tuple(spared))
