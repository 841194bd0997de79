"""Whose turn it is, and how turns and ages end by themselves. Sections "A turn", "End of an age", "Wonder draft"."""

from msgspec.structs import replace

from companion.games.duel.rules.facts import FACTS
from companion.games.duel.rules.state import State, free_cards


def end_turn(state: State) -> State:
    """The turn is over, unless something is still to be chosen: the same player again, the other, or the age's end.

    After mistakes an age can run out of cards before its twentieth: then it is over too.
    """
    if state.finished or state.choice:
        return state
    if state.left <= 0 or not free_cards(state):
        return _end_age(state)
    seat = state.to_move if state.again else 1 - state.to_move
    return replace(state, to_move=seat, again=False, number=state.number + 1)


def _end_age(state: State) -> State:
    """Section "End of an age": an extra turn is lost; the weaker player chooses who begins the next age.

    With the pawn in the middle it is begun by who took the last turn. After the third age the game is over.
    """
    if state.age == FACTS.table.ages:
        return replace(state, finished=True, again=False)
    return replace(
        state,
        age=state.age + 1,
        left=FACTS.table.cards_per_age,
        laid=(),
        standing=0,
        either=(),
        again=False,
        number=state.number + 1,
        to_move=weaker(state) if state.pawn else state.to_move,
        choice="starter" if state.pawn else "",
    )


def weaker(state: State) -> int:
    """The seat on whose side the pawn stands."""
    return 1 if state.pawn > 0 else 0


def start(state: State, seat: int) -> State:
    """This seat begins the age."""
    return replace(state, to_move=seat, choice="")


def begins_age(state: State) -> bool:
    """Whether no card of the age has been played yet, and who begins is settled."""
    return state.age > 0 and state.left == FACTS.table.cards_per_age and not state.choice and not state.finished


def drafted(state: State) -> int:
    """How many wonders have been chosen in the draft so far."""
    return sum(city.wonders.bit_count() for city in state.cities) + sum(state.unnamed) + sum(state.raised)


def drafter(first: int, drafted_so_far: int) -> int:
    """Whose choice it is in the draft. Section "Wonder draft": one, two, one; the second round the other way."""
    return first ^ FACTS.table.draft[drafted_so_far]
