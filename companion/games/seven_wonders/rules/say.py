"""States in words: players, cards, payments and what must be done now, as short English lines with their rule."""

from companion.games.seven_wonders.rules.facts import FACTS, RESOURCES, Resources
from companion.games.seven_wonders.rules.moves import UNSEEN
from companion.games.seven_wonders.rules.payments import Payment
from companion.games.seven_wonders.rules.state import Cards, Offer, State, free_city_controller, to_choose
from companion.games.vocabulary import Line, said

FREE_CITY = "the Free City"


def player(state: State, seat: int) -> str:
    """A player by name, or by wonder and seat; the Free City by its name."""
    if seat >= state.players:
        return FREE_CITY
    if state.names:
        return state.names[seat]
    return f"{FACTS.boards[state.cities[seat].board].city} (seat {seat})"


def card_name(card: str) -> str:
    """A card's name, for people."""
    return "an unseen card" if card == UNSEEN else FACTS.cards[FACTS.index[card]].name


def card_ids(cards: Cards) -> tuple[str, ...]:
    """Cards by id; those that nobody has seen as ``"?"``."""
    return tuple(UNSEEN if card < 0 else FACTS.cards[card].id for card in cards)


def cost_words(coins: int, cost: Resources) -> str:
    """What a card or a stage costs, for people: ``1 wood, 2 clay``."""
    words = [f"{count} {name}" for name, count in zip(RESOURCES, cost, strict=True) if count]
    if coins:
        words.append(f"{coins} coin" + ("" if coins == 1 else "s"))
    return ", ".join(words) or "nothing"


def payment_words(payment: Payment) -> str:
    """A payment, for people."""
    parts = [
        f"{cost_words(0, bought)} from the {side} for {coins}"
        for side, bought, coins in (
            ("left", payment.left, payment.left_coins),
            ("right", payment.right, payment.right_coins),
        )
        if any(bought)
    ]
    return " and ".join(parts) or "without trade"


def offer_words(offer: Offer) -> str:
    """What a wonder offers, for people."""
    if offer[1] == "seventh":
        return "play the seventh card (Descriptions of the wonders: Babylon)"
    return "build a card from the discard pile (Descriptions of the wonders: Halicarnassus)"


def obligations(state: State) -> tuple[Line, ...]:
    """What must be done now."""
    return tuple(map(said, duties(state)))


def duties(state: State) -> tuple[str, ...]:
    """What must be done now, each line with its rule; empty: the game is over.

    With two players the city that acts first is named first (house rule free_city_first).
    """
    if state.offers:
        seat = state.offers[0][0]
        return (f"{player(state, seat)}: {offer_words(state.offers[0])}, or decline",)
    seats = list(to_choose(state))
    if state.players == 2 and state.rules.free_city_first and state.players in seats:
        seats = [state.players, *seats[:-1]]
    return tuple(_choice_words(state, seat) for seat in seats)


def _choice_words(state: State, seat: int) -> str:
    if seat < state.players:
        return f"{player(state, seat)}: choose a card (Choosing a card)"
    controller = player(state, free_city_controller(state.age, state.turn))
    return f"{FREE_CITY}: {controller} chooses a card for it (Variant for two players)"
