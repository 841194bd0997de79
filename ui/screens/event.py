"""One event in hand: what was written down, what it may have been instead, and ways to take it back."""

from functools import partial

from kivy.properties import ColorProperty, StringProperty

from companion import words
from companion.api.protocol import Alternatives, Answer, LogEntry, Option, View
from companion.words.language import _
from ui import theme
from ui.page import Page
from ui.story import told
from ui.widgets.declared import flags, texts
from ui.widgets.offer import offer


class EventPage(Page):
    """One tap puts it right: the likely alternatives are asked of the referee, likeliest first."""

    of_a_game = True
    text, detail, finding, hint = texts(4)
    icon = StringProperty("question")
    tint = ColorProperty()
    changeable, correctable = flags(2)
    _seq = -1

    def open(self, *, seq: int) -> None:
        """Take this event in hand."""
        self._seq, self._state = seq, None
        self.ids.options.clear_widgets()

    def show(self, view: View) -> None:
        """Draw the event; it is asked about once."""
        entry = next((entry for entry in view.log if entry.seq == self._seq), None)
        if entry is None:
            self.shell.known()
            return
        if self.same(entry):
            return
        said = told(entry, view)
        self.text, self.detail, self.finding = said.text, said.detail, said.finding
        self.icon, self.tint = said.mark
        self.changeable = not entry.undone and entry.kind in {"move", "correction", "undo"}
        self.correctable = self.changeable and entry.kind != "undo" and not entry.secret
        self._ask(entry)

    def _ask(self, entry: LogEntry) -> None:
        if self.correctable:
            self.hint = _("One moment …")
            self.shell.ask("alternatives", {"seq": entry.seq}, lambda answer: self._told(answer, entry))
        elif entry.undone:
            self.hint = _("This was taken back or put right already.")
        elif entry.secret:
            self.hint = _("What was chosen is not for everybody to see yet.")
        else:
            self.hint = "" if self.changeable else _("This cannot be changed.")

    def _told(self, answer: Answer, entry: LogEntry) -> None:
        view = self.shell.view
        if entry.seq != self._seq or view.table is None:
            return
        box = self.ids.options
        box.clear_widgets()
        if not isinstance(answer.body, Alternatives):
            self.hint = words.refusal(answer.error, answer.why)
            return
        options = answer.body.options
        self.hint = "" if options else _("Nothing else was possible here.")
        box.cols = _columns(len(options))
        for option in options:
            tapped = partial(self.correct, option)
            box.add_widget(
                offer(option, view.table, view.game, (entry.move or {}).get("seat"), lying=True, tapped=tapped)
            )

    def correct(self, option: Option) -> None:
        """It was this."""
        self.shell.send("correct", {"seq": self._seq, "move": option.moves[0]}, self._done)

    def otherwise(self) -> None:
        """It was something else: say what."""
        self.shell.go("compose", correct=self._seq)

    def undo(self) -> None:
        """Take this event back, and nothing else."""
        self.shell.send("undo", {"seq": self._seq}, self._done)

    def rewind(self) -> None:
        """Take back everything from this event on."""
        self.shell.send("undo", {"since": self._seq}, self._done)

    def _done(self, _reply: object) -> None:
        self.shell.go("log")


def _columns(options: int) -> int:
    """So that the buttons are as large as can be."""
    if theme.portrait():
        return 1 if options < 5 else 2
    return 2 if options == 4 else max(1, min(3, options))
