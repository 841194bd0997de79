"""How a cost can be paid: own production, and missing resources bought from the neighbours.

Sections 'Cost in resources', 'Production' and 'Trade'. Only *missing* resources are bought: what is bought is as small
as own production allows (wherever own alternatives leave a choice of what is missing, each choice is a payment).
Two payments are the same where both neighbours get the same coins: nothing else of them lasts.
"""

from functools import lru_cache
from operator import add, gt, mul, sub
from typing import Literal

import msgspec

from companion.games.seven_wonders.rules.bundles import (
    Bundle,
    bundle,
    fits,
    members,
    parts_by_size,
    resources_in,
    splits,
)
from companion.games.seven_wonders.rules.facts import NOTHING, Resources
from companion.games.seven_wonders.rules.production import Prices, Production

Fault = Literal["left_cannot_sell", "right_cannot_sell", "not_enough", "needless"]


class Market(msgspec.Struct, frozen=True):
    """What a city can use this turn: its own production, what each neighbour sells, and the prices that it pays."""

    own: Production
    left: Production
    right: Production
    prices: Prices


class Payment(msgspec.Struct, frozen=True):
    """What is bought from each neighbour, and the coins that each gets for it."""

    left: Resources
    right: Resources
    left_coins: int
    right_coins: int

    @property
    def coins(self) -> int:
        """Coins for the neighbours together."""
        return self.left_coins + self.right_coins


WITHOUT_TRADE = Payment(NOTHING, NOTHING, 0, 0)
"""Own production is enough."""


def payments(market: Market, cost: Resources, purse: int) -> tuple[Payment, ...]:
    """Every distinct payment of a cost in resources, cheapest first; empty: it cannot be paid.

    Of equally dear ones the one that pays the left neighbour more comes first.
    ``purse``: the coins at hand at the start of the turn, less what the card costs in coins (coins earned by sales
    this turn can be used in the next one only). Section 'Trade'.
    """
    missing = lacking(market.own, cost)
    if missing == _NOTHING_LACKING:
        return (WITHOUT_TRADE,) if purse >= 0 else ()
    ways = _ways(missing, market.left, market.right, market.prices)
    affordable = len(ways)
    while affordable and ways[affordable - 1].coins > purse:
        affordable -= 1
    return ways[:affordable]


_NOTHING_LACKING: tuple[Bundle, ...] = (0,)


@lru_cache(maxsize=1 << 14)
def lacking(own: Production, cost: Resources) -> tuple[Bundle, ...]:
    """Every smallest bundle that own production leaves to be bought (all have the same size). Section 'Production'."""
    whole = bundle(cost)
    produced = next(filter(None, (own.bundles & layer for layer in parts_by_size(whole))))
    return tuple(whole - part for part in members(produced))


@lru_cache(maxsize=1 << 14)
def _ways(missing: tuple[Bundle, ...], left: Production, right: Production, prices: Prices) -> tuple[Payment, ...]:
    """Every distinct way to buy one of these bundles from the two neighbours, cheapest first. Section 'Trade'."""
    from_left, from_right = left.bundles, right.bundles
    found: dict[tuple[int, int], Payment] = {}
    for whole in missing:
        for part, rest, part_alone, rest_alone in splits(whole):
            if from_left & part_alone and from_right & rest_alone:
                way = _payment(part, rest, prices)
                found.setdefault((way.coins, -way.left_coins), way)
    return tuple(way for _, way in sorted(found.items()))


@lru_cache(maxsize=1 << 13)
def _payment(from_left: Bundle, from_right: Bundle, prices: Prices) -> Payment:
    return named_payment(resources_in(from_left), resources_in(from_right), prices)


def named_payment(left: Resources, right: Resources, prices: Prices) -> Payment:
    """What a purchase that a player has named costs; whether it is right is ``fault``'s business."""
    return Payment(left, right, _total(left, prices[0]), _total(right, prices[1]))


def _total(bought: Resources, prices: Resources) -> int:
    return sum(map(mul, bought, prices))


def fault(market: Market, cost: Resources, bought: tuple[Resources, Resources]) -> Fault | None:
    """What is wrong with buying this from the left and the right neighbour for a cost; ``None``: nothing.

    Whether the coins suffice is not asked here. Section 'Trade'.
    """
    from_left, from_right = bought
    together = tuple(map(add, from_left, from_right))
    if not can_deliver(market.left, from_left):
        return "left_cannot_sell"
    if not can_deliver(market.right, from_right):
        return "right_cannot_sell"
    if any(map(gt, together, cost)):
        return "needless"
    missing = lacking(market.own, cost)
    if bundle(together) in missing:
        return None
    remaining = tuple(map(sub, cost, together))
    return "needless" if can_deliver(market.own, remaining) else "not_enough"


def can_deliver(by: Production, resources: Resources) -> bool:
    """Whether a production can deliver these resources in one turn."""
    return fits(resources) and bool(by.bundles >> bundle(resources) & 1)
