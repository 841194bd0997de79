"""What a city produces, what of it the neighbours may buy, and what they charge it.

Sections 'Production', 'Trade', 'Cards of age I' (a card with two resources gives one of them) and 'Commercial
buildings' (what yellow cards and stages produce is the owner's alone).
"""

from collections.abc import Callable
from functools import lru_cache

import msgspec

from companion.games.seven_wonders.rules.bundles import Bundles, with_one_of
from companion.games.seven_wonders.rules.effects import Effect, Price, Produce, Side
from companion.games.seven_wonders.rules.facts import BOARDS, CARDS, RESOURCES, TABLE, Resources, cards_in

Source = tuple[int, ...]
"""Gives one of these resources each turn (places in ``RESOURCES``)."""
Prices = tuple[Resources, Resources]
"""Coins for one of each resource: from the left neighbour, from the right one."""


class Production(msgspec.Struct, frozen=True, eq=False):
    """What can be delivered in one turn. Productions are shared: compared and hashed by identity, as cache keys.

    ``sources`` sorted; ``bundles``: every bundle that they can deliver.
    """

    sources: tuple[Source, ...]
    bundles: Bundles


def production(board: int, cards: int, stages: int) -> Production:
    """All that a city can use itself: its resource, brown, grey and yellow cards, stages. Section 'Production'."""
    return _own(_BOARD_SOURCES[board][stages], cards & _PRODUCING)


def tradable(board: int, cards: int) -> Production:
    """What neighbours can buy: the city's resource, brown and grey cards. Section 'Trade'."""
    return _own(_BOARD_SOURCES[board][0], cards & _FOR_SALE)


def prices(board: int, cards: int, stages: int) -> Prices:
    """What a city pays its neighbours; discounts on one resource do not add up. Sections 'Trade', 'Cards of age I'."""
    return _prices(board, cards & _PRICING, stages)


def _sources(effects: tuple[Effect, ...]) -> tuple[Source, ...]:
    return tuple(
        tuple(RESOURCES.index(resource) for resource in effect.resources)
        for effect in effects
        if isinstance(effect, Produce)
        for _ in range(effect.amount)
    )


def _cards_where(holds: Callable[[Effect], bool]) -> int:
    """The cards with such an effect, as a bit mask."""
    return sum(card.bit for card in CARDS if any(holds(effect) for effect in card.effects))


_PRODUCING = _cards_where(lambda effect: isinstance(effect, Produce))
_FOR_SALE = _cards_where(lambda effect: isinstance(effect, Produce) and effect.for_sale)
_PRICING = _cards_where(lambda effect: isinstance(effect, Price))
_CARD_SOURCES = tuple(_sources(card.effects) for card in CARDS)
_BOARD_SOURCES = tuple(
    tuple(
        (
            (RESOURCES.index(board.resource),),
            *(source for stage in board.stages[:built] for source in _sources(stage.effects)),
        )
        for built in range(len(board.stages) + 1)
    )
    for board in BOARDS
)
"""By board and number of built stages: what the board itself gives; with no stage built only the city's resource."""


@lru_cache(maxsize=1 << 16)
def _own(of_board: tuple[Source, ...], cards: int) -> Production:
    sources = [source for place, card in enumerate(_CARD_SOURCES) if cards >> place & 1 for source in card]
    return _shared(tuple(sorted((*of_board, *sources))))


@lru_cache(maxsize=1 << 13)
def _shared(sources: tuple[Source, ...]) -> Production:
    return Production(sources, _deliverable(sources))


@lru_cache(maxsize=1 << 13)
def _deliverable(sources: tuple[Source, ...]) -> Bundles:
    """Every bundle that the sources can deliver together; built up source by source, the empty bundle first."""
    return with_one_of(_deliverable(sources[:-1]), sources[-1]) if sources else 1


@lru_cache(maxsize=1 << 12)
def _prices(board: int, cards: int, stages: int) -> Prices:
    effects = [effect for card in cards_in(cards) for effect in card.effects]
    effects += [effect for stage in BOARDS[board].stages[:stages] for effect in stage.effects]
    offers = [effect for effect in effects if isinstance(effect, Price)]
    return _side_prices(offers, "left"), _side_prices(offers, "right")


def _side_prices(offers: list[Price], side: Side) -> Resources:
    return tuple(
        min(
            [TABLE.trade_price]
            + [offer.price for offer in offers if side in offer.sides and resource in offer.resources]
        )
        for resource in RESOURCES
    )
