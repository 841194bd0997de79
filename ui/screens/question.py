"""What the referee asks when the evidence does not decide: two or three big buttons, or another way."""

from kivy.properties import StringProperty

from companion import words
from companion.api.protocol import Question, View
from companion.words.language import _
from ui import theme
from ui.page import Page
from ui.widgets.offer import offer


class QuestionPage(Page):
    """Each option once; an answer goes out with the first tap."""

    of_a_game = True
    asked = StringProperty("")
    wonder = StringProperty("")
    reason = StringProperty("")
    _shown: Question | None = None

    def show(self, view: View) -> None:
        """Draw the question, if it is another one."""
        question, table = view.question, view.table
        if question is None or table is None:
            self.shell.known()
            return
        # Not by its number: the next game counts from one again.
        if question == self._shown:
            return
        self._shown = question
        one = question.seat is not None
        self.asked = words.player(table, question.seat) if question.seat is not None else _("Everybody")
        self.wonder = table.players[question.seat].wonder if one and question.seat is not None else ""
        reasons = {
            "ambiguous": _("I am not sure what I saw."),
            "unknown": _("I do not know what changed."),
            "face": _("I could not read this piece. Which is it?"),
        }
        self.reason = reasons[question.reason]
        box = self.ids.options
        box.clear_widgets()
        for k, option in enumerate(question.options):
            choice = offer(option, table, view.game, question.seat, lying=theme.portrait())
            choice.bind(on_release=lambda _choice, k=k, q=question: self.answer(q, k))
            box.add_widget(choice)

    def answer(self, question: Question, option: int) -> None:
        """It was this one."""
        self.shell.send("answer", {"question": question.number, "option": option}, lambda _reply: self.shell.known())

    def otherwise(self) -> None:
        """It was something else: say what."""
        question = self.shell.view.question
        self.shell.go("compose", question=question.number if question is not None else None)

    def back(self) -> None:
        """Later."""
        self._shown = None
        self.shell.put_off()
