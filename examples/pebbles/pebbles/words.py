"""What the rules of Pebbles say, in words: a few in every language, and English sentences for the commands."""

from typing import Any, Final

from companion.words.language import N_, later_plural
from pebbles.rules.state import State

SHORT: Final = {
    "game_over": N_("the game has ended"),
    "out_of_turn": N_("out of turn"),
    "pile_empty": N_("that pile is empty"),
    "card_gone": N_("no such card is left"),
    "take": N_("Take a card"),
    "cards": N_("{card}: {n} × {each}"),  # noqa: RUF001 - a multiplication sign is what is meant
    "starfish": later_plural("{n} starfish at {each}", "{n} starfish at {each} each"),
}
LONG: Final = {
    "game_over": "The last card has been taken: this does not count.",
    "out_of_turn": "{Seat} took a card, but it was not their turn.",
    "pile_empty": "{Seat} took a card from the {source} pile, which is empty.",
    "card_gone": "The box has no {card} left.",
    "take": "take a card (Your turn)",
    "cards": "{n} x {card} at {each}",
    "starfish": "{n} x starfish at {each}",
}
LONG_GAPS: Final[dict[str, Any]] = {}


def player(state: State, seat: int) -> str:
    """A player as the English sentences name one."""
    return state.names[seat] if state.names else f"seat {seat}"
