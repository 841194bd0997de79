"""The board: what phones are shown, and what the phone of a seat may answer."""

import asyncio
import socket
import time
from pathlib import Path
from uuid import uuid4

from companion import words
from companion.api.protocol import Command, Option, Pairing, Question, View
from companion.api.switchboard import Switchboard
from companion.board.address import reachable
from companion.board.encoded_view import Editor
from companion.board.pairing import GOOD_FOR, Pairs
from companion.board.picture import Asked, Choice, Mine
from companion.board.reader import Reader
from companion.words.language import LANGUAGES, _, speaking

_SELDOM = 2.0
"""Seconds between two times that phones have the table looked at for their sake."""


class Board:
    """The phones' side of a table. ``listener``: where it is served; ``state``: the folder of the table.

    Everything here happens in the server's event loop.
    """

    def __init__(self, listener: socket.socket, state: Path) -> None:
        self.listener = listener
        self._where = listener.getsockname()
        self.games = state / "games"
        self.pairs = Pairs(state / "phones.json")
        self._editors = {lang: Editor(lang) for lang in LANGUAGES}
        self._readers: set[Reader] = set()
        self._view: View | None = None
        self._results = ""
        self._looked = -_SELDOM
        self._question: Question | None = None
        self._switchboard: Switchboard | None = None

    @property
    def address(self) -> str:
        """Where phones find it; found anew each time, as a machine may get its network later."""
        return reachable(*self._where)

    def follow(self, switchboard: Switchboard) -> None:
        """Where the table is asked, and told what a seat's phone has answered."""
        self._switchboard = switchboard

    def show(self, view: View, question: Question | None) -> None:
        """A new picture for spectators, and the question that is open, for the phone of its seat."""
        self._view, self._question = view, question
        self._results = self._result(view)
        self.pairs.follow(view)
        for reader in self._readers:
            reader.news.set()

    def pair(self, seat: int) -> Pairing:
        """A new secret for this seat's phone. Raises ``Unusable`` where there is no such seat."""
        secret = self.pairs.secret(seat)
        return Pairing(seat, f"{self.address}/pair/{secret}", GOOD_FOR)

    def player(self, seat: int, lang: str) -> str:
        """The name of who sits there."""
        with speaking(lang):
            table = None if self._view is None else self._view.table
            return str(seat) if table is None else words.player(table, seat)

    async def join(self, reader: Reader) -> None:
        """A phone has come."""
        self._readers.add(reader)
        now = time.monotonic()
        # The first one wakes who works out the chances. However often phones come and go, the table is seldom asked.
        if self._switchboard is not None and (self._view is None or now - self._looked > _SELDOM):
            self._looked = now
            await self._switchboard.look()
        reader.news.set()

    def leave(self, reader: Reader) -> None:
        """A phone has gone."""
        self._readers.discard(reader)

    @property
    def watched(self) -> bool:
        """Whether any phone looks on now."""
        return bool(self._readers)

    def everybody(self) -> tuple[Reader, ...]:
        """The phones that look on now."""
        return tuple(self._readers)

    async def next(self, reader: Reader, beat: float) -> str:
        """What to send to this phone next; after ``beat`` seconds without news an empty message, to show life."""
        while True:
            try:
                async with asyncio.timeout(beat):
                    await reader.news.wait()
            except TimeoutError:
                return "{}"
            reader.news.clear()
            if self._view is not None:
                edition = self._editors[reader.lang].edition(self._view, self._results)
                letter = reader.letter(edition, self._mine(reader))
                if letter is not None:
                    return letter

    async def answer(self, reader: Reader, number: int, option: int) -> bool:
        """The phone of a seat answers its own question; whether it was one, and was taken."""
        asked = self._question
        seat = self.pairs.seat_of(reader.token)
        if asked is None or seat is None or (asked.number, asked.seat) != (number, seat):
            return False
        if not 0 <= option < len(asked.options) or self._switchboard is None:
            return False
        command = Command(uuid4().hex, "answer", {"question": number, "option": option})
        return (await self._switchboard.command(command)).ok

    def ended(self, journal: Path) -> bool:
        """Whether this is a game that has ended: one that is being played may hold what not everybody may know."""
        finished = self._view is not None and self._view.table is not None and self._view.table.finished
        return journal.is_file() and (finished or journal != self._newest())

    def _newest(self) -> Path | None:
        return max(self.games.glob("game-*.sqlite"), default=None)

    def _result(self, view: View) -> str:
        """Where the newest game's result is handed on, once it has ended."""
        if view.table is None or not view.table.finished:
            return ""
        newest = self._newest()
        return f"/results/{newest.stem}" if newest is not None else ""

    def _mine(self, reader: Reader) -> Mine | None:
        seat = self.pairs.seat_of(reader.token)
        table = None if self._view is None else self._view.table
        if seat is None or table is None:
            return None
        with speaking(reader.lang):
            asked = None
            if self._question is not None and self._question.seat == seat:
                choices = tuple(_choice(option, self._view) for option in self._question.options)
                asked = Asked(self._question.number, _("What happened?"), choices)
            return Mine(seat, words.player(table, seat), asked)


def _choice(option: Option, view: View | None) -> Choice:
    table = None if view is None else view.table
    if not option.moves or table is None:
        return Choice(_("Nothing happened"), "")
    lines = [words.move(move, table) for move in option.moves]
    return Choice(lines[0][0], " · ".join([lines[0][1], *(text for text, _detail in lines[1:])]).strip(" ·"))
