"""Who is connected, what each may say, and what each is told."""

import asyncio
from collections import deque
from concurrent.futures import Executor

import msgspec

from companion.api.protocol import (
    Ask,
    Chances,
    Command,
    CueMessage,
    FromReferee,
    Health,
    Look,
    Preview,
    Reply,
    Role,
    ToReferee,
    View,
)
from companion.api.table import Phones, Table
from companion.referee.effects import Effects
from vision.sighting import Pulse, Scene, Watch

_RIGHTS: dict[Role, tuple[type[ToReferee], ...]] = {
    "screen": (Command, Ask, Look),
    "vision": (Scene, Pulse, Preview),
    "supervisor": (Health,),
    "horn": (),
    "spectator": (),
    "chances": (Chances,),
}
_HEARS: tuple[Role, ...] = ("screen", "horn")
_SEES: tuple[Role, ...] = ("screen", "spectator", "supervisor")
_BACKLOG = 256
_ENCODER = msgspec.json.Encoder()
_DECODER = msgspec.json.Decoder(ToReferee)


class Mailbox:
    """What waits to be sent to one client: every cue and reply, but only the newest picture.

    A client so slow that more than 256 cues and replies pile up is hung up on, not waited for.
    """

    def __init__(self, role: Role) -> None:
        self.role = role
        self._letters: deque[str] = deque()
        self._picture: str | None = None
        self._closed = False
        self._ready = asyncio.Event()

    def put(self, message: FromReferee, text: str) -> None:
        """Queue a message (``text`` is its encoding, made once for all clients)."""
        if isinstance(message, View | Watch):
            self._picture = text
        elif len(self._letters) < _BACKLOG:
            self._letters.append(text)
        else:
            self._closed = True
        self._ready.set()

    async def take(self) -> str | None:
        """The next text to send, letters first; ``None``: this client is too slow to go on."""
        while not self._closed:
            if self._letters:
                return self._letters.popleft()
            if self._picture is not None:
                text, self._picture = self._picture, None
                return text
            self._ready.clear()
            await self._ready.wait()
        return None


class Switchboard:
    """Connects the clients with the table, which is entered by one worker thread only; ``phones`` see it too."""

    def __init__(self, table: Table, worker: Executor, phones: Phones | None = None) -> None:
        self._table, self._worker, self._phones = table, worker, phones
        self._boxes: set[Mailbox] = set()
        self._watch: Watch | None = None
        self._view: View | None = None

    async def join(self, role: Role) -> Mailbox:
        """A new client; its first message is the whole picture."""
        mailbox = Mailbox(role)
        self._boxes.add(mailbox)
        await self._picture()
        first: View | Watch | None = self._watch if role == "vision" else self._view
        assert first is not None
        mailbox.put(first, _ENCODER.encode(first).decode())
        return mailbox

    def leave(self, mailbox: Mailbox) -> None:
        """A client has gone."""
        self._boxes.discard(mailbox)

    async def receive(self, mailbox: Mailbox, text: str) -> None:
        """Take one message of a client; malformed or not its business: one line back, nothing changes."""
        try:
            message: ToReferee = _DECODER.decode(text)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            self._refuse(mailbox, "", f"not a message of this protocol: {error}")
            return
        if not isinstance(message, _RIGHTS[mailbox.role]):
            name = message.id if isinstance(message, Command) else ""
            self._refuse(mailbox, name, f"a {mailbox.role} may not send a {type(message).__name__.lower()}")
            return
        effects = await self._handle(message)
        if effects.reply is not None:
            mailbox.put(effects.reply, _ENCODER.encode(effects.reply).decode())
        await self._tell(effects)

    async def command(self, command: Command) -> Reply:
        """Do what a paired phone may ask for; everybody is told of it."""
        effects = await self._handle(command)
        await self._tell(effects)
        assert effects.reply is not None
        return effects.reply

    async def look(self) -> View:
        """The picture as it is now; the phones are shown it too."""
        await self._picture()
        assert self._view is not None
        return self._view

    async def _handle(self, message: ToReferee) -> Effects:
        return await asyncio.get_running_loop().run_in_executor(self._worker, self._table.handle, message)

    def _refuse(self, mailbox: Mailbox, name: str, why: str) -> None:
        seq = self._view.seq if self._view is not None else 0
        reply = Reply(name, ok=False, seq=seq, error=why)
        mailbox.put(reply, _ENCODER.encode(reply).decode())

    async def _tell(self, effects: Effects) -> None:
        for cue in effects.cues:
            self._send(cue, _HEARS)
        if not effects.changed:
            return
        before = self._watch
        await self._picture()
        assert self._view is not None
        assert self._watch is not None
        self._send(self._view, _SEES)
        if self._watch != before:
            self._send(self._watch, ("vision",))

    async def _picture(self) -> None:
        loop = asyncio.get_running_loop()
        view, self._watch = await loop.run_in_executor(self._worker, _look, self._table)
        if self._phones is not None:
            view = msgspec.structs.replace(view, board=self._phones.address)
            self._phones.show(_shared(view), view.question)
        self._view = view

    def _send(self, message: View | Watch | CueMessage, roles: tuple[Role, ...]) -> None:
        boxes = [box for box in self._boxes if box.role in roles]
        if boxes:
            text = _ENCODER.encode(message).decode()
            for box in boxes:
                box.put(message, text)


def _shared(view: View) -> View:
    """What anybody may see: that a seat is asked, not what."""
    asked = view.question
    return view if asked is None else msgspec.structs.replace(view, question=msgspec.structs.replace(asked, options=()))


def _look(table: Table) -> tuple[View, Watch]:
    return table.view(), table.watch()
