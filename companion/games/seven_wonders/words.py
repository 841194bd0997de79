"""What the rules of 7 Wonders say: a few words in every language, and the English sentences of the commands."""

from typing import Final

from companion.games.seven_wonders.names import BOARDS, CARDS
from companion.games.seven_wonders.rules.facts import FACTS
from companion.games.seven_wonders.rules.state import State
from companion.words.language import plain
from companion.words.written import written

SHORT: Final = {**written(__package__).short, **{f"wonder/{name}": board for name, board in BOARDS.items()}}
LONG: Final = {**written(__package__).long, **{f"wonder/{name}": board for name, board in BOARDS.items()}}
LONG_GAPS: Final = {
    "card": lambda card: plain(CARDS[card]),
    "card.card": str,
    "purchases": " and ".join,
}


def player(state: State, seat: int) -> str:
    """A player by name, or by city and seat; the Free City by its name."""
    if seat >= state.players:
        return "the Free City"
    if state.names:
        return state.names[seat]
    return f"{FACTS.boards[state.cities[seat].board].city} (seat {seat})"
