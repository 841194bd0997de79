"""The referee of the gallery: it says the view of a scene, and answers what pages ask from a table of answers."""

from collections.abc import Callable, Iterator
from queue import SimpleQueue
from typing import Any

from companion.api.protocol import Answer, Ask, Command, FromReferee, Reply, View
from ui.shell import NOBODY

ANSWERS: dict[str, Callable[[Ask, View], Any]] = {}
"""By what is asked: what makes the body of the answer. Owners of pages add theirs beside their stops."""


class Stage:
    """Behind the same face as the link to the real referee; nothing can be changed here."""

    def __init__(self) -> None:
        self.connected = True
        self.view = NOBODY
        self.asked: list[Any] = []
        self._queue: SimpleQueue[FromReferee | None] = SimpleQueue()

    def messages(self) -> Iterator[FromReferee]:
        while (message := self._queue.get()) is not None:
            yield message

    def send(self, message: Any) -> bool:
        self.asked.append(message)
        if isinstance(message, Ask):
            made = ANSWERS.get(message.what)
            body = made(message, self.view) if made else None
            self.say(Answer(message.id, body, "" if body is not None else "The gallery does not know."))
        elif isinstance(message, Command):
            self.say(Reply(message.id, ok=False, seq=self.view.seq, error="in the gallery nothing is changed"))
        return True

    def say(self, message: FromReferee) -> None:
        if isinstance(message, View):
            self.view = message
        self._queue.put(message)

    def close(self) -> None:
        self._queue.put(None)
