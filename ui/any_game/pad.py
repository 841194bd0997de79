"""What the move pads of all games have in common."""

from typing import TYPE_CHECKING, Any

from kivy.properties import ObjectProperty
from kivy.uix.boxlayout import BoxLayout

from companion import words
from companion.games.tables import TableView

if TYPE_CHECKING:
    from ui.shell import Shell

Body = dict[str, Any]
"""A move as its JSON object."""


class Pad(BoxLayout):
    """Built from the legal moves of the view; a tap calls ``play`` with exactly one of them."""

    shell: "Shell" = ObjectProperty(None)
    play: Any = ObjectProperty(None)

    def open(self, **about: Any) -> None:
        """Begin anew, about something that was tapped on the table."""

    def show(self, table: TableView, seq: int) -> None:
        """Draw what can be done now; ``seq`` tells whether anything has changed."""
        raise NotImplementedError

    def again(self) -> None:
        """Draw anew: something else was taken in hand."""
        view = self.shell.view
        if view.table is not None:
            self.show(view.table, view.seq)

    def done(self, before: TableView, table: TableView) -> bool:
        """Whether the move that led from one table to the other leaves nothing more to enter just now."""
        return table.to_move != before.to_move or not table.obligations

    def headline(self, table: TableView) -> tuple[str, str, str]:
        """An icon, who is to move, and what must be done."""
        seat = table.to_move
        if seat is None:
            return "", "", ""
        duty = " · ".join(words.duties(table)[:2])
        return table.players[seat].wonder, words.player(table, seat), duty
