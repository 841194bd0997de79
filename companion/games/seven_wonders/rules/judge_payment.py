"""What is irregular about how a building or a stage was paid for. Sections 'Cost in resources', 'Trade'."""

import msgspec

from companion.games.seven_wonders.rules.chains import built_for_free
from companion.games.seven_wonders.rules.facts import FACTS, NOTHING, Resources
from companion.games.seven_wonders.rules.findings import finding
from companion.games.seven_wonders.rules.moves import Build, BuildStage, Discard, Trade
from companion.games.seven_wonders.rules.options import build_payments, market_of, stage_payments
from companion.games.seven_wonders.rules.payments import Market, Payment, fault, named_payment
from companion.games.seven_wonders.rules.say import cost_words, payment_words, player
from companion.games.seven_wonders.rules.state import State
from companion.games.seven_wonders.rules.trade import bought
from companion.games.vocabulary import Finding

_CODES = {
    "left_cannot_sell": "not_for_sale",
    "right_cannot_sell": "not_for_sale",
    "not_enough": "paid_too_little",
    "needless": "bought_too_much",
}
_WORDS = {
    "left_cannot_sell": "the left neighbour does not sell that",
    "right_cannot_sell": "the right neighbour does not sell that",
    "not_enough": "resources are still missing",
    "needless": "more was bought than is missing",
}


class _Purchase(msgspec.Struct, frozen=True):
    """What is to be paid for: its name, its cost, and every right way to pay."""

    what: str
    coins: int
    cost: Resources
    ways: tuple[Payment, ...]

    @property
    def legal(self) -> tuple[str, ...]:
        """The right ways in words."""
        return tuple(payment_words(way) for way in self.ways)


def judge_payment(state: State, move: Build | BuildStage) -> tuple[Finding, ...]:
    """What is wrong with what was bought (``trade``), or with building at all where nothing was said."""
    seat, city = move.seat, state.cities[move.seat]
    if isinstance(move, BuildStage) and city.stages == len(FACTS.boards[city.board].stages):
        return (finding("no_stage_left", f"All stages of {player(state, seat)}'s wonder are built.", seat),)
    market = market_of(state, seat)
    purchase = _purchase(state, move, market)
    if move.trade is not None:
        return _trade(state, seat, purchase, _named(move.trade, market), market)
    if purchase.ways:
        return ()
    message = f"{_costs(purchase)}: {player(state, seat)} cannot pay that now."
    return (finding("cannot_afford", message, seat),)


def judge_needless(state: State, move: Discard) -> tuple[Finding, ...]:
    """Nothing is bought for a discard. Section 'Trade'."""
    if move.trade is None or bought(move.trade) == (NOTHING, NOTHING):
        return ()
    message = f"{player(state, move.seat)} discards: nothing has to be bought for that."
    return (finding("bought_too_much", message, move.seat),)


def _purchase(state: State, move: Build | BuildStage, market: Market) -> _Purchase:
    city = state.cities[move.seat]
    if isinstance(move, BuildStage):
        stage = FACTS.boards[city.board].stages[city.stages]
        return _Purchase(f"Stage {city.stages + 1}", stage.coins, stage.cost, stage_payments(city, market))
    card = FACTS.cards[FACTS.index[move.card]]
    cost = NOTHING if built_for_free(card.place, city.cards) else card.cost
    return _Purchase(card.name, card.coins, cost, build_payments(city, market, card.place))


def _named(trade: Trade, market: Market) -> Payment:
    return named_payment(*bought(trade), market.prices)


def _costs(purchase: _Purchase) -> str:
    return f"{purchase.what} costs {cost_words(purchase.coins, purchase.cost)}"


def _trade(state: State, seat: int, purchase: _Purchase, payment: Payment, market: Market) -> tuple[Finding, ...]:
    """What is wrong with this purchase from the neighbours. Section 'Trade'."""
    wrong = fault(market, purchase.cost, (payment.left, payment.right))
    if wrong is not None:
        message = f"{_costs(purchase)}; bought {payment_words(payment)}: {_WORDS[wrong]}."
        return (finding(_CODES[wrong], message, seat, purchase.legal),)
    total, purse = payment.coins + purchase.coins, state.cities[seat].coins
    if total > purse:
        message = f"That costs {cost_words(total, NOTHING)}; {player(state, seat)} had {purse} when the turn began."
        return (finding("coins_short", message, seat, purchase.legal),)
    return ()
