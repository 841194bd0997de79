"""Any move at all, piece by piece: for what is irregular, for putting an event right, for answering otherwise."""

from functools import partial
from typing import TYPE_CHECKING, Any

from kivy.properties import StringProperty

from companion import words
from companion.api.protocol import Answer, Judged, View
from companion.words.language import _
from ui.catalogue import part
from ui.page import Page
from ui.widgets.basics import fill

if TYPE_CHECKING:
    from ui.any_game.form import Form
    from ui.any_game.pad import Body


class ComposePage(Page):
    """Sends the move that the game's form has put together as what it is for."""

    of_a_game = True
    title = StringProperty("")

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._correct: int | None = None
        self._question: int | None = None
        self._game = ""
        self.form: Form | None = None

    def open(self, *, correct: int | None = None, question: int | None = None) -> None:
        """Compose a move: in the place of the event ``correct``, or as the answer to ``question``, or just so."""
        self._correct, self._question = correct, question
        self.title = _("Put event {n} right").format(n=correct) if correct is not None else _("What really happened?")
        view = self.shell.view
        if view.table is None:
            return
        if self.form is None or self._game != view.game:
            self._game = view.game
            self.form = part(view.game, "form").FORM(shell=self.shell, done=self.send)
            fill(self.ids.form, (self.form,))
        entry = next((entry for entry in view.log if entry.seq == correct), None)
        self.form.open(view.table, entry.move if entry is not None else None)

    def show(self, view: View) -> None:
        """Draw what can be chosen next."""
        if view.table is None or self.form is None or (self._correct is None and view.table.finished):
            self.shell.known()
        elif self._game == view.game:
            self.form.show(view.table)

    def send(self, move: "Body") -> None:
        """That is the move; one that is against the rules is asked about before it is written down."""
        place = {} if self._correct is None else {"seq": self._correct}
        self.shell.ask("judge", {"move": move} | place, partial(self._judged, move))

    def _judged(self, move: "Body", answer: Answer) -> None:
        findings = answer.body.findings if isinstance(answer.body, Judged) else ()
        if self.shell.page is not self:
            return
        if not findings:
            self._record(move)
            return
        self.shell.go(
            "confirm",
            question=_("Against the rules"),
            detail="\n".join(words.finding(found, self.shell.view.game) for found in findings),
            yes=_("Record anyway"),
            sure=partial(self._record, move),
        )

    def _record(self, move: "Body") -> None:
        if self._correct is not None:
            self.shell.send("correct", {"seq": self._correct, "move": move}, lambda _reply: self.shell.go("log"))
        elif self._question is not None:
            body = {"question": self._question, "moves": [move]}
            self.shell.send("answer", body, lambda _reply: self.shell.known())
        else:
            self.shell.send("move", move, lambda _reply: self.shell.known())
