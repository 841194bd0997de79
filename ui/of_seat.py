"""What the pages of one seat have in common."""

from companion import words
from companion.api.protocol import View
from companion.games.tables import SeatView, TableView
from companion.games.vocabulary import Explanation
from ui.page import Page
from ui.widgets.declared import texts


class SeatsOwn(Page):
    """Shows one seat and where its points come from; left where there is no such seat. ``who``, ``score``: its own."""

    of_a_game = True
    who, score = texts(2)
    seat_shown = 0

    def show(self, view: View) -> None:
        """Draw what has changed."""
        table = view.table
        if table is None or self.seat_shown >= len(table.players):
            self.shell.known()
            return
        seat = table.players[self.seat_shown]
        self.who, self.score = words.player(table, seat.seat), words.signed(seat.score)
        self.show_seat(view, table, seat, [line for line in view.explain if line.seat == seat.seat])

    def show_seat(self, view: View, table: TableView, seat: SeatView, lines: list[Explanation]) -> None:
        """Draw what has changed of this seat; ``lines``: all its points."""
        raise NotImplementedError
