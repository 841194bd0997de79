"""A day of a tournament, whole: ``make tournament``.

Eight tables play three rounds of three games: one before the twin's camera, seven by a dealer's finger, each through a
referee's process of its own; each with its uplink's process, to a hub's process. Faults are injected. In the end the
public standings, as a real browser shows them, must be those that the tables' own journals come to.
"""

import argparse
import os
import signal
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import msgspec
import sqlalchemy as sa
from playwright.sync_api import Browser, Page

from companion.hub.bundle.verifying import verify
from companion.hub.evidence import named
from companion.hub.store import database, schema
from companion.results.kept import read
from tests.browser import chromium
from tests.hub.hall import SLUG, Camera, Desk, Fingers, Sat, Table, wait
from tests.hub.serving import Served, served

SECTIONS = {"architects": "architects", "seven-wonders": "seven_wonders", "duel": "duel"}
ROUNDS = 3
CAMERA = 1
"""The table before the twin's camera."""
TABLES = range(1, 9)
_PEOPLE = {
    "architects": "Anna Béla Chloé Dávid Eszter Ferenc Gréta Hanna Ignác",
    "seven-wonders": "Jana Katya Luca Mária Noé Olena Péter",
    "duel": "Róza Sára Tamás Ulla Vera Yvonne Zoé",
}


class Day:
    """The event from registration to the last standings."""

    def __init__(self, folder: Path, hub: Served, screens: Path | None, *, camera: bool = True) -> None:
        self.desk, self._camera = Desk(hub), CAMERA if camera else 0
        self.hub, self._folder, self._screens = hub, folder, screens
        self.played: list[Sat] = []
        self.faults: list[str] = []

    def prepare(self) -> None:
        self.desk.create()
        lines = [f"{name},{section}" for section, names in _PEOPLE.items() for name in names.split()]
        self.desk.do(kind="import", csv="name,section\n" + "\n".join(lines))
        self.names = {deed["player"]: deed["name"] for _seq, deed in self.desk.deeds("registered")}
        self.desk.badges(list(self.names))
        for player in self.names:
            self.desk.do(player, kind="checked_in", player=player)
        self.tables: dict[int, Table] = {}
        for number in TABLES:
            kind = Camera if number == self._camera else Fingers
            self.tables[number] = kind(number, self._folder / f"t{number}", self.hub)

    def round(self, number: int, browser: Browser) -> None:
        began = time.monotonic()
        for section in SECTIONS:
            self.desk.do(kind="draw", section=section)
            self.desk.do(kind="begin", section=section, round=number, minutes=40)
        drawn = [deed for _seq, deed in self.desk.deeds("round_made") if deed["round"] == number]
        sat = [
            Sat(deed["section"], number, seating["table"], tuple(seating["seats"]), None)
            for deed in drawn for seating in deed["tables"]
        ]  # fmt: skip
        troubles = self._troubles(number)
        threads = [threading.Thread(target=self._play, args=(one,)) for one in sat]
        threads += [threading.Thread(target=troubles)]
        for thread in threads:
            thread.start()
        if self._screens is not None and number == 2:
            wait(lambda: len(self.desk.deeds("result_in")) > 9, "some results of the second round")
            self.photographs(browser)
        for thread in threads:
            thread.join()
        self._sign(number)
        print(f"round {number}: {len(sat)} tables, {time.monotonic() - began:.0f} s", flush=True)

    def _play(self, sat: Sat) -> None:
        table = self.tables[sat.table]
        names = [self.names[player] for player in sat.seats]
        try:
            assert table.seated(sat.round, names) == names
            whole = table.play(SECTIONS[sat.section], names, 100 * sat.round + sat.table)
        except BaseException as error:
            self.faults.append(f"FAILED table {sat.table}: {error!r}")
            raise
        self.played.append(sat._replace(journal=table.newest() if whole else None))

    def _troubles(self, number: int) -> Callable[[], None]:
        """What goes wrong in a round, beside the vision of the camera's table, which is killed in each."""
        if number == 1:
            fingers = self.tables[2]
            assert isinstance(fingers, Fingers)
            fingers.kill_after = 15
            self.faults.append(
                "round 1: the hub killed -9 in the middle of play; a referee killed -9 and started again"
            )
            return self._kill_hub
        if number == 2:
            fingers = self.tables[2]
            assert isinstance(fingers, Fingers)
            fingers.kill_after = 0
            self.faults.append("round 2: an uplink killed -9; another table without a network until the round is over")
            return self._cut
        dying = self.tables[8]
        assert isinstance(dying, Fingers)
        dying.die_after = 12
        self.faults.append("round 3: a table dies, its result is by hand; a stranger writes; an appeal is ruled on")
        return self._forge

    def _kill_hub(self) -> None:
        time.sleep(6)
        self.hub.kill()
        time.sleep(4)
        self.hub.start()

    def _cut(self) -> None:
        time.sleep(3)
        self.tables[5].cut()
        uplink = self.tables[4].uplink
        assert uplink is not None
        os.kill(uplink.pid, signal.SIGSTOP)
        time.sleep(2)
        self.tables[5].connect()
        time.sleep(25)
        os.kill(uplink.pid, signal.SIGCONT)

    def _forge(self) -> None:
        """Somebody posts as a table what that table never wrote, and rubbish; a spectator draws a round."""
        engine = database.connect(database.url_of("", self.hub.folder))
        with database.reading(engine).begin() as connection:
            victim = str(connection.execute(sa.select(schema.tables.c.id)).scalars().first())
        engine.dispose()
        path = f"{self.hub.address}/api/v1/tables/{victim}/events"
        forged = {"game": "0" * 64, "journal": "game-0001", "events": [[1, {"seq": 1}, "0" * 64, "AAAA"]]}
        for body in (b"rubbish", b"\xff" * 1000, msgspec.json.encode(forged)):
            answer = httpx.post(path, content=body, timeout=30)
            taken = answer.status_code < 300 and not answer.json().get("problem")
            assert not taken, answer.text
        strange = httpx.post(f"{self.hub.address}/t/{SLUG}/do", data={"kind": "draw", "section": "duel"}, timeout=30)
        assert "doubt=" in strange.headers["location"], strange.headers

    def _sign(self, number: int) -> None:
        for sat in [one for one in self.played if one.round == number]:
            if sat.journal is None:
                self._by_hand(sat)
            result, points = self._awaited(sat)
            for seat, player in enumerate(sat.seats):
                where: dict[str, Any] = {"section": sat.section, "round": number, "table": sat.table}
                # The first one with his own phone, the others at the table's screen.
                if not seat or not self.tables[sat.table].sign(number, seat, points):
                    self.desk.do(player, kind="signed", seat=seat, result=result, **where)
        for sat in [one for one in self.played if one.round == number]:
            wait(partial(self.desk.signed, sat), f"the signatures of table {sat.table}", 60)
        if number == 3:
            # Decided as it stands: the appeal is closed, the result is the same.
            table = self._camera or 2
            sat = next(one for one in self.played if one.round == 3 and one.table == table)
            final: dict[str, Any] = {"section": sat.section, "round": 3, "table": table}
            self.desk.do(sat.seats[1], kind="appealed", player=sat.seats[1], reason="a shield was missed", **final)
            self._evidence(sat)
            self.desk.do(kind="ruled", reason="counted again: the result stands", **final)

    def _evidence(self, sat: Sat) -> None:
        """What the camera saw of a game comes to the desk of who has to decide."""
        came = self._come(sat)
        assert bool(came) == (sat.table == self._camera)
        self.faults.append(f"round 3: an appeal; {came} pictures of the game came to the desk")

    def _come(self, sat: Sat) -> int:
        """How many pictures there are of a game, when all have come."""
        assert sat.journal is not None
        names = set(named(read(sat.journal).events))
        wait(lambda: names <= set(self.desk.pictures()), f"{len(names)} pictures of table {sat.table}", 60)
        return len(names)

    def sound(self) -> None:
        """The bundle is as it should be, by whoever has nothing but the bundle."""
        path = self._folder / "day.zip"
        path.write_bytes(self.desk.bundle())
        found = verify(path)
        assert found.troubles == (), found.troubles
        self.faults.append(f"the bundle is sound: {found.events} events, {found.results} results worked out anew")

    def _awaited(self, sat: Sat) -> Any:
        return wait(lambda: self.desk.result(sat), f"the result of table {sat.table}")

    def _by_hand(self, sat: Sat) -> None:
        places = tuple(range(1, len(sat.seats) + 1))
        scores = [50 - place for place in places]
        where: dict[str, Any] = {"section": sat.section, "round": sat.round, "table": sat.table}
        self.desk.do(kind="result_in", source="hand", score=scores, place=list(places), **where)
        self.played[self.played.index(sat)] = sat._replace(places=places)

    def changes(self) -> None:
        """Between the first rounds one comes late and one goes home."""
        self.desk.do(kind="import", csv="name,section\nLáté Comer,duel")
        late = self.desk.deeds("registered")[-1][1]
        self.names[late["player"]] = late["name"]
        self.desk.badges([late["player"]])
        self.desk.do(late["player"], kind="checked_in", player=late["player"])
        gone = next(player for player, name in self.names.items() if name == "Zoé")
        self.desk.do(gone, kind="dropped_out", player=gone)
        self.faults.append("between rounds: a late arrival, a drop-out; byes")

    def expected(self) -> dict[str, Fraction]:
        """Place points out of the tables' own journals, counted here without the hub's code."""
        earned: dict[str, Fraction] = dict.fromkeys(self.names, Fraction(0))
        for sat in self.played:
            places = sat.places or _places(sat.journal)
            size = len(sat.seats)
            for seat, player in enumerate(sat.seats):
                taken = [places[seat] + k for k in range(places.count(places[seat]))]
                earned[player] += sum((Fraction(size - place, size - 1) for place in taken), Fraction(0)) / len(taken)
        for _seq, deed in self.desk.deeds("round_made"):
            for player in deed["byes"]:
                earned[player] += 1
        return earned

    def photographs(self, browser: Browser) -> None:
        """What the pages look like in the middle of a round."""
        assert self._screens is not None
        self._screens.mkdir(parents=True, exist_ok=True)
        section, table = "architects", 2
        small, wide, player = (390, 844), (1280, 900), self.played[0].seats[0]
        seen = self._camera or table
        if self._camera:
            self.desk.do(kind="pictures_asked", section=section, round=1, table=seen)
            self._come(next(sat for sat in self.played if sat.round == 1 and sat.table == seen))
        shots = {
            "desk": ("desk", wide, "dark"),
            "case": (f"desk/{section}/1/{seen}", (1280, 1400), "light"),
            "standings": ("standings", small, "dark"),
            "standings-wide": ("standings", wide, "light"),
            "pairings": ("pairings", wide, "dark"),
            "tables": ("tables", wide, "dark"),
            "table": (f"table/{table}", small, "light"),
            "projector": ("projector", (1920, 1080), "dark"),
            "player": (f"player/{player}", small, "dark"),
            "overlay": (f"overlay/{table}", (900, 200), "dark"),
        }
        tokens = {"desk": self.hub.token, "case": self.hub.token, "player": self.desk.tokens[player]}
        for name, (path, (width, height), scheme) in shots.items():
            token = {"authorization": f"Bearer {tokens[name]}"} if name in tokens else {}
            context = browser.new_context(
                viewport={"width": width, "height": height},
                color_scheme="light" if scheme == "light" else "dark",
                locale="en",
                extra_http_headers=token,
            )
            page = context.new_page()
            page.goto(f"{self.hub.address}/t/{SLUG}/{path}")
            page.wait_for_selector("#main *")
            # Those in view: the others are fetched when somebody scrolls to them.
            drawn = partial(page.evaluate, "[...document.images].slice(0, 4).every(image => image.complete)")
            wait(drawn, f"the pictures of {path}", 30)
            page.screenshot(path=self._screens / f"{name}.png")
            context.close()

    def close(self) -> None:
        for table in getattr(self, "tables", {}).values():
            table.close()


def _places(journal: Path | None) -> tuple[int, ...]:
    assert journal is not None
    kept = read(journal)
    assert kept.finished
    assert not kept.trouble
    keys = [(seat in kept.sheet.winners, total) for seat, total in enumerate(kept.sheet.totals)]
    return tuple(1 + sum(other > key for other in keys) for key in keys)


def shown(page: Page) -> dict[str, str]:
    """Who has how many points by the page."""
    cells = page.locator("td.sum[data-player]")
    return dict(cells.evaluate_all("cells => cells.map(c => [c.dataset.player, c.textContent.trim()])"))


def text(points: Fraction) -> str:
    return f"{float(points):.2f}".rstrip("0").rstrip(".")


def main() -> int:
    parser = argparse.ArgumentParser(prog="make tournament")
    parser.add_argument("--screens", type=Path, help="write pictures of the pages into this folder")
    parser.add_argument("--no-camera", action="store_true", help="every table by finger: two minutes")
    options = parser.parse_args()
    began = time.monotonic()
    with (
        tempfile.TemporaryDirectory(prefix="day-") as folder,
        served(Path(folder) / "hub") as hub,
        chromium() as browser,
    ):
        day = Day(Path(folder), hub, options.screens, camera=not options.no_camera)
        try:
            day.prepare()
            # Opened before the first round and never loaded again: it must follow by itself, over the hub's death.
            page = browser.new_page()
            page.goto(f"{hub.address}/t/{SLUG}/standings")
            print(f"ready after {time.monotonic() - began:.0f} s", flush=True)
            for number in range(1, ROUNDS + 1):
                day.round(number, browser)
                if number == 1:
                    day.changes()
            wanted = {player: text(points) for player, points in day.expected().items()}
            wait(lambda: _looked(page) and shown(page) == wanted, f"{wanted}\nnot {shown(page)}", 60)
            day.sound()
            signed = len(day.desk.deeds("signed"))
            at_tables = sum(act["role"] == "table" for act in day.desk.acts() if act["deed"]["type"] == "signed")
        finally:
            day.close()
    print("\n".join(day.faults))
    print(f"{len(day.played)} games, {signed} signatures, {at_tables} of them at the tables")
    print(f"{len(wanted)} players' points on the page are those of the journals; {time.monotonic() - began:.0f} s")
    return 1 if any(line.startswith("FAILED") for line in day.faults) else 0


def _looked(page: Page) -> bool:
    """Let the page do what it does by itself."""
    page.wait_for_timeout(200)
    return True


if __name__ == "__main__":
    sys.exit(main())
