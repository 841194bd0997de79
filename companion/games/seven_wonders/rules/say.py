"""What must be done now, what something costs and how it was paid for, as lines; cards as ids."""

from companion.games.seven_wonders.rules.facts import CARDS, RESOURCES, Resources
from companion.games.seven_wonders.rules.moves import UNSEEN
from companion.games.seven_wonders.rules.payments import Payment
from companion.games.seven_wonders.rules.state import Cards, State, free_city_controller, to_choose
from companion.games.vocabulary import Line, line


def card_ids(cards: Cards) -> tuple[str, ...]:
    """Cards by id; those that nobody has seen as ``"?"``."""
    return tuple(UNSEEN if card < 0 else CARDS[card].id for card in cards)


def cost_line(coins: int, cost: Resources) -> Line:
    """What a card or a stage costs: so many of each resource, and coins."""
    parts = _goods(cost)
    if coins:
        parts += (line("coins", n=coins),)
    return line("cost", parts=parts) if parts else line("no_cost")


def payment_line(payment: Payment) -> Line:
    """What is bought from whom, and for how many coins."""
    sides = (
        ("from_left", payment.left, payment.left_coins),
        ("from_right", payment.right, payment.right_coins),
    )
    parts = tuple(line(side, parts=_goods(bought), coins=coins) for side, bought, coins in sides if any(bought))
    return line("payment", purchases=parts) if parts else line("without_trade")


def _goods(resources: Resources) -> tuple[Line, ...]:
    counted = zip(RESOURCES, resources, strict=True)
    return tuple(line("goods", n=count, resource=name) for name, count in counted if count)


def obligations(state: State) -> tuple[Line, ...]:
    """What must be done now; empty: the game is over.

    With two players the city that acts first is named first (house rule free_city_first).
    """
    if state.offers:
        seat, offered = state.offers[0]
        return (line(offered, seat=seat),)
    seats = list(to_choose(state))
    if state.players == 2 and state.rules.free_city_first and state.players in seats:
        seats = [state.players, *seats[:-1]]
    return tuple(_choice(state, seat) for seat in seats)


def _choice(state: State, seat: int) -> Line:
    if seat < state.players:
        return line("choose", seat=seat)
    return line("choose_for_free_city", seat=free_city_controller(state.age, state.turn))
