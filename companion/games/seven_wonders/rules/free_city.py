"""What the Free City may not do. Section 'Variant for two players'.

It may discard a card only where it can play none; and a card that a chain gives it must be built for nothing.
Its controller chooses from whom it buys, the prices notwithstanding. It has no hand of its own: as Babylon it has no
seventh card to play.
"""

from collections.abc import Iterable

from companion.games.seven_wonders.rules.chains import built_for_free
from companion.games.seven_wonders.rules.options import build_payments, has_name_of, stage_payments
from companion.games.seven_wonders.rules.payments import Market
from companion.games.seven_wonders.rules.state import City, State


def is_free_city(state: State, seat: int) -> bool:
    """Whether this seat is the Free City."""
    return seat >= state.players


def must_chain(city: City, card: int) -> bool:
    """Whether this card, once chosen for the Free City, must be built for nothing."""
    return card >= 0 and built_for_free(card, city.cards) and not has_name_of(city, card)


def may_discard(city: City, market: Market, cards: Iterable[int]) -> bool:
    """Whether the Free City can play none of these cards, which are certainly in its controller's hand."""
    if stage_payments(city, market):
        return False
    return not any(not has_name_of(city, card) and build_payments(city, market, card) for card in cards)
