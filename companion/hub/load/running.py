"""So many tables at once, each posting its games as an uplink does: what came through, how fast, and when it showed."""

import asyncio
import contextlib
import time
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

import msgspec

from companion.games.catalogue import game_named, packages
from companion.hub.load.client import Talk
from companion.hub.load.played import Written, drafts, written
from companion.referee.journal.signing import Signer
from companion.uplink.messages import PAIR, Batch, Introduction, Receipt, text

_PLAYERS = 3
"""At a table, where the game is for so many."""
_PLAYED = 3
"""Games of each kind that are played; each table writes its own copy, under its own key."""
_AGAIN = 0.5
"""Seconds before a table comes again to a hub that is away or has too much to do."""
_LOOK = 0.2
"""Seconds between two looks at a journal, as the uplink's."""
_MOST = 500
"""Events in a batch."""


class Load(NamedTuple):
    """What is to be done: ``tables`` at once, so many ``events`` each, at ``rate`` events a second of all.

    ``rate`` 0: as fast as receipts come. ``token``: an organiser's; ``watchers``: pages that look on meanwhile.
    """

    address: str
    token: str
    tables: int
    events: int
    rate: float = 0.0
    watchers: int = 2
    seed: int = 1


class Table:
    """One table: its key, the games it plays, and what it measures in seconds."""

    def __init__(self, load: Load, number: int) -> None:
        self._load, self._talk, self._number = load, Talk(load.address), number
        self._signer = Signer(Random(f"{load.seed} {number} {time.time_ns()}").randbytes(32))
        self._path = f"/api/v1/tables/{self._signer.table}/events"
        self.id = self._signer.table
        self.games: list[Written] = []
        self.to_receipt: list[float] = []
        self.happened: dict[tuple[str, int], float] = {}
        self.posts = self.taken = self.refused = self.turned_away = 0

    def write(self, shelf: Sequence[tuple[str, int]]) -> None:
        """Play enough games, before the clock runs."""
        wanted, number = self._load.events, self._number
        while wanted > 0:
            game, seed = shelf[number % len(shelf)]
            played = written(self._signer, drafts(game, _players(game), Random(seed)), float(number))
            self.games.append(Written(played.game, played.entries[:wanted]))
            wanted -= len(played.entries)
            number += 1

    async def pair(self, code: str) -> None:
        """Come to be known."""
        proof = text(self._signer.vouch(PAIR, code.encode()))
        answer = await self._talk.post(
            "/api/v1/pair", msgspec.json.encode(Introduction(code, text(self._signer.key), proof))
        )
        if answer.status != 201:
            raise OSError(f"the hub did not take the table: {answer.body!r}")

    async def play(self) -> None:
        """Post all games to their last receipt."""
        pause = self._load.tables / self._load.rate if self._load.rate else 0.0
        clock = time.time() + pause * Random(self._number).random()
        for game in self.games:
            due = [clock + pause * n for n in range(len(game.entries))]
            clock = due[-1] + pause
            await self._post(game, due)
        self._talk.close()

    async def _post(self, game: Written, due: Sequence[float]) -> None:
        known = 0
        while known < len(due):
            now = time.time()
            upto = sum(1 for at in due[known : known + _MOST] if at <= now) + known
            if upto == known:
                await asyncio.sleep(min(_LOOK, due[known] - now))
                continue
            for seq in range(known, upto):
                self.happened.setdefault((game.game, seq + 1), max(due[seq], now - _LOOK) if self._load.rate else now)
            receipt = await self._delivered(Batch(game.game, "game-0001", game.entries[known:upto]))
            if receipt is None:
                continue
            heard = time.time()
            self.to_receipt += [heard - self.happened[game.game, seq + 1] for seq in range(known, receipt.head.seq)]
            self.taken += receipt.head.seq - known
            self.refused += bool(receipt.problem)
            known = receipt.head.seq
            if self._load.rate:
                await asyncio.sleep(_LOOK)

    async def _delivered(self, batch: Batch) -> Receipt | None:
        self.posts += 1
        with contextlib.suppress(OSError, EOFError, ValueError):
            answer = await self._talk.post(self._path, msgspec.json.encode(batch))
            if answer.status == 200:
                return msgspec.json.decode(answer.body, type=Receipt)
        self.turned_away += 1
        await asyncio.sleep(_AGAIN)
        return None


class Watcher:
    """A public page that looks on: how long after it happened each piece of news was there."""

    def __init__(self, load: Load, tables: Sequence[Table], slug: str) -> None:
        self._talk, self._slug = Talk(load.address), slug
        self._tables = {table.id: table for table in tables}
        self.waited: list[float] = []

    async def watch(self) -> None:
        """Look on until cancelled."""
        reader = await self._talk.lines(f"/api/v1/tournaments/{self._slug}/live")
        while line := await reader.readline():
            if line.startswith(b"data: ") and b'"game"' in line:
                self._take(msgspec.json.decode(line[6:]), time.time())

    def _take(self, news: dict[str, Any], now: float) -> None:
        for name, said in news.items():
            table = self._tables.get(name)
            if table is not None and (at := table.happened.get((said["game"], said["seq"]))) is not None:
                self.waited.append(now - at)


def shelf() -> Iterator[tuple[str, int]]:
    """The games that are played: some of each kind there is."""
    return ((game, seed) for seed in range(_PLAYED) for game in packages())


def _players(game: str) -> int:
    wanted = game_named(game).PLAYERS
    return min(max(_PLAYERS, wanted[0]), wanted[-1])
