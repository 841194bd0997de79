"""One player in full: everything that lies there, and where each point comes from."""

from functools import partial
from typing import Any

from kivy.uix.boxlayout import BoxLayout

from companion import words
from companion.api.protocol import View
from companion.games.vocabulary import Line
from companion.words.language import _
from ui.catalogue import part
from ui.page import Page
from ui.widgets.basics import Panel, fill
from ui.widgets.declared import texts


class PointsLine(Panel):
    """Some points: where they come from, in which category, how many."""

    said, category, points = texts(3)


class SeatPage(Page):
    """What lies there on the left, what it is worth on the right."""

    of_a_game = True
    who, sign, score = texts(3)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._seat = 0

    def open(self, *, seat: int) -> None:
        """Show this seat."""
        self._seat = seat

    def show(self, view: View) -> None:
        """Draw the seat anew when it has changed."""
        table = view.table
        if table is None or self._seat >= len(table.players):
            self.shell.known()
            return
        seat = table.players[self._seat]
        lines = [line for line in view.explain if line.seat == self._seat]
        if self.same(seat, lines, table.turn):
            return
        self.who, self.score = words.player(table, self._seat), words.signed(seat.score)
        self.sign = seat.wonder or "pawn"
        fill(self.ids.pieces, part(view.game, "side").pieces(table, self._seat))
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
