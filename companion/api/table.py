"""What the server serves: anything that takes messages and can be looked at."""

from typing import Protocol

from companion.api.protocol import ToReferee, View
from companion.referee.effects import Effects
from vision.sighting import Watch


class Table(Protocol):
    """A live table. Called by one thread at a time; ``handle`` returns when all it accepted is on disk."""

    def handle(self, message: ToReferee) -> Effects:
        """Take one message of a client whose role allows it."""

    def view(self) -> View:
        """The public picture now."""

    def watch(self) -> Watch:
        """What vision is to look at now."""
