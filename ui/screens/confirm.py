"""One question of ours before something that cannot be taken back by a tap."""

from collections.abc import Callable

from ui.page import Page
from ui.widgets.declared import texts


class ConfirmPage(Page):
    """Yes, or back."""

    question, detail, yes = texts(3)

    def open(self, *, question: str, detail: str, yes: str, sure: Callable[[], object]) -> None:
        """Ask this; ``sure`` is done on yes."""
        self.question, self.detail, self.yes = question, detail, yes
        self._sure = sure

    def agree(self) -> None:
        """Yes."""
        self._sure()
