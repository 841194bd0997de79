"""The log: every event, newest first, each of which can be taken back or put right."""

from typing import Any

from kivy.properties import BooleanProperty, NumericProperty, StringProperty

from companion import words
from companion.api.protocol import LogEntry, TableView, View
from companion.words.language import N_, _
from ui import theme
from ui.page import Page, load
from ui.widgets import Tap

ROWS = 5
"""Events on one page: rows that a finger hits."""
_KINDS = {
    "setup": N_("The game begins"), "ruling": N_("Ruling: nothing happened"), "correction": N_("Correction"),
    "undo": N_("Taken back"), "audit": N_("Table and record differ"), "move": N_("Move"),
}  # fmt: skip
_BY = {"camera": "camera", "finger": "finger", "rule": "scroll"}


class LogRow(Tap):
    """One event."""

    number = StringProperty("")
    text = StringProperty("")
    detail = StringProperty("")
    by = StringProperty("")
    undone = BooleanProperty(False)
    finding = StringProperty("")


class LogPage(Page):
    """Pages of events instead of a list that slides: a finger finds the same row again."""

    page = NumericProperty(0)
    pages = NumericProperty(1)
    chosen = NumericProperty(-1)
    changeable = BooleanProperty(False)
    correctable = BooleanProperty(False)
    _shown: Any = None

    def open(self) -> None:
        """Begin with the newest."""
        self.page, self.chosen, self._shown = 0, -1, None

    def show(self, view: View) -> None:
        """Draw one page of the log, if it has changed."""
        state = (view.log, self.page, self.chosen)
        if view.table is None or state == self._shown:
            return
        self._shown = state
        entries = view.log[::-1]
        self.pages = max(1, -(-len(entries) // ROWS))
        self.page = min(self.page, self.pages - 1)
        rows = self.ids.rows
        rows.clear_widgets()
        for entry in entries[self.page * ROWS : (self.page + 1) * ROWS]:
            row = _row(entry, view.table)
            row.edge = theme.ACCENT if entry.seq == self.chosen else theme.CLEAR
            row.bind(on_release=lambda _row, seq=entry.seq: self.choose(seq))
            rows.add_widget(row)
        chosen = next((entry for entry in entries if entry.seq == self.chosen), None)
        self.changeable = chosen is not None and not chosen.undone and chosen.kind in {"move", "correction", "undo"}
        self.correctable = self.changeable and chosen is not None and chosen.kind != "undo"

    def choose(self, seq: int) -> None:
        """Take this event in hand, or let it go."""
        self.chosen = -1 if seq == self.chosen else seq
        self.show(self.shell.view)

    def turn(self, by: int) -> None:
        """Turn the page."""
        self.page = max(0, min(self.pages - 1, self.page + by))
        self.show(self.shell.view)

    def undo(self) -> None:
        """Take the event in hand back."""
        self.shell.send("undo", {"seq": self.chosen}, lambda _reply: self.choose(-1))

    def correct(self) -> None:
        """Say what the event in hand really was."""
        self.shell.go("compose", correct=self.chosen)


def _row(entry: LogEntry, table: TableView) -> LogRow:
    if entry.move is not None:
        text, detail = words.move(entry.move, table)
        if entry.kind == "correction":
            text = _("Corrected: {what}").format(what=text)
    else:
        text, detail = _(_KINDS[entry.kind]), ""
    findings = "; ".join(words.finding(found.code, found.message) for found in entry.findings)
    return LogRow(
        number=str(entry.seq), text=text, detail=detail, by=_BY[entry.by], undone=entry.undone, finding=findings
    )


load(__file__)
