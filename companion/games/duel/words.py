"""What the rules of Duel say, in words: a few of them in every language, and the English sentences of the commands."""

from typing import Final

from companion.games.duel.names import CARDS, TOKENS, WONDERS
from companion.games.duel.rules.state import State
from companion.words.language import plain
from companion.words.written import written

SHORT: Final = written(__package__).short
LONG: Final = written(__package__).long
LONG_GAPS: Final = {
    **dict.fromkeys(("card", "before"), lambda card: plain(CARDS[card])),
    "wonder": lambda wonder: plain(WONDERS[wonder]),
    "token": lambda token: plain(TOKENS[token]),
    "resources": " and ".join,
    **{f"{kind}.{kind}": str for kind in ("card", "wonder", "token")},
    "starter.other": "seat {}".format,
}


def player(state: State, seat: int) -> str:
    """A player by name, or by seat."""
    return state.names[seat] if state.names else f"Seat {seat}"
