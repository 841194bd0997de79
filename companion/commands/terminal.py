"""A live table drawn in a terminal: what every game has, and the columns of the game's facet ``terminal``."""

from collections.abc import Sequence
from typing import Any, Protocol, cast

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from companion import words
from companion.api.protocol import View
from companion.games.catalogue import facet
from companion.games.tables import SeatView, TableView

_LAST = 6
"""So many moves are shown below the table."""


class Terminal(Protocol):
    """What this picture asks of a game."""

    COLUMNS: Sequence[str]
    """What is shown of a player, besides name and score."""

    @staticmethod
    def row(seat: Any) -> Sequence[str]:
        """A player's columns."""

    @staticmethod
    def mark(seat: Any) -> str:
        """What stands behind a player's name; mostly nothing."""

    @staticmethod
    def lines(table: Any) -> Sequence[str]:
        """What lies in the middle, below the players."""


class _Plain:
    """A game that says nothing of its own: the cards before each player."""

    COLUMNS = ("cards",)

    @staticmethod
    def row(seat: SeatView) -> Sequence[str]:
        return (", ".join(f"{count} {card}" for card, count in seat.cards.items()),)

    @staticmethod
    def mark(_seat: SeatView) -> str:
        return ""

    @staticmethod
    def lines(table: TableView) -> Sequence[str]:
        return (f"turn {table.turn}",)


def picture(view: View) -> RenderableType:
    """The table as it stands, what was done last, and what is the matter."""
    table = view.table
    if table is None:
        return Text("waiting for the table to be set up")
    news = [Text(line, style="dim") for line in said(view, 0)[-_LAST:]]
    duties = [Text(line, style="cyan") for line in words.duties(table)]
    asked = [] if view.question is None else [Text("a question is waiting on the screen", style="bold yellow")]
    troubles = [f"{part.name}: {part.trouble or part.state}" for part in view.parts if part.state == "down"]
    lines = [Text(line, style="red") for line in (*troubles, view.camera) if line]
    return Group(*_table(table, view.game), *duties, *news, *asked, *lines)


def said(view: View, after: int) -> list[str]:
    """Each move after an event, on one line: not what is secret yet; those taken back are marked."""
    table = view.table
    if table is None:
        return []
    lines = []
    for entry in view.log:
        if entry.seq > after and entry.move is not None:
            body = {"move": "choose", "seat": entry.move.get("seat")} if entry.secret else entry.move
            told = " · ".join(filter(None, words.move(body, table)))
            lines.append(f"{entry.seq:4} {told}{' (taken back)' * entry.undone}")
    return lines


def _table(table: TableView, game: str) -> Sequence[RenderableType]:
    own = cast("Terminal", facet(game, "terminal") or _Plain)
    shown = Table("", "player", "score", *own.COLUMNS, title=words.game_title(game))
    for seat in table.players:
        # Plain text: a name in brackets is no style of ours.
        shown.add_row(*map(Text, (*_who(seat, table, own.mark(seat)), *own.row(seat))))
    return shown, *(Text(line) for line in own.lines(table))


def _who(seat: SeatView, table: Any, more: str) -> tuple[str, str, str]:
    """What stands first in every row: whose turn it is or who has won, the name, the score."""
    mark = "▶" if seat.seat == table.to_move else "★" if seat.seat in table.winners else ""
    return mark, seat.name + more, str(seat.score)
