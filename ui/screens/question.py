"""What the referee asks when the evidence does not decide: two or three big buttons, or another way."""

from kivy.properties import StringProperty

from companion import words
from companion.api.protocol import Option, Question, TableView, View
from companion.looks.architects import CARD_ICONS, CARDS, TOKEN_ICONS
from companion.words.language import _
from ui import theme
from ui.page import Page, load
from ui.widgets import Tap


class Choice(Tap):
    """One big button: an icon, what it stands for, and from where."""

    icon = StringProperty("question")
    text = StringProperty("")
    detail = StringProperty("")
    tint = theme.TEXT


class QuestionPage(Page):
    """Each option once; an answer goes out with the first tap."""

    reason = StringProperty("")
    _number = -1

    def show(self, view: View) -> None:
        """Draw the question, if it is another one."""
        question, table = view.question, view.table
        if question is None or table is None or question.number == self._number:
            return
        self._number = question.number
        about = words.player(table, question.seat) if question.seat is not None else ""
        said = _("I am not sure what I saw.") if question.reason == "ambiguous" else _("I do not know what changed.")
        self.reason = f"{about}: {said}" if about else said
        box = self.ids.options
        box.clear_widgets()
        for k, option in enumerate(question.options):
            choice = _choice(option, table)
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
        self._number = -1
        self.shell.put_off()


def _choice(option: Option, table: TableView) -> Choice:
    if not option.moves:
        return Choice(icon="close", text=_("Nothing happened"))
    lines = [words.move(move, table) for move in option.moves]
    move = option.moves[0]
    choice = Choice(
        icon=icon_of(move),
        text="\n".join(first for first, _detail in lines[:2]),
        detail=" · ".join(detail for _first, detail in lines[:2] if detail),
    )
    choice.ids.icon.tint = theme.FAMILIES[CARDS[move["card"]]] if move.get("card") in CARDS else theme.ACCENT
    return choice


def icon_of(move: dict[str, object]) -> str:
    """The icon of what a move is about."""
    if move.get("move") in ("take", "turn_up"):
        return CARD_ICONS.get(str(move.get("card")), "question")
    if move.get("move") == "build":
        return str(move.get("stage")).removesuffix("_" + words.stage_number(str(move.get("stage"))))
    if move.get("move") == "end_turn":
        return "hourglass"
    if move.get("move") in ("medal", "reveal_medal"):
        return "medal"
    return TOKEN_ICONS.get(str(move.get("token")), "question")


load(__file__)
