"""The log: every event, newest first, turn by turn; a tap leads to what can be done about it."""

from functools import partial

from kivy.properties import BooleanProperty, ColorProperty

from companion.api.protocol import LogEntry, View
from companion.looks.faces import KNOWN_BY, looks
from ui import theme
from ui.page import Page
from ui.story import told, turns
from ui.widgets.basics import Tap
from ui.widgets.declared import texts


class LogRow(Tap):
    """One event. ``wonder``: of whose turn it is, on the first row of a turn; ``seated``: there are such wonders."""

    number, wonder, icon, text, detail, by, finding = texts(7)
    tint = ColorProperty()
    undone = BooleanProperty(False)
    seated = BooleanProperty(True)


class LogPage(Page):
    """Pages of events instead of a list that slides: a finger finds the same row again. Turns are bands."""

    of_a_game = True

    def open(self) -> None:
        """Begin with the newest."""
        self._state = None
        self.ids.rows.leaf = 0

    def show(self, view: View) -> None:
        """Draw the log, if it has changed."""
        table = view.table
        if table is None:
            self.shell.known()
            return
        if self.same(view.log):
            return
        numbers = turns(view.log, looks(view.game).at_once)
        rows = list(zip(view.log, numbers, strict=True))[::-1]
        firsts = [k == 0 or rows[k - 1][1] != turn or _seat(rows[k - 1][0]) != _seat(entry)
                  for k, (entry, turn) in enumerate(rows)]  # fmt: skip
        makers = [
            partial(self._row, entry, view, shade=turn % 2, first=first)
            for (entry, turn), first in zip(rows, firsts, strict=True)
        ]
        self.ids.rows.fill(makers, self.ids.rows.leaf)

    def _row(self, entry: LogEntry, view: View, *, shade: int, first: bool) -> LogRow:
        said, seat = told(entry, view), _seat(entry)
        players = view.table.players if view.table is not None else ()
        known = first and seat is not None and seat < len(players)
        return LogRow(
            number=str(entry.seq), text=said.text, detail=said.detail, finding=said.finding, by=KNOWN_BY[entry.by],
            icon=said.mark.icon, tint=said.mark.tint, undone=entry.undone,
            wonder=players[seat].wonder if known and seat is not None else "",
            seated=any(player.wonder for player in players), shade=theme.PANEL if shade else theme.GROUND,
            tapped=partial(self.shell.go, "event", seq=entry.seq),
        )  # fmt: skip


def _seat(entry: LogEntry) -> int | None:
    return (entry.move or {}).get("seat")
