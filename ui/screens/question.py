"""What the referee asks when the evidence does not decide: two or three big buttons, or another way."""

from functools import partial

from companion import words
from companion.api.protocol import Question, View
from companion.words.language import _
from ui import theme
from ui.page import Page
from ui.widgets.basics import fill
from ui.widgets.declared import texts
from ui.widgets.offer import offer


class QuestionPage(Page):
    """Each option once; an answer goes out with the first tap."""

    of_a_game = True
    asked, wonder, reason = texts(3)

    def show(self, view: View) -> None:
        """Draw the question, if it is another one."""
        question, table = view.question, view.table
        if question is None or table is None:
            self.shell.known()
            return
        # Not by its number: the next game counts from one again.
        if self.same(question):
            return
        one = question.seat is not None
        self.asked = words.player(table, question.seat) if question.seat is not None else _("Everybody")
        self.wonder = table.players[question.seat].wonder if one and question.seat is not None else ""
        reasons = {
            "ambiguous": _("I am not sure what I saw."),
            "unknown": _("I do not know what changed."),
            "face": _("I could not read this piece. Which is it?"),
        }
        paid = question.reason == "ambiguous" and question.seq
        self.reason = _("I could not see how this was paid.") if paid else reasons[question.reason]
        offers = [
            offer(
                option,
                table,
                view.game,
                question.seat,
                lying=theme.portrait(),
                tapped=partial(self.answer, question, k),
            )
            for k, option in question.offered
        ]
        fill(self.ids.options, offers)

    def answer(self, question: Question, option: int) -> None:
        """It was this one."""
        self.shell.send("answer", {"question": question.number, "option": option}, lambda _reply: self.shell.known())

    def otherwise(self) -> None:
        """It was something else: say what."""
        question = self.shell.view.question
        self.shell.go("compose", question=question.number if question is not None else None)

    def back(self) -> None:
        """Later."""
        self._state = None
        self.shell.put_off()
