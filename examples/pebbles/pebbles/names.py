"""What everything in Pebbles is called, and how its moves are told."""

from collections.abc import Callable
from typing import Final

from companion.games.tables import TableView
from companion.words.facet import Lines, Move
from companion.words.language import N_, _, say
from companion.words.names import card

NAME: Final = N_("Pebbles")
TITLE: Final = N_("Pebbles")
CARDS: Final = {"shell": N_("Shell"), "pearl": N_("Pearl"), "crab": N_("Crab")}
CATEGORIES: Final = {"shells": N_("Shells"), "pearls": N_("Pearls"), "battles": N_("Battles")}
SOURCES: Final = {"left": N_("left pile"), "right": N_("right pile")}
PIECES: Final = {"calm": N_("calm tide"), "storm": N_("stormy tide"), "starfish": N_("Starfish")}
ZONES: Final = {
    "left": N_("left pile"),
    "right": N_("right pile"),
    "discard": N_("discard pile"),
    "tide": N_("tide tokens"),
    "city": N_("cards of a player"),
    "starfish": N_("starfish of a player"),
}


def _take(move: Move, _table: TableView) -> Lines:
    return _("takes {card}").format(card=card(str(move["card"]), "pebbles")), say(SOURCES[str(move["from"])])


MOVES: Final[dict[str, Callable[[Move, TableView], Lines]]] = {"take": _take}
