"""What must be done now and what something costs, as lines; sets as ids."""

from companion.games.duel.rules.facts import FACTS, places
from companion.games.duel.rules.price import Price
from companion.games.duel.rules.state import State
from companion.games.vocabulary import Line, line

_CHOICES = {
    "starter": "choose_starter",
    "board": "take_token",
    "box": "keep_token",
    "brown": "destroy_brown",
    "grey": "destroy_grey",
    "revive": "build_discarded",
}


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
    """A price and why: so many coins printed, so many resources bought at so many coins each."""
    if price.chained:
        return line("chained")
    parts = [line("printed", n=price.coins)] if price.coins else []
    parts += [line("bought", n=bought.count, resource=bought.resource, each=bought.each) for bought in price.bought]
    if price.spared:
        parts.append(line("spared", resources=price.spared))
    return line("price", total=line("coins", n=price.total), parts=tuple(parts)) if parts else line("nothing_to_pay")


def duty(state: State) -> Line:
    """What the player to move must do now in a game that is not over."""
    if state.age == 0:
        return line("choose_wonder")
    if state.choice == "board" and state.rules.progress_optional:
        return line("may_take_token")
    return line(_CHOICES[state.choice]) if state.choice else line("play_card")


def obligations(state: State) -> tuple[Line, ...]:
    """What the player to move must do now; empty: the game is over."""
    return () if state.finished else (duty(state),)
