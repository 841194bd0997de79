"""States and prices in words: players, what must be done now, why something costs what it costs."""

from companion.games.duel.rules.facts import FACTS, places
from companion.games.duel.rules.price import Price
from companion.games.duel.rules.state import State
from companion.games.vocabulary import Line, said

_CHOICES = {
    "starter": "choose who begins the next age (End of an age)",
    "box": "keep one of three progress tokens from the box (Wonders: The Great Library)",
    "brown": "destroy a brown card of the opponent (Wonders: The Statue of Zeus)",
    "grey": "destroy a grey card of the opponent (Wonders: Circus Maximus)",
    "revive": "build a discarded card for nothing (Wonders: The Mausoleum)",
}


def player(state: State, seat: int) -> str:
    """A player by name, or by seat."""
    return state.names[seat] if state.names else f"Seat {seat}"


def card_name(card: int) -> str:
    """A card's name, for people."""
    return FACTS.cards[card].name


def wonder_ids(bits: int) -> tuple[str, ...]:
    """The ids of a set of wonders."""
    return tuple(FACTS.wonders[place].id for place in places(bits))


def card_ids(bits: int) -> tuple[str, ...]:
    """The ids of a set of cards."""
    return tuple(FACTS.cards[place].id for place in places(bits))


def token_ids(bits: int) -> tuple[str, ...]:
    """The ids of a set of progress tokens."""
    return tuple(FACTS.tokens[place].id for place in places(bits))


def price_line(price: Price) -> Line:
    """A price and why."""
    return said(price_words(price))


def price_words(price: Price) -> str:
    """A price and why: ``7 coins: 2 printed, 1 glass bought at 3, 1 papyrus bought at 2``."""
    if price.chained:
        return "free by its chain symbol"
    parts = [f"{price.coins} printed"] if price.coins else []
    parts += [f"{bought.count} {bought.resource} bought at {bought.each}" for bought in price.bought]
    if price.spared:
        parts.append(f"{' and '.join(price.spared)} spared by a token")
    total = f"{price.total} coin{'s' * (price.total != 1)}"
    return f"{total}: {', '.join(parts)}" if parts else "nothing to pay"


def obligations(state: State) -> tuple[Line, ...]:
    """What must be done now."""
    return tuple(map(said, duties(state)))


def duties(state: State) -> tuple[str, ...]:
    """What the player to move must do now, each line with its rule; empty: the game is over."""
    if state.finished:
        return ()
    if state.age == 0:
        return ("choose a wonder (Wonder draft)",)
    if state.choice == "board":
        return (f"{'may ' * state.rules.progress_optional}take a progress token (Science and progress)",)
    if state.choice:
        return (_CHOICES[state.choice],)
    return ("play a free card: build it, discard it, or build a wonder (A turn)",)
