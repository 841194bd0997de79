"""One question of ours before something that cannot be taken back by a tap."""

from collections.abc import Callable

from kivy.properties import StringProperty

from ui.page import Page


class ConfirmPage(Page):
    """Yes, or back."""

    question = StringProperty("")
    detail = StringProperty("")
    yes = StringProperty("")

    def open(self, *, question: str, detail: str, yes: str, sure: Callable[[], object]) -> None:
        """Ask this; ``sure`` is done on yes."""
        self.question, self.detail, self.yes = question, detail, yes
        self._sure = sure

    def agree(self) -> None:
        """Yes."""
        self._sure()
