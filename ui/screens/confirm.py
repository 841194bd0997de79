"""One question of ours before something that cannot be taken back by a tap."""

from collections.abc import Callable

from kivy.properties import StringProperty

from ui.page import Page


class ConfirmPage(Page):
    """Yes, or back."""

    question = StringProperty("")
    detail = StringProperty("")
    yes = StringProperty("")

    def open(self, *, question: str, detail: str, yes: str, sure: Callable[[], object], back: str) -> None:
        """Ask this; ``sure`` is done on yes, ``back`` is the page gone to on no."""
        self.question, self.detail, self.yes = question, detail, yes
        self._sure, self._back = sure, back

    def agree(self) -> None:
        """Yes."""
        self._sure()

    def back(self) -> None:
        """No."""
        self.shell.go(self._back)
