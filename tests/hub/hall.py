"""A hall for a day of a tournament: the organiser and the players, and tables with processes of their own."""

import contextlib
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import msgspec
import sqlalchemy as sa

from companion.api.client import Link
from companion.api.protocol import Command, Hall, Reply, ToHall
from companion.box.faces import library_of
from companion.games.catalogue import GAMES
from companion.hub.store import database, schema
from companion.hub.web.access import make_token
from companion.referee.game_files import games as journals
from companion.rehearsal.rehearsal import Rehearsal
from companion.rehearsal.report import Plan
from companion.uplink.paired import join
from tests.hub.serving import PLAIN, Served
from tests.referee.fingers import dealt

SLUG = "day"
_PAUSE = 0.12
"""Seconds between two taps: so that a game lasts long enough for faults to fall into it."""
_PATIENCE = 240.0
PLAN = """
name = "Companion Cup"
delay = 0
[[sections]]
id = "architects"
game = "architects"
stages = [{ form = "pods", rounds = 3, smallest = 3, largest = 4 }]
[[sections]]
id = "seven-wonders"
game = "seven_wonders"
stages = [{ form = "pods", rounds = 3, smallest = 3, largest = 4 }]
[[sections]]
id = "duel"
game = "duel"
stages = [{ form = "swiss", rounds = 3 }]
"""


class Sat(NamedTuple):
    """A table of a round as it was really played. ``journal``: where it is kept; ``scores``: of a result by hand."""

    section: str
    round: int
    table: int
    seats: tuple[str, ...]
    journal: Path | None
    places: tuple[int, ...] = ()


def wait(done: Callable[[], Any], what: str, patience: float = _PATIENCE) -> Any:
    """What came of it once it is there."""
    until = time.monotonic() + patience
    while time.monotonic() < until:
        found = done()
        if found:
            return found
        time.sleep(0.1)
    raise AssertionError(f"not within {patience:.0f} s: {what}")


class Desk:
    """The organiser, and every player with the link of his own badge."""

    def __init__(self, hub: Served) -> None:
        self.hub = hub
        self._client = httpx.Client(timeout=30, verify=PLAIN)
        self.tokens: dict[str, str] = {}

    def do(self, who: str = "", **form: Any) -> None:
        """What a form does; whoever is away for a moment is asked again."""
        token = self.tokens[who] if who else self.hub.token
        path = f"{self.hub.address}/t/{SLUG}/do"
        heads = {"authorization": f"Bearer {token}", "referer": f"{self.hub.address}/t/{SLUG}/desk"}
        answer = self._patient(lambda: self._client.post(path, data=form, headers=heads))
        location = answer.headers.get("location", "")
        assert answer.status_code == 303, (form, answer.status_code, answer.text[:300])
        if "doubt=overtaken" in location:
            time.sleep(0.2)
            self.do(who, **form)
            return
        assert "doubt=" not in location, (form, location)

    def create(self) -> None:
        heads = {"authorization": f"Bearer {self.hub.token}"}
        form = {"slug": SLUG, "plan": PLAN}
        answer = self._client.post(f"{self.hub.address}/t", data=form, headers=heads)
        assert answer.status_code == 303, answer.text

    def badges(self, people: list[str]) -> None:
        """A link for each; their codes are printed, so they are made here as the page of badges makes them."""
        engine = database.connect(database.url_of("", self.hub.folder))
        with engine.begin() as connection:
            of = connection.execute(sa.select(schema.tournaments.c.id).where(schema.tournaments.c.slug == SLUG))
            number = int(of.scalar_one())
            for player in people:
                if player not in self.tokens:
                    self.tokens[player] = make_token(connection, "player", player, tournament=number)
        engine.dispose()

    def acts(self) -> list[dict[str, Any]]:
        """Everything that was done so far, out of the database."""
        engine = database.connect(database.url_of("", self.hub.folder))
        with database.reading(engine).begin() as connection:
            kept = [msgspec.json.decode(row) for row in connection.execute(
                sa.select(schema.acts.c.record).order_by(schema.acts.c.seq)).scalars()]  # fmt: skip
        engine.dispose()
        return kept

    def pictures(self) -> tuple[str, ...]:
        """The pictures that the hub has, by their SHA-256."""
        engine = database.connect(database.url_of("", self.hub.folder))
        with database.reading(engine).begin() as connection:
            found = tuple(connection.execute(sa.select(schema.pictures.c.hash)).scalars())
        engine.dispose()
        return found

    def bundle(self) -> bytes:
        heads = {"authorization": f"Bearer {self.hub.token}"}
        path = f"{self.hub.address}/api/v1/tournaments/{SLUG}/bundle"
        return self._patient(lambda: self._client.get(path, headers=heads)).raise_for_status().content

    def deeds(self, kind: str) -> list[tuple[int, dict[str, Any]]]:
        return [(act["seq"], act["deed"]) for act in self.acts() if act["deed"]["type"] == kind]

    def result(self, sat: Sat) -> tuple[int, tuple[int, ...]] | None:
        """The number of the last result of a table, and its points."""
        where = (sat.section, sat.round, sat.table)
        found = [(seq, tuple(deed["scores"])) for seq, deed in self.deeds("result_in") if _where(deed) == where]
        return found[-1] if found else None

    def signed(self, sat: Sat) -> bool:
        """Whether every seat has signed a table's result."""
        where, result = (sat.section, sat.round, sat.table), self.result(sat)
        deeds = [deed for _seq, deed in self.deeds("signed") if _where(deed) == where]
        return {deed["seat"] for deed in deeds if result and deed["result"] == result[0]} == {*range(len(sat.seats))}

    def _patient(self, ask: Callable[[], httpx.Response]) -> httpx.Response:
        for _ in range(200):
            with contextlib.suppress(httpx.TransportError):
                return ask()
            time.sleep(0.2)
        raise AssertionError("the hub does not come back")


def _where(deed: dict[str, Any]) -> tuple[str, int, int]:
    return deed["section"], deed["round"], deed["table"]


class Table:
    """A table of the hall: a folder, its uplink, and a referee when somebody plays."""

    def __init__(self, number: int, folder: Path, hub: Served) -> None:
        self.number, self.folder = number, folder
        folder.mkdir(parents=True)
        heads = {"authorization": f"Bearer {hub.token}"}
        wanted = {"number": number, "tournament": 1}
        made = httpx.post(f"{hub.address}/api/v1/pairing-codes", json=wanted, headers=heads, timeout=30, verify=PLAIN)
        path = re.sub(r"^https?://[^/]+", hub.address, made.raise_for_status().json()["address"])
        self.uplink: subprocess.Popen[bytes] | None = None
        join(folder, path)
        self.connect()

    def connect(self) -> None:
        where = ("--link", str(self.folder / "link.sock"), "--state", str(self.folder))
        self.uplink = self._process("companion.uplink", *where)

    def cut(self) -> None:
        """Kill -9 its uplink."""
        assert self.uplink is not None
        self.uplink.kill()
        self.uplink.wait()

    def _process(self, module: str, *options: str) -> subprocess.Popen[bytes]:
        log = (self.folder / f"{module}.log").open("ab")
        return subprocess.Popen([sys.executable, "-m", module, *options], stderr=log, stdout=log)

    def play(self, game: str, names: list[str], seed: int) -> bool:
        """A whole game; false: the table died on the way."""
        raise NotImplementedError

    def seated(self, _round: int, names: list[str], /) -> list[str]:
        """Who is to play at this table in this round, by its screen; without one, these."""
        return names

    def sign(self, _round: int, _seat: int, _points: tuple[int, ...], /) -> bool:
        """A seat signs at the table's screen; false: it has none."""
        return False

    def newest(self) -> Path:
        return journals(self.folder / "games")[-1]

    def close(self) -> None:
        if self.uplink is not None:
            self.uplink.terminate()
            self.uplink.wait(10)


class Fingers(Table):
    """A table that a dealer taps at."""

    def __init__(self, number: int, folder: Path, hub: Served) -> None:
        super().__init__(number, folder, hub)
        self._start()
        self.kill_after = self.die_after = 0

    def _start(self) -> None:
        socket = self.folder / "link.sock"
        self.referee = self._process("companion.api", "--link", str(socket), "--state", str(self.folder))
        self._link = Link(socket, "screen")
        self._messages = self._link.messages()
        self._hall = Hall()

    def play(self, game: str, names: list[str], seed: int) -> bool:
        """A whole game; false: the table died on the way."""
        playthrough = dealt(game, len(names), seed, "greedy")
        setup: dict[str, Any] = msgspec.to_builtins(playthrough.setup)
        self._do("setup", setup | {"game": game, "names": names})
        for number, move in enumerate(playthrough.moves, 1):
            if number == self.kill_after:
                self.referee.kill()
                self.referee.wait()
                self.referee = self._process(
                    "companion.api", "--link", str(self.folder / "link.sock"), "--state", str(self.folder)
                )
            if number == self.die_after:
                self.referee.kill()
                return False
            self._do("move", GAMES[game].dump_move(move))
            time.sleep(_PAUSE)
        return True

    def seated(self, round_: int, names: list[str], /) -> list[str]:
        """As its screen shows it: the hub has told the table."""
        for message in self._messages:
            if isinstance(message, Hall):
                self._hall = message
            if self._hall.round == round_ and self._hall.ends is not None:
                return [seat.name for seat in self._hall.seats]
        return names

    def sign(self, round_: int, seat: int, points: tuple[int, ...], /) -> bool:
        """At its screen."""
        return self.referee.poll() is None and self._link.send(ToHall("sign", round_, seat, points))

    def _do(self, do: Any, body: dict[str, Any]) -> None:
        command = Command(f"{self.number}-{time.monotonic_ns()}", do, body)
        self._link.send(command)
        for message in self._messages:
            if isinstance(message, Reply) and message.id == command.id:
                assert message.ok, (self.number, message.error)
                return
            self._hall = message if isinstance(message, Hall) else self._hall

    def close(self) -> None:
        super().close()
        self._link.close()
        if self.referee.poll() is None:
            self.referee.terminate()
            self.referee.wait(10)


class Camera(Table):
    """The table before the twin's camera: frames, vision, referee."""

    def play(self, game: str, names: list[str], seed: int) -> bool:
        plan = Plan(game, len(names), seed, library_of(None, game, lambda *_: None).resolve(), scene="studio")
        # It has an uplink of its own, as every table that is run; what that one has not posted, ours does afterwards.
        self.cut()
        # The twin's next table is another one, under another camera: what vision remembers of the last is not of it.
        shutil.rmtree(self.folder / "memory", ignore_errors=True)
        rehearsed = Rehearsal(plan, self.folder)
        try:
            rehearsed.begin()
            moves = 0
            while rehearsed.step():
                moves += 1
                if moves == 20:
                    rehearsed.kill("vision")
            report = rehearsed.report()
        finally:
            rehearsed.close()
            self.connect()
        print(f"  table {self.number}: seen {report.recognised} of {report.moves}, asked {report.questions}, "
              f"exact {report.state_exact}, kills {report.kills}", flush=True)  # fmt: skip
        return True
