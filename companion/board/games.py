"""Each game's page of the board: its facet ``board``; for a game without one, a page made of its public picture."""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import msgspec

from companion.board.chips import by_colour, by_name, counted
from companion.board.picture import Chip, Group, Side, Structure, Turn
from companion.games.catalogue import facet, packages
from companion.games.tables import SeatView, TableView


class GamePage(NamedTuple):
    """What a game says for itself on the page.

    ``side``: what lies before a player; ``middle``: what lies in the middle of the table; ``structure``: a layout of
    cards to choose from and a track, where there are any; ``turn``: whose turn it is, where that is not one player's
    (``None``: it is).
    """

    side: Callable[[Any], Side]
    middle: Callable[[Any], tuple[Group, ...]]
    structure: Callable[[Any], Structure | None]
    turn: Callable[[Any], Turn | None]


def page_of(game: str) -> GamePage:
    """The page of a game; what its facet leaves out is as every game has it."""
    own = facet(game, "board") if game in packages() else None
    return GamePage(
        side=getattr(own, "side", lambda seat: _side(game, seat)),
        middle=getattr(own, "middle", _middle),
        structure=getattr(own, "structure", lambda _table: None),
        turn=getattr(own, "turn", lambda _table: None),
    )


def _side(game: str, seat: SeatView) -> Side:
    """The cards of a player, and whatever else of this seat is counted."""
    numbers = Group(tuple(_numbers(seat, SeatView)))
    return Side(stages=(), glance=(by_colour(game, seat.cards), numbers), more=(Group(by_name(game, seat.cards)),))


def _middle(table: TableView) -> tuple[Group, ...]:
    return (Group(tuple(_numbers(table, TableView))),)


def _numbers(picture: msgspec.Struct, common: type[msgspec.Struct]) -> Iterator[Chip]:
    """Each number that a picture has beyond those of every game, under its field's name."""
    for name in picture.__struct_fields__:
        value = getattr(picture, name)
        if name not in common.__struct_fields__ and isinstance(value, int) and not isinstance(value, bool):
            yield counted("deck", name.replace("_", " ").capitalize(), value)
