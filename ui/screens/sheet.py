"""The score sheet: players side by side, category by category; a tap explains a player's points."""

from typing import Any

from kivy.properties import BooleanProperty, StringProperty

from companion import words
from companion.api.protocol import SeatView, TableView, View
from companion.looks.architects import CATEGORIES
from companion.words.language import _
from ui import theme
from ui.page import Page, load
from ui.widgets import Tap, Text


class Column(Tap):
    """One player's points."""

    wonder = StringProperty("")
    label = StringProperty("")
    total = StringProperty("")
    winner = BooleanProperty(False)


class SheetPage(Page):
    """The sheet as of now; when the game is over, the result."""

    headline = StringProperty("")
    finished = BooleanProperty(False)
    _shown: Any = None

    def show(self, view: View) -> None:
        """Draw the sheet, if a point of it has changed."""
        table = view.table
        if table is None:
            self.shell.known()
            return
        state = (table.players, table.winners, table.finished)
        if state == self._shown:
            return
        self._shown = state
        self.finished = table.finished
        self.headline = _headline(table)
        rows = [name for name in CATEGORIES if name != "medals" or any(p.categories.get(name) for p in table.players)]
        names = self.ids.names
        names.clear_widgets()
        for name in rows:
            names.add_widget(Text(text=words.category(name), color=theme.MUTED, halign="right"))
        columns = self.ids.columns
        columns.clear_widgets()
        for seat in table.players:
            columns.add_widget(self._column(table, seat, rows))

    def _column(self, table: TableView, seat: SeatView, rows: list[str]) -> Column:
        winner = seat.seat in table.winners
        label = words.player(table, seat.seat)
        column = Column(wonder=seat.wonder, label=label, total=str(seat.score), winner=winner)
        for name in rows:
            points = seat.categories.get(name, 0)
            tint = theme.TEXT if points else theme.MUTED
            column.ids.points.add_widget(Text(text=str(points), step=theme.LARGE, color=tint, halign="center"))
        column.bind(on_release=lambda _column: self.shell.go("seat", seat=seat.seat, back="sheet"))
        return column

    def again(self) -> None:
        """A new game."""
        self.shell.go("home")


def _headline(table: TableView) -> str:
    if not table.finished:
        return _("Scores so far")
    names = ", ".join(words.player(table, seat) for seat in table.winners)
    if len(table.winners) > 1:
        return _("Shared victory: {names}").format(names=names)
    best = max((seat.score for seat in table.players), default=0)
    tied = sum(seat.score == best for seat in table.players) > 1
    said = _("{names} wins: tie, but more stages") if tied else _("{names} wins!")
    return said.format(names=names)


load(__file__)
