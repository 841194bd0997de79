"""The board: what phones are shown, and what the phone of a seat may answer."""

import asyncio
import time
from pathlib import Path
from uuid import uuid4

import msgspec

from companion import words
from companion.api.client import Link
from companion.api.protocol import Answer, Ask, Command, FromReferee, Option, Pairing, Phones, ToReferee, View, why
from companion.board.address import reachable
from companion.board.editions import Edition, Editor
from companion.board.lending import Lending
from companion.board.pairing import GOOD_FOR, Pairs
from companion.board.picture import Asked, Mine
from companion.board.readings import Readings
from companion.errors import Unusable
from companion.words.language import LANGUAGES, _, speaking

_LOOK = 0.5
"""Seconds between two looks at what the referee is to know; it is told no oftener, however often phones come and go."""
_REPEAT = 2.0
"""Seconds after which it is told again: one that was started again has forgotten it."""
_ENCODER = msgspec.json.Encoder()


class Reader:
    """One phone that looks on. However much happens while it is being sent something, the newest comes next."""

    def __init__(self, lang: str, token: str) -> None:
        self.lang, self.token = lang, token
        self.news = asyncio.Event()
        self._sent: dict[str, bytes] = {}
        self._log: tuple[bytes, ...] = ()
        self._new = True

    def letter(self, edition: Edition, mine: Mine | None) -> str | None:
        """What is to be sent now; ``None``: nothing that this phone shows has changed."""
        fields = {**edition.fields, "mine": _ENCODER.encode(mine)}
        changed = {name: msgspec.Raw(text) for name, text in fields.items() if self._sent.get(name) != text}
        begin = _shared(self._log, edition.log)
        same = begin == len(self._log) == len(edition.log)
        if not changed and same and not self._new:
            return None
        message: dict[str, object] = {"seq": edition.seq, "set": changed}
        if self._new:
            message["whole"] = True
        if self._new or not same:
            message["log"] = {"from": begin, "rows": [msgspec.Raw(row) for row in edition.log[begin:]]}
        self._sent, self._log, self._new = fields, edition.log, False
        return _ENCODER.encode(message).decode()


class Board:
    """The phones' side of a table: a client of the referee. All happens in one event loop.

    ``where``: host and port that phones connect to; ``games``: the folder of the journals; ``pairs``: the file in
    which it is kept which phone answers for which seat; ``box``: the folder of the enrolled box;
    ``lending``: where a telephone's camera is lent, over TLS at the port ``secure``.
    """

    def __init__(
        self,
        link: Link,
        where: tuple[str, int],
        games: Path,
        pairs: Path,
        *,
        box: Path | None = None,
        lending: Lending | None = None,
        secure: int = 0,
    ) -> None:
        self._link, self._where, self._games = link, where, games
        self.pairs = Pairs(pairs)
        self.readings = Readings(box)
        self.lending, self._secure = lending, secure
        self._editors = {lang: Editor(lang) for lang in LANGUAGES}
        self._readers: set[Reader] = set()
        self._view: View | None = None
        self._results = ""

    async def follow(self) -> None:
        """Hear the referee, and tell it where phones find us and whether any looks on; until ``close``."""
        async with asyncio.TaskGroup() as group:
            telling = group.create_task(self._tell())
            messages = self._link.messages()
            while (message := await asyncio.to_thread(next, messages, None)) is not None:
                await self._hear(message)
            telling.cancel()

    def close(self) -> None:
        """Hang up on the referee."""
        self._link.close()

    async def _tell(self) -> None:
        said, said_at = None, 0.0
        while True:
            if not self._link.connected:
                said, self._view = None, None
                self.wake()
            # Found anew each time: a machine may get its network later.
            now = Phones(reachable(*self._where), bool(self._readers))
            if (now != said or time.monotonic() - said_at > _REPEAT) and await self._say(now):
                said, said_at = now, time.monotonic()
            await asyncio.sleep(_LOOK)

    async def _hear(self, message: FromReferee) -> None:
        if isinstance(message, View):
            self._view = message
            self._results = self._result(message)
            self.pairs.follow(message)
            self.wake()
        elif isinstance(message, Ask):
            await self._say(self._pair(message))

    async def _say(self, message: ToReferee) -> bool:
        """Tell the referee; one that hangs holds up nobody who looks on."""
        return await asyncio.to_thread(self._link.send, message)

    def _pair(self, ask: Ask) -> Answer:
        """A new secret for a seat's phone; or where one lends its camera."""
        if ask.body.get("camera") is True:
            if self.lending is None:
                return Answer(ask.id, None, "no camera is lent at this table")
            address = reachable(self._where[0], self._secure).replace("http:", "https:")
            return Answer(ask.id, Pairing(-1, f"{address}/lend/{self.lending.secret}", 0.0))
        seat = ask.body.get("seat")
        if not isinstance(seat, int):
            return Answer(ask.id, None, "which seat?")
        try:
            secret = self.pairs.secret(seat)
        except Unusable as error:
            return Answer(ask.id, None, str(error), why(error))
        return Answer(ask.id, Pairing(seat, f"{reachable(*self._where)}/pair/{secret}", GOOD_FOR))

    def player(self, seat: int, lang: str) -> str:
        """The name of who sits there."""
        with speaking(lang):
            table = None if self._view is None else self._view.table
            return str(seat) if table is None else words.player(table, seat)

    @property
    def away(self) -> bool:
        """Whether there is no referee now, and so nothing to show."""
        return self._view is None

    def join(self, reader: Reader) -> None:
        """A phone has come."""
        self._readers.add(reader)
        reader.news.set()

    def leave(self, reader: Reader) -> None:
        """A phone has gone."""
        self._readers.discard(reader)

    def wake(self) -> None:
        """There is something new for every phone."""
        for reader in self._readers:
            reader.news.set()

    async def next(self, reader: Reader, beat: float) -> str | None:
        """What to send to this phone next; ``None``: nothing any more, as the referee is away.

        After ``beat`` seconds without news an empty message, to show life.
        """
        while True:
            try:
                async with asyncio.timeout(beat):
                    await reader.news.wait()
            except TimeoutError:
                return "{}"
            reader.news.clear()
            if self._view is None:
                return None
            letter = reader.letter(self._editors[reader.lang].edition(self._view, self._results), self._mine(reader))
            if letter is not None:
                return letter

    async def answer(self, reader: Reader, number: int, option: int) -> None:
        """The phone of a seat answers its own question; any other is not answered by it."""
        asked = None if self._view is None else self._view.question
        seat = self.pairs.seat_of(reader.token)
        if asked is None or seat is None or (asked.number, asked.seat) != (number, seat):
            return
        if option in dict(asked.offered):
            await self._say(Command(uuid4().hex, "answer", {"question": number, "option": option}))

    def ended(self, name: str) -> Path | None:
        """The journal of this game if it has ended: one that is being played may hold what not everybody may know."""
        journal = self._games / f"{name}.sqlite"
        finished = self._view is not None and self._view.finished
        return journal if journal.is_file() and (finished or journal != self._newest()) else None

    def _newest(self) -> Path | None:
        return max(self._games.glob("game-*.sqlite"), default=None)

    def _result(self, view: View) -> str:
        """Where the newest game's result is handed on, once it has ended."""
        if not view.finished:
            return ""
        newest = self._newest()
        return f"/results/{newest.stem}" if newest is not None else ""

    def _mine(self, reader: Reader) -> Mine | None:
        seat, view = self.pairs.seat_of(reader.token), self._view
        if seat is None or view is None or view.table is None:
            return None
        with speaking(reader.lang):
            asked = None
            if view.question is not None and view.question.seat == seat:
                choices = tuple((k, *_choice(option, view)) for k, option in view.question.offered)
                asked = Asked(view.question.number, _("What happened?"), choices)
            return Mine(words.player(view.table, seat), asked)


def _shared(one: tuple[bytes, ...], other: tuple[bytes, ...]) -> int:
    """How many rows of the log from the beginning are the same."""
    length = min(len(one), len(other))
    return next((place for place in range(length) if one[place] != other[place]), length)


def _choice(option: Option, view: View) -> tuple[str, str]:
    if not option.moves or view.table is None:
        return _("Nothing happened"), ""
    lines = [words.move(move, view.table) for move in option.moves]
    return lines[0][0], " · ".join([lines[0][1], *(text for text, _detail in lines[1:])]).strip(" ·")
