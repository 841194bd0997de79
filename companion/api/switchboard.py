"""Who is connected, what each may say, and what each is told."""

import asyncio
from collections.abc import Iterable
from concurrent.futures import Executor

import msgspec

from companion.api.desk import Desk, unanswered
from companion.api.mailbox import Mailbox
from companion.api.protocol import (
    Answer,
    Ask,
    Chances,
    Command,
    Enrol,
    Enrolling,
    FromReferee,
    Health,
    Hush,
    Look,
    Preview,
    Reply,
    Role,
    ToReferee,
    ToTable,
    View,
)
from companion.api.table import Phones, Table
from companion.errors import Unusable
from companion.referee.messages import why
from companion.referee.public import public
from companion.referee.referee import Effects
from vision.sighting import Pulse, Scene, Watch

_RIGHTS: dict[Role, tuple[type[ToReferee], ...]] = {
    "screen": (Command, Ask, Look, Hush, Enrol),
    "vision": (Scene, Pulse, Preview),
    "supervisor": (Health,),
    "horn": (),
    "spectator": (),
    "chances": (Chances,),
    "enrolment": (Enrolling, Preview),
}
_HEARS: tuple[Role, ...] = ("screen", "horn")
_SEES_ALL: tuple[Role, ...] = ("screen",)
_SEES: tuple[Role, ...] = ("spectator", "supervisor")
"""Who is sent what anybody may see."""
_NOBODY_ENROLS = Enrolling("absent")
_ENCODER = msgspec.json.Encoder()
_DECODER = msgspec.json.Decoder(ToReferee)


class Switchboard:
    """Connects the clients with the table, which is entered by one worker thread only; ``phones`` see it too.

    ``desk``: who answers what screens ask, beyond what the table and the phones' side can tell.
    """

    def __init__(self, table: Table, worker: Executor, phones: Phones | None = None, desk: Desk | None = None) -> None:
        self._table, self._worker, self._phones = table, worker, phones
        self._desk = desk or Desk({})
        self._boxes: set[Mailbox] = set()
        self._looks: dict[Mailbox, Look] = {}
        self._hush = Hush(on=False)
        self._enrolling = _NOBODY_ENROLS
        self._teacher: Mailbox | None = None
        self._asked: set[asyncio.Task[None]] = set()
        self._watch: Watch | None = None
        self._view: View | None = None
        self._shown: View | None = None

    async def join(self, role: Role) -> Mailbox:
        """A new client; its first message is the whole picture, as far as it may see it."""
        mailbox = Mailbox(role)
        self._boxes.add(mailbox)
        await self._picture()
        if role != "chances":
            first = self._watch if role == "vision" else self._view if role in _SEES_ALL else self._shown
            assert first is not None
            _deliver(first, (mailbox,))
        if role == "horn":
            _deliver(self._hush, (mailbox,))
        self._call_for_chances()
        return mailbox

    def leave(self, mailbox: Mailbox) -> None:
        """A client has gone."""
        self._boxes.discard(mailbox)
        self._look_away(mailbox)
        if mailbox.role == "enrolment":
            self._enrol(_NOBODY_ENROLS)
        elif mailbox is self._teacher:
            # It cannot say any more that it is over, and the table wants its camera back.
            _deliver(Enrol("leave"), self._all(("enrolment",)))

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
        elif isinstance(message, Ask):
            # Whoever asks for much must not wait with the next tap for the answer.
            task = asyncio.create_task(self._answer(mailbox, message))
            self._asked.add(task)
            task.add_done_callback(self._asked.discard)
        elif isinstance(message, Command | Health | Scene | Pulse | Chances):
            effects = await self._handle(message)
            if effects.reply is not None:
                _deliver(effects.reply, (mailbox,))
            await self._tell(effects)
        else:
            self._pass_on(mailbox, message, text)

    def _pass_on(self, mailbox: Mailbox, message: Look | Hush | Enrol | Enrolling | Preview, text: str) -> None:
        """What one client has to say to others."""
        if isinstance(message, Look):
            self._look_away(mailbox, message if message.on else None)
        elif isinstance(message, Hush):
            self._hush = message
            _deliver(message, self._all(("horn",)))
        elif isinstance(message, Enrolling):
            self._enrol(message)
        elif isinstance(message, Preview):
            for box in self._looks:
                box.put(message, text)
        else:
            self._teacher = mailbox
            _deliver(message, self._all(("enrolment",)))
            if not self._all(("enrolment",)):
                _deliver(_NOBODY_ENROLS, (mailbox,))

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
        self._call_for_chances()
        return self._view

    async def _handle(self, message: ToTable) -> Effects:
        return await asyncio.get_running_loop().run_in_executor(self._worker, self._table.handle, message)

    async def _answer(self, mailbox: Mailbox, ask: Ask) -> None:
        try:
            answer = await self._answer_to(mailbox, ask)
        except (Unusable, ValueError) as error:
            answer = unanswered(ask, str(error), why(error))
        _deliver(answer, (mailbox,))

    async def _answer_to(self, mailbox: Mailbox, ask: Ask) -> Answer:
        if ask.what == "alternatives":
            loop, seq = asyncio.get_running_loop(), ask.body.get("seq")
            return Answer(ask.id, await loop.run_in_executor(self._worker, self._table.alternatives, seq))
        if ask.what == "chances":
            mailbox.curious = ask.body.get("on") is True
            self._call_for_chances()
            return Answer(ask.id, None)
        if ask.what == "pair":
            seat = ask.body.get("seat")
            if self._phones is None:
                raise Unusable("no board for phones is served here", "no_board")
            if not isinstance(seat, int):
                raise Unusable("which seat?")
            return Answer(ask.id, self._phones.pair(seat))
        return await self._desk.answer(ask, self._view.board if self._view is not None else "")

    def _refuse(self, mailbox: Mailbox, name: str, why: str) -> None:
        seq = self._view.seq if self._view is not None else 0
        _deliver(Reply(name, ok=False, seq=seq, error=why), (mailbox,))

    async def _tell(self, effects: Effects) -> None:
        for cue in effects.cues:
            _deliver(cue, self._all(_HEARS))
        if not effects.changed:
            return
        before = self._watch
        await self._picture()
        assert self._view is not None
        assert self._shown is not None
        assert self._watch is not None
        _deliver(self._view, self._all(_SEES_ALL))
        _deliver(self._shown, self._all(_SEES))
        if self._watch != before:
            _deliver(self._watch, self._all(("vision",)))
        self._call_for_chances()

    async def _picture(self) -> None:
        loop = asyncio.get_running_loop()
        view, watch = await loop.run_in_executor(self._worker, _look, self._table)
        self._watch = self._with_looks(watch)
        if self._phones is not None:
            view = msgspec.structs.replace(view, board=self._phones.address)
        self._view, self._shown = view, public(view)
        if self._phones is not None:
            self._phones.show(self._shown, view.question)

    def _with_looks(self, watch: Watch) -> Watch:
        """What to watch, and whether somebody looks, at which mat: as who began last wants it; or not to watch."""
        newest = next(reversed(self._looks.values()), None)
        near, rest = newest.mat if newest else None, self._enrolling.rest
        return msgspec.structs.replace(watch, preview=newest is not None, near=near, rest=rest)

    def _look_away(self, mailbox: Mailbox, look: Look | None = None) -> None:
        """A client looks at what the camera sees no longer, or anew; vision is told where that changes anything."""
        self._looks.pop(mailbox, None)
        if look is not None:
            self._looks[mailbox] = look
        self._tell_vision()

    def _enrol(self, now: Enrolling) -> None:
        """How it stands with who enrols; while they need the camera, vision does without it."""
        self._enrolling = now
        _deliver(now, self._all(("screen",)))
        self._tell_vision()

    def _tell_vision(self) -> None:
        if self._watch is not None and self._watch != (now := self._with_looks(self._watch)):
            self._watch = now
            _deliver(now, self._all(("vision",)))

    def _call_for_chances(self) -> None:
        """Who works out the chances is shown the table only while somebody wants them: without it, it rests."""
        phones = self._phones is not None and self._phones.watched
        if self._shown is not None and (phones or any(b.curious or b.role == "spectator" for b in self._boxes)):
            _deliver(self._shown, self._all(("chances",)))

    def _all(self, roles: tuple[Role, ...]) -> list[Mailbox]:
        return [box for box in self._boxes if box.role in roles]


def _deliver(message: FromReferee, boxes: Iterable[Mailbox]) -> None:
    text = ""
    for box in boxes:
        text = text or _ENCODER.encode(message).decode()
        box.put(message, text)


def _look(table: Table) -> tuple[View, Watch]:
    return table.view(), table.watch()
