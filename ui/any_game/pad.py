"""The move pad of any game: every legal move as a large key."""

from functools import partial
from typing import Any, Final

from kivy.properties import ObjectProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion import words
from companion.api.protocol import Option
from companion.games.tables import TableView
from ui import theme
from ui.page import Host
from ui.widgets.basics import Drawn
from ui.widgets.offer import offer
from ui.widgets.paged import Paged

Body = dict[str, Any]
"""A move as its JSON object."""
_HIGH: Final = 80
"""Steps of the 800 x 480 screen: as high as a key with two lines wants to be."""


class Pad(Drawn, BoxLayout):
    """Built from the legal moves of the view; a tap calls ``play`` with exactly one of them."""

    shell: Host = ObjectProperty(None)
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


class AnyPad(Pad):
    """Two moves side by side, or one on an upright screen; more of them on further pages."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._rows = Paged(row=theme.dp(_HIGH))
        self.add_widget(self._rows)

    def open(self, **_about: Any) -> None:
        """Begin anew."""
        self._state = None

    def show(self, table: TableView, seq: int) -> None:
        """One key a move."""
        if self.same(seq):
            return
        across = 1 if theme.portrait() else 2
        moves = [table.moves[begin : begin + across] for begin in range(0, len(table.moves), across)]
        self._rows.fill([partial(self._row, table, row, across) for row in moves])

    def _row(self, table: TableView, moves: tuple[Body, ...], across: int) -> BoxLayout:
        row = BoxLayout(spacing=theme.dp(theme.GAP))
        for move in moves:
            play = partial(self.play, dict(move))
            row.add_widget(
                offer(Option((move,), 1.0), table, self.shell.view.game, table.to_move, lying=True, tapped=play)
            )
        for _empty in range(across - len(moves)):
            row.add_widget(Widget())
        return row


PAD: Final = AnyPad
