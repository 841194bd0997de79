"""The hub, its database and its broker are killed while tables play: every event is at the hub, once."""

import os
import threading
import time
from pathlib import Path
from random import Random

import pytest

from companion.hub.load.played import drafts
from companion.hub.store import database, migration
from companion.uplink.paired import join
from companion.uplink.posting import Uplink
from tests.hub.conftest import as_worker
from tests.hub.engines import nats, postgres
from tests.hub.serving import Served, Table, hashes, kept, served

GAMES = ("architects", "seven_wonders", "duel")


class Player(threading.Thread):
    """A table that plays one game, a move each so often, and its uplink, whose patience is short."""

    def __init__(self, folder: Path, hub: Served, number: int, pause: float) -> None:
        super().__init__(daemon=True)
        self.table = Table(folder)
        self._pause, self._number = pause, number
        self.uplink = Uplink(folder, join(folder, hub.code(number)))
        self.over = False
        self.hashes: tuple[str, ...] = ()
        self._poster = threading.Thread(target=self._post, daemon=True)

    def run(self) -> None:
        self._poster.start()
        game = GAMES[self._number % len(GAMES)]
        with self.table.begin() as journal:
            for draft in drafts(game, 2 if game == "duel" else 3, Random(self._number)):
                journal.append(draft)
                time.sleep(self._pause)
            self.hashes = hashes(journal)
        self.over = True

    def _post(self) -> None:
        clock = 0.0
        while True:
            # Its clock runs a hundred times as fast: what it would wait for a minute, it does not here.
            clock += 2.0
            if self.uplink.turn(clock, 0.5) != "more":
                time.sleep(0.02)

    def wait(self, hub: str, seconds: float) -> None:
        ends = time.monotonic() + seconds
        while not self.over or kept(hub).get(self.table.signer.table, []) != list(self.hashes):
            assert time.monotonic() < ends, (self.uplink.trouble, self.uplink.outbox.problems)
            time.sleep(0.3)


def storm(folder: Path, tables: int, kills: int, pause: float) -> None:
    rng = Random(kills)
    folder.chmod(0o755)
    with postgres(folder / "postgres") as cluster, nats() as broker:
        owner = database.url_of(cluster.fresh("hub"), folder)
        migration.migrate(owner, migration.WORKERS)
        way = ("--nats", f"nats://127.0.0.1:{broker.port}", "--workers", "2")
        with served(folder / "hub", as_worker(owner), *way) as hub:
            players = [Player(folder / f"table{n}", hub, n, pause) for n in range(tables)]
            for player in players:
                player.start()
            for n in range(kills):
                time.sleep(rng.uniform(0.2, 1.5))
                victim = (cluster, hub, broker)[n % 3]
                victim.kill()
                time.sleep(rng.uniform(0.0, 0.5))
                victim.start()
            for player in players:
                player.wait(owner, 60 + 10 * kills)
            found = kept(owner)
            assert {table: len(events) for table, events in found.items()} == {
                player.table.signer.table: len(player.hashes) for player in players
            }


def test_nothing_is_lost_or_doubled_when_hub_database_and_broker_are_killed_while_tables_play(tmp_path: Path) -> None:
    storm(tmp_path, tables=3, kills=3, pause=0.01)


@pytest.mark.proof
def test_a_storm_of_kills_loses_nothing(tmp_path: Path) -> None:
    storm(tmp_path, tables=6, kills=int(os.environ.get("COMPANION_KILLS", "30")), pause=0.2)
