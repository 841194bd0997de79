"""The way to the referee, as the screen sees it: is he there, and what was asked of him."""

from collections.abc import Iterator
from enum import Enum, auto
from typing import Any, NamedTuple, Protocol
from uuid import uuid4

from companion.api.protocol import Command, FromReferee, Reply
from ui.page import Do, Then


class Link(Protocol):
    """The way to the referee (``companion.link``)."""

    @property
    def connected(self) -> bool:
        """Whether the referee is there right now."""

    def messages(self) -> Iterator[FromReferee]:
        """Everything that the referee says, until closed."""

    def send(self, message: Any) -> bool:
        """Send a message; a command is kept until it is answered. Whether it went out now."""

    def close(self) -> None:
        """Hang up."""


class Contact(Enum):
    """How we stand with the referee."""

    UNTRIED = auto()
    THERE = auto()
    AWAY = auto()


class Waiting(NamedTuple):
    """For the answer to this command: what is done with a yes, and with a no."""

    command: str
    then: Then
    refused: Then


class Errand:
    """At most one command under way: at rest, or ``Waiting``."""

    def __init__(self, link: Link) -> None:
        self._link = link
        self._now: Waiting | None = None

    @property
    def waiting(self) -> bool:
        """Whether an answer is still to come."""
        return self._now is not None

    def begin(self, do: Do, body: dict[str, Any], then: Then, refused: Then) -> bool:
        """Send a command, unless one is under way; whether it was sent."""
        if self._now is not None:
            return False
        command = Command(uuid4().hex, do, body)
        self._now = Waiting(command.id, then, refused)
        self._link.send(command)
        return True

    def end(self, reply: Reply) -> Waiting | None:
        """Be at rest again, if that is the answer; what was waited for."""
        if self._now is None or self._now.command != reply.id:
            return None
        ended, self._now = self._now, None
        return ended
