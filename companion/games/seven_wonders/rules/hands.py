"""Cards in hands: taken out, put back, seen, passed on. Known cards stay known; others are only counted.

Sections 'Choosing a card', 'Passing the cards', 'Variant for two players'.
"""

from collections import Counter

from companion.games.seven_wonders.rules.facts import CARDS, TABLE
from companion.games.seven_wonders.rules.state import Cards, State, free_city_controller

Held = tuple[tuple[Cards, ...], tuple[int, ...]]
"""All hands, and the copies of each card that nobody has seen."""


def taken(state: State, holder: int, card: int) -> Held:
    """A card leaves a player's hand, the hand being what it must have been for that.

    Where the hand was said to hold other cards only, or nobody saw which one of a known hand left, what was known
    of the hand is forgotten.
    """
    hand, unseen = state.hands[holder], state.unseen
    if card >= 0 and card in hand:
        place = hand.index(card)
        return _with(state.hands, holder, hand[:place] + hand[place + 1 :]), unseen
    if hand and (card < 0 or hand[0] >= 0):
        hand, unseen = _forgotten(hand, unseen)
    if card >= 0:
        unseen = more(unseen, card, -1)
    return _with(state.hands, holder, hand[1:]), unseen


def put_back(state: State, holder: int, card: int) -> tuple[Cards, ...]:
    """The hands after a card that was chosen has gone back to its owner."""
    return _with(state.hands, holder, tuple(sorted((*state.hands[holder], card))))


def shown(state: State, seat: int, cards: Cards) -> Held:
    """Somebody has seen these cards in a hand; what was known of it before stays known where both fit in."""
    hand = state.hands[seat]
    seen, known = Counter(cards), Counter(card for card in hand if card >= 0)
    both = seen | known
    if both.total() > len(hand):
        both = seen
    unseen = state.unseen
    for card in seen | known:
        unseen = more(unseen, card, known[card] - both[card])
    hidden = (-state.age,) * (len(hand) - both.total())
    return _with(state.hands, seat, (*hidden, *sorted(both.elements()))), unseen


def passed(state: State) -> tuple[Cards, ...]:
    """The hands after they were passed on: to the left in the ages I and III, to the right in age II.

    With two players the next controller of the Free City draws a card from its pile.
    """
    hands = state.hands
    to_the_left = TABLE.pass_to[state.age - 1] == "left"
    moved = (hands[-1], *hands[:-1]) if to_the_left else (*hands[1:], hands[0])
    if state.players > 2:
        return moved
    controller = free_city_controller(state.age, state.turn + 1)
    return _with(moved, controller, (-state.age, *moved[controller]))


def _with(hands: tuple[Cards, ...], seat: int, hand: Cards) -> tuple[Cards, ...]:
    return (*hands[:seat], hand, *hands[seat + 1 :])


def more(unseen: tuple[int, ...], card: int, by: int) -> tuple[int, ...]:
    """So many more (or fewer) unseen copies of a card."""
    return (*unseen[:card], unseen[card] + by, *unseen[card + 1 :]) if by else unseen


def _forgotten(hand: Cards, unseen: tuple[int, ...]) -> tuple[Cards, tuple[int, ...]]:
    """A hand of which nothing is known any more: its cards count as unseen again."""
    for card in hand:
        if card >= 0:
            unseen = more(unseen, card, 1)
    return tuple(card if card < 0 else -CARDS[card].age for card in hand), unseen
