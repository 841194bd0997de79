"""One player in full: everything that lies there, and where each point comes from."""

from functools import partial

from kivy.properties import StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion import words
from companion.api.protocol import View
from companion.games.tables import SeatView, TableView
from companion.games.vocabulary import Explanation, Line
from companion.words.language import _
from ui.catalogue import part
from ui.of_seat import SeatsOwn
from ui.widgets.basics import Panel, fill
from ui.widgets.declared import texts


class PointsLine(Panel):
    """Some points: where they come from, in which category, how many."""

    said, category, points = texts(3)


class SeatPage(SeatsOwn):
    """What lies there on the left, what it is worth on the right."""

    sign = StringProperty("")

    def open(self, *, seat: int) -> None:
        """Show this seat."""
        self.seat_shown = seat

    def show_seat(self, view: View, table: TableView, seat: SeatView, lines: list[Explanation]) -> None:
        """Draw the seat anew when it has changed."""
        if self.same(seat, lines, table.turn):
            return
        self.sign = seat.wonder or "pawn"
        fill(self.ids.pieces, part(view.game, "side").pieces(table, seat.seat))
        order = words.categories(view.game, [seat.categories])
        rows = [line for name in order for line in lines if line.category == name]
        self.ids.lines.fill([partial(self._line, view, line.why, line.category, line.points) for line in rows])
        self.ids.none.text = "" if lines else _("No points yet")

    def _line(self, view: View, why: Line, category: str, points: int) -> BoxLayout:
        return PointsLine(
            said=words.line(why, view.game, view.table),
            category=words.category(category, view.game),
            points=words.signed(points),
        )
