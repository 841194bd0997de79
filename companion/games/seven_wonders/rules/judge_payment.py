"""What is irregular about how a building or a stage was paid for. Sections 'Cost in resources', 'Trade'."""

import msgspec

from companion.games.seven_wonders.rules.chains import built_for_free
from companion.games.seven_wonders.rules.facts import BOARDS, CARDS, NOTHING, Resources
from companion.games.seven_wonders.rules.findings import finding
from companion.games.seven_wonders.rules.moves import Build, BuildStage, Discard, Trade
from companion.games.seven_wonders.rules.options import build_payments, market_of, payer, stage_payments
from companion.games.seven_wonders.rules.payments import Market, Payment, fault, named_payment
from companion.games.seven_wonders.rules.say import cost_line, payment_line
from companion.games.seven_wonders.rules.state import State
from companion.games.seven_wonders.rules.trade import bought
from companion.games.vocabulary import Finding, Line, Param, line

_CODES = {
    "left_cannot_sell": "not_for_sale/left",
    "right_cannot_sell": "not_for_sale/right",
    "not_enough": "paid_too_little",
    "needless": "bought_too_much",
}


class _Purchase(msgspec.Struct, frozen=True):
    """What is to be paid for, its cost, and every right way to pay."""

    what: Line
    coins: int
    cost: Resources
    ways: tuple[Payment, ...]

    @property
    def legal(self) -> tuple[Line, ...]:
        """The right ways."""
        return tuple(payment_line(way) for way in self.ways)

    @property
    def price(self) -> dict[str, Param]:
        """What it costs, as a finding says it."""
        return {"what": self.what, "cost": cost_line(self.coins, self.cost)}


def judge_payment(state: State, move: Build | BuildStage) -> tuple[Finding, ...]:
    """What is wrong with what was bought (``trade``), or with building at all where nothing was said."""
    seat, city = move.seat, payer(state, move.seat)
    if isinstance(move, BuildStage) and city.stages == len(BOARDS[city.board].stages):
        return (finding("no_stage_left", seat),)
    market = market_of(state, seat)
    purchase = _purchase(state, move, market)
    if move.trade is not None:
        return _trade(state, seat, purchase, _named(move.trade, market), market)
    return () if purchase.ways else (finding("cannot_afford", seat, **purchase.price),)


def judge_needless(move: Discard) -> tuple[Finding, ...]:
    """Nothing is bought for a discard. Section 'Trade'."""
    if move.trade is None or bought(move.trade) == (NOTHING, NOTHING):
        return ()
    return (finding("bought_too_much/discard", move.seat),)


def coins_short(seat: int, coins: int, purse: int, legal: tuple[Line, ...] = ()) -> Finding:
    """So many coins were to be paid, and so many were there. Section 'Trade'."""
    return finding("coins_short", seat, legal, cost=cost_line(coins, NOTHING), purse=purse)


def _purchase(state: State, move: Build | BuildStage, market: Market) -> _Purchase:
    city = payer(state, move.seat)
    if isinstance(move, BuildStage):
        stage = BOARDS[city.board].stages[city.stages]
        return _Purchase(line("next_stage", n=city.stages + 1), stage.coins, stage.cost, stage_payments(city, market))
    card = CARDS[state.facts.index[move.card]]
    cost = NOTHING if built_for_free(card.place, city.cards) else card.cost
    return _Purchase(line("building", card=card.id), card.coins, cost, build_payments(city, market, card.place))


def _named(trade: Trade, market: Market) -> Payment:
    return named_payment(*bought(trade), market.prices)


def _trade(state: State, seat: int, purchase: _Purchase, payment: Payment, market: Market) -> tuple[Finding, ...]:
    """What is wrong with this purchase from the neighbours. Section 'Trade'."""
    wrong = fault(market, purchase.cost, (payment.left, payment.right))
    if wrong is not None:
        found = finding(_CODES[wrong], seat, purchase.legal, **purchase.price, payment=payment_line(payment))
        return (found,)
    total, purse = payment.coins + purchase.coins, payer(state, seat).coins
    if total > purse:
        return (coins_short(seat, total, purse, purchase.legal),)
    return ()
