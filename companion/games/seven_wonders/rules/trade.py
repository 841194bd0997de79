"""What a move says was bought, as the payments count it, and back."""

from functools import lru_cache

from msgspec.structs import astuple

from companion.games.seven_wonders.rules.facts import NOTHING, RESOURCES, Resources
from companion.games.seven_wonders.rules.moves import Bought, Trade
from companion.games.seven_wonders.rules.payments import Payment


@lru_cache(maxsize=1 << 12)
def bought(trade: Trade) -> tuple[Resources, Resources]:
    """What was bought from the left and from the right neighbour, in the order of ``RESOURCES``."""
    return astuple(trade.left), astuple(trade.right)


def trade_of(payment: Payment) -> Trade | None:
    """A payment as a move names it; ``None`` where nothing is bought."""
    return _trade(payment.left, payment.right)


@lru_cache(maxsize=1 << 12)
def _trade(left: Resources, right: Resources) -> Trade | None:
    return None if left == right == NOTHING else Trade(Bought(*left), Bought(*right))


assert Bought.__struct_fields__ == RESOURCES, "what is bought is counted in the order of the resources"
