"""What a screen asks the referee without changing anything, and who waits for the answer."""

from collections.abc import Callable
from typing import Any, Literal, TypeAlias
from uuid import uuid4

from companion.api.protocol import Answer, Ask
from companion.words.language import _

What: TypeAlias = Literal[
    "alternatives", "judge", "mend", "history", "statistics", "result", "pair", "box", "chances", "table"
]
Told: TypeAlias = Callable[[Answer], object]


class Inquiries:
    """Questions under way, several at once. None stays open: one that is lost with the link is answered by a no."""

    def __init__(self, send: Callable[[Ask], bool]) -> None:
        self._send = send
        self._open: dict[str, Told] = {}

    def ask(self, what: What, body: dict[str, Any], told: Told) -> None:
        """Ask; ``told`` gets the answer, once."""
        inquiry = Ask(uuid4().hex, what, body)
        self._open[inquiry.id] = told
        if not self._send(inquiry):
            self.take(self._lost(inquiry.id))

    def take(self, answer: Answer) -> None:
        """Give the answer to who waits for it, if anybody does."""
        told = self._open.pop(answer.id, None)
        if told is not None:
            told(answer)

    def lose(self) -> None:
        """The link is gone, and with it every answer to come."""
        for inquiry in list(self._open):
            self.take(self._lost(inquiry))

    def _lost(self, inquiry: str) -> Answer:
        return Answer(inquiry, None, _("The referee is not there just now."))
