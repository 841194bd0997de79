"""What waits to be sent to one client of the switchboard."""

import asyncio
from collections import deque

from companion.api.protocol import FromReferee, Preview, Role, View
from vision.sighting import Watch

_BACKLOG = 256


class Mailbox:
    """Every cue, reply and answer waits, but only the newest picture (of the table, and of what the camera sees).

    A client so slow that more than 256 letters pile up is hung up on, not waited for. ``curious``: it wants to see
    each seat's chance to win.
    """

    def __init__(self, role: Role) -> None:
        self.role = role
        self.curious = False
        self._letters: deque[str] = deque()
        self._pictures: dict[type, str] = {}
        self._closed = False
        self._ready = asyncio.Event()

    def put(self, message: FromReferee, text: str) -> None:
        """Queue a message (``text`` is its encoding, made once for all clients)."""
        if isinstance(message, View | Watch | Preview):
            self._pictures[type(message)] = text
        elif len(self._letters) < _BACKLOG:
            self._letters.append(text)
        else:
            self._closed = True
        self._ready.set()

    async def take(self) -> str | None:
        """The next text to send, letters first, then the table; ``None``: this client is too slow to go on."""
        while not self._closed:
            # Who is asked about the table (the board: to pair a phone) must have seen it.
            if self._letters and not (self._pictures and self.role == "board"):
                return self._letters.popleft()
            if self._pictures:
                return self._pictures.pop(min(self._pictures, key=lambda kind: kind is Preview))
            self._ready.clear()
            await self._ready.wait()
        return None
