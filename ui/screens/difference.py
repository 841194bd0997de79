"""One place where table and record differ: what lies there, what is counted, and one tap that settles it."""

from functools import partial

from companion import words
from companion.api.protocol import Alternatives, Answer, Option, View
from companion.words.language import _
from ui.page import Page
from ui.widgets.declared import texts
from ui.widgets.offer import offer


class DifferencePage(Page):
    """It goes by itself when the table is put right; the record is mended, or left, by a tap."""

    of_a_game = True
    text, asked, hint = texts(3)
    _place = ""

    def open(self, *, place: str) -> None:
        """Take this place in hand."""
        self._place, self._state = place, None
        self.ids.options.clear_widgets()

    def show(self, view: View) -> None:
        """Say what differs; what may mend the record is asked of the referee, once."""
        found = next((one for one in view.audits if one.place == self._place), None)
        if found is None or view.table is None:
            self.back()
            return
        if self.same(found):
            return
        self.text, self.asked = words.audit(found, view.table)
        self.hint = _("One moment …")
        self.shell.ask("mend", {"place": self._place}, self._told)

    def _told(self, answer: Answer) -> None:
        view, box = self.shell.view, self.ids.options
        box.clear_widgets()
        if view.table is None or not isinstance(answer.body, Alternatives):
            self.hint = words.refusal(answer.error, answer.why)
            return
        options = answer.body.options
        self.hint = "" if options else _("Put it right on the table, and this goes by itself.")
        for option in options:
            tapped = partial(self.correct, answer.body.seq, option)
            box.add_widget(offer(option, view.table, view.game, None, lying=True, tapped=tapped))

    def correct(self, seq: int, option: Option) -> None:
        """The record was wrong: it was this."""
        self.shell.send("correct", {"seq": seq, "move": option.moves[0]}, self._done)

    def leave(self) -> None:
        """It is right as it lies, and not spoken of again."""
        self.shell.send("waive", {"place": self._place}, self._done)

    def _done(self, _reply: object) -> None:
        self.back()
