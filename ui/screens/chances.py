"""How each seat's chance to win went over the game, as lines; who is likeliest stands on top."""

from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion import words
from companion.api.protocol import View
from companion.games.tables import TableView
from companion.looks.faces import seat_colour
from companion.words.language import _
from companion.words.victory import cities
from ui import theme
from ui.page import Page
from ui.widgets.basics import fill
from ui.widgets.declared import texts
from ui.widgets.graph import Trace


class Standing(BoxLayout):
    """One line of the legend: whose line it is, and the chance now."""

    icon, label, chance = texts(3)


class ChancesPage(Page):
    """Worked out by playing on from the table as it stands, many times; only while somebody wants to know."""

    of_a_game = True
    hint = StringProperty("")
    off = BooleanProperty(False)

    def open(self) -> None:
        """Draw anew."""
        self._state = None

    def show(self, view: View) -> None:
        """Draw the graph, if a point has come."""
        table = view.table
        if table is None:
            self.shell.known()
            return
        self.off = not self.shell.kept.now.chances
        if self.same(view.chances, self.off, table.finished):
            return
        known = bool(view.chances)
        self.hint = "" if known else _hint(off=self.off)
        traces = [_trace(table, seat) for seat in range(len(cities(table)))]
        self.ids.graph.show(view.chances if known else (), traces)
        self.ids.graph.opacity = 1 if known else 0
        standings = []
        now = view.chances[-1].chances if known else ()
        for seat in sorted(range(len(now)), key=lambda seat: -now[seat]):
            standing = Standing(
                icon=traces[seat].icon, label=words.player(table, seat), chance=f"{round(100 * now[seat])} %"
            )
            standing.ids.icon.tint = traces[seat].tint
            standings.append(standing)
        fill(self.ids.legend, standings)

    def want(self) -> None:
        """Have them worked out from now on."""
        self.shell.prefer(chances=True)
        self.show(self.shell.view)


def _hint(*, off: bool) -> str:
    if off:
        return _("The chances are not worked out. They tell the table who is ahead: not everybody wants to know.")
    return _("The chances are being worked out …")


def _trace(table: TableView, seat: int) -> Trace:
    wonder = table.players[seat].wonder
    if wonder:
        return Trace(wonder, theme.WONDERS.get(wonder, theme.ACCENT))
    colour = seat_colour(seat)
    return Trace(colour, theme.FAMILIES[colour])
