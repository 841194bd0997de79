"""How the moves of Pebbles are told, and its players named; all else that it says stands in ``words.toml``."""

from collections.abc import Callable
from typing import Final

from companion.games.tables import TableView
from companion.words.facet import Lines, Move
from companion.words.language import _
from companion.words.names import card, source
from pebbles.rules.state import State


def player(state: State, seat: int) -> str:
    """A player as the English sentences name one."""
    return state.names[seat] if state.names else f"seat {seat}"


def _take(move: Move, _table: TableView) -> Lines:
    return _("takes {card}").format(card=card(str(move["card"]), "pebbles")), source(str(move["from"]))


MOVES: Final[dict[str, Callable[[Move, TableView], Lines]]] = {"take": _take}
