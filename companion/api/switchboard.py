"""Who is connected, what each may say, and what each is told."""

import asyncio
import logging
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import Executor
from typing import Any, Protocol, TypeVar
from uuid import uuid4

import msgspec
from msgspec.structs import replace

from companion.api.awaited import Awaited
from companion.api.desk import Desk, unanswered
from companion.api.mailbox import Mailbox
from companion.api.protocol import (
    Alternatives,
    Answer,
    Ask,
    Chances,
    Command,
    Enrol,
    Enrolling,
    FromReferee,
    Hall,
    Health,
    Hush,
    Judged,
    Look,
    Part,
    Phones,
    Preview,
    Reply,
    Role,
    ToHall,
    ToReferee,
    ToTable,
    View,
)
from companion.api.surveys import Surveys
from companion.errors import Unusable
from companion.referee.messages import why
from companion.referee.public import public
from companion.referee.referee import Effects
from vision.sighting import Badge, Pulse, Scene, Survey, Watch

_LOG = logging.getLogger(__name__)
_Made = TypeVar("_Made", View, Watch)

_RIGHTS: dict[Role, tuple[type[ToReferee], ...]] = {
    "screen": (Command, Ask, Look, Hush, Enrol, ToHall),
    "vision": (Scene, Pulse, Preview, Survey, Badge),
    "supervisor": (Health,),
    "horn": (),
    "spectator": (),
    "chances": (Chances,),
    "enrolment": (Enrolling, Preview),
    "board": (Command, Answer, Phones),
    "home": (),
    "uplink": (Hall,),
}
_HEARS: tuple[Role, ...] = ("screen", "horn", "home")
_SEES_ALL: tuple[Role, ...] = ("screen",)
_SEES: tuple[Role, ...] = ("spectator", "supervisor", "home", "uplink")
"""Who is sent what anybody may see."""
_Between = Answer | Phones | Look | Hush | Enrol | Enrolling | Preview | Hall | ToHall | Badge
"""What one client has to say to others."""
_NOBODY_ENROLS = Enrolling("absent")
_NO_PHONES = Phones("", watched=False)
_UNSEEN = View(
    0, "", None, None, (), (Part("referee", "down", "the table cannot be shown; see the log"),), (), (), {}, ""
)
"""What is shown while nothing can be made of the table."""
_PATIENCE = 5.0
"""Seconds that who wants to pair a phone may wait for the board."""
_ENCODER = msgspec.json.Encoder()
_DECODER = msgspec.json.Decoder(ToReferee)

_Judge = Callable[[Mapping[str, Any]], Judged | Alternatives]
_About = TypeVar("_About")
_Told = TypeVar("_Told")


class Table(Protocol):
    """A live table. Called by one thread at a time; ``handle`` returns when all it accepted is on disk."""

    def handle(self, message: ToTable) -> Effects:
        """Take one message of a client whose role allows it."""

    def view(self) -> View:
        """The picture now."""

    def judged(self, body: Mapping[str, Any], /) -> Judged:
        """What is irregular about a move that is only meant. Raises ``ValueError``."""

    def mend(self, body: Mapping[str, Any], /) -> Alternatives:
        """Which event, corrected, makes the record agree with what lies in a place. Raises ``ValueError``."""

    def alternatives(self, seq: object, /) -> Alternatives:
        """What may have happened instead of an event. Raises ``ValueError`` with one line where there is none."""

    def watch(self) -> Watch:
        """What vision is to look at now."""


class Switchboard:
    """Connects the clients with the table, which is entered by one worker thread only.

    ``desk``: who answers what screens ask, beyond what the table and the board for phones can tell.
    """

    def __init__(self, table: Table, worker: Executor, desk: Desk) -> None:
        self._table, self._worker = table, worker
        self._phones = _NO_PHONES
        self._pairing = Awaited[str, Answer](_PATIENCE)
        self._desk = desk
        self._boxes: set[Mailbox] = set()
        self._looks: dict[Mailbox, Look] = {}
        self._surveyors = Surveys(self._tell_vision)
        self._hush = Hush(on=False)
        self._enrolling = _NOBODY_ENROLS
        self._hall = Hall()
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
            first = {"vision": self._watch, "screen": self._view, "board": self._for_board()}.get(role, self._shown)
            assert first is not None
            _deliver(first, (mailbox,))
        if role == "horn":
            _deliver(self._hush, (mailbox,))
        elif role == "screen" and self._hall.event:
            _deliver(self._hall, (mailbox,))
        self._call_for_chances()
        return mailbox

    def leave(self, mailbox: Mailbox) -> None:
        """A client has gone."""
        self._boxes.discard(mailbox)
        self._look_away(mailbox)
        if mailbox.role == "enrolment":
            self._enrol(_NOBODY_ENROLS)
        elif mailbox.role == "board":
            self._serve(_NO_PHONES)
        elif mailbox.role == "uplink":
            self._say_of_the_hall(replace(self._hall, away=bool(self._hall.event)))
        elif mailbox is self._teacher:
            # It cannot say any more that it is over, and the table wants its camera back.
            _deliver(Enrol("leave"), self._all(("enrolment",)))

    async def receive(self, mailbox: Mailbox, text: str) -> None:
        """Take one message of a client; malformed or not its business: one line back, nothing changes."""
        try:
            message: ToReferee = _DECODER.decode(text)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            self._refuse(mailbox, "", f"not a message of this protocol: {error}")
            return
        if not _may(mailbox.role, message):
            name = message.id if isinstance(message, Command) else ""
            self._refuse(mailbox, name, f"a {mailbox.role} may not send such a {type(message).__name__.lower()}")
        elif isinstance(message, Ask):
            # Whoever asks for much must not wait with the next tap for the answer.
            task = asyncio.create_task(self._answer(mailbox, message))
            self._asked.add(task)
            task.add_done_callback(self._asked.discard)
        elif isinstance(message, Survey):
            self._surveyors.came(message)
        elif isinstance(message, Command | Health | Scene | Pulse | Chances):
            effects = await self._handle(message)
            if effects.reply is not None:
                _deliver(effects.reply, (mailbox,))
            await self._tell(effects)
        else:
            self._pass_on(mailbox, message, text)

    def _pass_on(self, mailbox: Mailbox, message: _Between, text: str) -> None:  # noqa: C901 - one case a message
        """What one client has to say to others."""
        if isinstance(message, Phones):
            self._serve(message)
        elif isinstance(message, Answer):
            self._pairing.came(message.id, message)
        elif isinstance(message, Look):
            self._look_away(mailbox, message if message.on else None)
        elif isinstance(message, Hush):
            self._hush = message
            _deliver(message, self._all(("horn",)))
        elif isinstance(message, Enrolling):
            self._enrol(message)
        elif isinstance(message, Hall):
            self._say_of_the_hall(message)
        elif isinstance(message, ToHall):
            _deliver(message, self._all(("uplink",)))
        elif isinstance(message, Badge):
            _deliver(ToHall("check_in", 0, badge=message.secret), self._all(("uplink",)))
        elif isinstance(message, Preview):
            for box in self._looks:
                box.put(message, text)
        else:
            self._teacher = mailbox
            _deliver(message, self._all(("enrolment",)))
            if not self._all(("enrolment",)):
                _deliver(_NOBODY_ENROLS, (mailbox,))

    async def look(self) -> View:
        """The picture as it is now."""
        await self._picture()
        assert self._view is not None
        return self._view

    async def turn(self) -> None:
        """Returns when the table's thread has come round."""
        await asyncio.get_running_loop().run_in_executor(self._worker, int)

    async def _handle(self, message: ToTable) -> Effects:
        return await self._enter(self._table.handle, message)

    async def _enter(self, what: Callable[[_About], _Told], about: _About) -> _Told:
        """Have the one thread that enters the table do this."""
        return await asyncio.get_running_loop().run_in_executor(self._worker, what, about)

    async def _answer(self, mailbox: Mailbox, ask: Ask) -> None:
        try:
            answer = await self._answer_to(mailbox, ask)
        except (Unusable, ValueError) as error:
            answer = unanswered(ask, str(error), why(error))
        _deliver(answer, (mailbox,))

    async def _answer_to(self, mailbox: Mailbox, ask: Ask) -> Answer:
        if ask.what == "alternatives":
            return Answer(ask.id, await self._enter(self._table.alternatives, ask.body.get("seq")))
        if ask.what in {"judge", "mend"}:
            judge: _Judge = self._table.judged if ask.what == "judge" else self._table.mend
            return Answer(ask.id, await self._enter(judge, ask.body))
        if ask.what == "chances":
            mailbox.curious = ask.body.get("on") is True
            self._call_for_chances()
            return Answer(ask.id, None)
        if ask.what == "pair":
            return await self._pair(ask)
        if ask.what == "table":
            return Answer(ask.id, await self._surveyors.proposed(ask.body, lambda: bool(self._all(("vision",)))))
        return await self._desk.answer(ask, self._phones.address)

    async def _pair(self, ask: Ask) -> Answer:
        """A secret for a seat's phone, made by the board; the ids of two screens may be the same, ours are not."""
        if not self._all(("board",)):
            raise Unusable("no board for phones is served here", "no_board")
        passed_on = replace(ask, id=uuid4().hex)
        try:
            answer = await self._pairing.answer(passed_on.id, lambda: _deliver(passed_on, self._all(("board",))))
        except TimeoutError:
            raise Unusable("the board for phones does not answer", "no_board") from None
        return Answer(ask.id, answer.body, answer.error, answer.why)

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
        _deliver(self._for_board(), self._all(("board",)))
        if self._watch != before:
            _deliver(self._watch, self._all(("vision",)))
        self._call_for_chances()

    async def _picture(self) -> None:
        loop = asyncio.get_running_loop()
        view, watch = await loop.run_in_executor(self._worker, _look, self._table)
        self._watch = self._with_looks(watch or self._watch or Watch(()))
        self._view = replace(view or self._view or _UNSEEN, board=self._phones.address)
        self._shown = public(self._view)

    def _for_board(self) -> View:
        """What anybody may see, and all of the question that is open: for the phone of its seat."""
        assert self._view is not None
        assert self._shown is not None
        return replace(self._shown, question=self._view.question)

    def _serve(self, phones: Phones) -> None:
        """How it stands with the board; screens show where phones find it."""
        moved, self._phones = phones.address != self._phones.address, phones
        if moved and self._view is not None and self._shown is not None:
            self._view, self._shown = (replace(view, board=phones.address) for view in (self._view, self._shown))
            _deliver(self._view, self._all(_SEES_ALL))
            _deliver(self._shown, self._all(_SEES))
        self._call_for_chances()

    def _say_of_the_hall(self, hall: Hall) -> None:
        """What the tournament says to this table; once said, also to screens that come later."""
        self._hall = hall
        _deliver(hall, self._all(("screen",)))

    def _with_looks(self, watch: Watch) -> Watch:
        """What to watch, and whether somebody looks, at which mat: as who began last wants it; or not to watch."""
        newest = next(reversed(self._looks.values()), None)
        near, rest = newest.mat if newest else None, self._enrolling.rest
        badges = newest is not None and newest.badges
        preview = newest is not None and not badges
        return self._surveyors.asking(replace(watch, preview=preview, near=near, rest=rest, badges=badges))

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
        wanted = self._phones.watched or any(box.curious or box.role == "spectator" for box in self._boxes)
        if self._shown is not None and wanted:
            _deliver(self._shown, self._all(("chances",)))

    def _all(self, roles: tuple[Role, ...]) -> list[Mailbox]:
        return [box for box in self._boxes if box.role in roles]


def _may(role: Role, message: ToReferee) -> bool:
    """Whether who has this role may say that; phones may answer a question with one of its options, and no more."""
    if role == "board" and isinstance(message, Command):
        return message.do == "answer" and message.body.keys() == {"question", "option"}
    return isinstance(message, _RIGHTS[role])


def _deliver(message: FromReferee, boxes: Iterable[Mailbox]) -> None:
    text = ""
    for box in boxes:
        text = text or _ENCODER.encode(message).decode()
        box.put(message, text)


def _look(table: Table) -> tuple[View | None, Watch | None]:
    """The table now; ``None`` for what cannot be made of it, which is logged: whoever is there keeps what they have."""
    return _made(table.view), _made(table.watch)


def _made(make: Callable[[], _Made]) -> _Made | None:
    try:
        return make()
    except Exception:  # noqa: BLE001 - whatever it is: it is logged
        # A game or a place that something of ours stumbles over must not keep anybody from the table.
        _LOG.exception("the table could not be shown")
        return None
