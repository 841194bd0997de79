"""What the server serves: anything that takes messages and can be looked at, and what shows it to phones."""

from typing import Protocol

from companion.api.protocol import Alternatives, Pairing, Question, ToTable, View
from companion.referee.referee import Effects
from vision.sighting import Watch


class Table(Protocol):
    """A live table. Called by one thread at a time; ``handle`` returns when all it accepted is on disk."""

    def handle(self, message: ToTable) -> Effects:
        """Take one message of a client whose role allows it."""

    def view(self) -> View:
        """The picture now."""

    def alternatives(self, seq: object, /) -> Alternatives:
        """What may have happened instead of an event. Raises ``ValueError`` with one line where there is none."""

    def watch(self) -> Watch:
        """What vision is to look at now."""


class Phones(Protocol):
    """The board for phones, as the switchboard knows it; called in the server's event loop."""

    @property
    def address(self) -> str:
        """Where phones find it (``http://192.168.1.5:8480``); empty while it is not served."""

    @property
    def watched(self) -> bool:
        """Whether any phone looks on now."""

    def show(self, view: View, question: Question | None) -> None:
        """A new picture for spectators, and the question that is open, for the phone of its seat."""

    def pair(self, seat: int) -> Pairing:
        """A new secret for this seat's phone. Raises ``Unusable`` where there is no such seat."""
