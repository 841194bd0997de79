"""A real hub with an event on it, for tests of its pages."""

import hashlib
from collections.abc import Mapping, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import Any

import httpx
import msgspec
import sqlalchemy as sa

from companion.games.catalogue import GAMES
from companion.hub.event.acts import ResultIn
from companion.hub.store import database, schema
from companion.hub.web.access import Role, make_token
from companion.referee.events import Draft, Evidence
from companion.referee.journal.journal import Journal
from companion.referee.journal.signing import signer
from companion.uplink.paired import Paired, join
from companion.uplink.posting import Uplink
from tests.hub.engines import until
from tests.hub.serving import PLAIN, Served
from tests.referee.fingers import dealt
from vision.sighting import Sighting

PLAN = """
name = "Cup & Co"
delay = {delay}
[[sections]]
id = "main"
game = "architects"
stages = [{{ form = "pods", rounds = 3, smallest = 3, largest = 4 }}]
"""
NAMES = ("Anna", "Béla", "<script>window.HIT=1</script>", "Дмитро", "Eszter", "Flo", "Gus")


class Event:
    """One event. ``ask``: as who has no token; ``chief``: the organiser."""

    def __init__(self, hub: Served, slug: str, delay: int = 0) -> None:
        self.hub, self.slug = hub, slug
        self.ask, self.chief = self.client(""), self.client(hub.token)
        made = self.chief.post("/t", data={"slug": slug, "plan": PLAN.format(delay=delay)})
        assert made.status_code == 303, made.text
        self.done(kind="import", csv="name\n" + "\n".join(NAMES))
        self.done(kind="all_here")
        self.done(kind="draw", section="main")
        self.done(kind="begin", section="main", round=1, minutes=30)

    def client(self, token: str) -> httpx.Client:
        head = {"authorization": f"Bearer {token}"} if token else {}
        # Nobody closes it: no connection is left open between two requests.
        unkept = httpx.Limits(max_keepalive_connections=0)
        return httpx.Client(base_url=self.hub.address, headers=head, timeout=30, limits=unkept, verify=PLAIN)

    def done(self, **form: Any) -> None:
        assert self.do(self.chief, **form) == ""

    def do(self, client: httpx.Client, **form: Any) -> str:
        """What a form says; why not (a code), or empty."""
        answer = client.post(f"/t/{self.slug}/do", data=form)
        assert answer.status_code == 303, answer.text
        return answer.headers["location"].partition("doubt=")[2]

    def page(self, path: str, client: httpx.Client | None = None) -> str:
        return (client or self.ask).get(f"/t/{self.slug}/{path}").raise_for_status().text

    def number(self) -> int:
        chosen = sa.select(schema.tournaments.c.id).where(schema.tournaments.c.slug == self.slug)
        return int(self._rows(chosen)[0].id)

    def acts(self) -> list[Mapping[str, Any]]:
        acts = schema.acts.c
        chosen = sa.select(acts.record).where(acts.tournament_id == self.number()).order_by(acts.seq)
        return [msgspec.json.decode(row.record) for row in self._rows(chosen)]

    def _rows(self, chosen: sa.Select[Any]) -> list[Any]:
        engine = database.connect(database.url_of("", self.hub.folder))
        with database.reading(engine).begin() as connection:
            found = connection.execute(chosen).all()
        engine.dispose()
        return list(found)

    def seats(self, table: int) -> list[str]:
        made = [act["deed"] for act in self.acts() if act["deed"]["type"] == "round_made"][-1]
        return next(list(one["seats"]) for one in made["tables"] if one["table"] == table)

    def token(self, role: Role, name: str) -> httpx.Client:
        """Somebody with a link of his own."""
        return self.client(self.secret(role, name))

    def secret(self, role: Role, name: str) -> str:
        """What is on somebody's badge."""
        engine = database.connect(database.url_of("", self.hub.folder))
        with engine.begin() as connection:
            token = make_token(connection, role, name, tournament=self.number())
        engine.dispose()
        return token

    def name(self, player: str) -> str:
        entered = [act["deed"] for act in self.acts() if act["deed"]["type"] == "registered"]
        return next(str(deed["name"]) for deed in entered if deed["player"] == player)

    def joined(self, table: int, folder: Path) -> Paired:
        """The table with this number, paired; its state is ``folder/SLUG-TABLE``."""
        made = self.chief.post("/api/v1/pairing-codes", json={"number": table, "tournament": self.number()})
        address = made.raise_for_status().json()["address"]
        state = folder / f"{self.slug}-{table}"
        (state / "games").mkdir(parents=True)
        return join(state, self.hub.address + address[address.index("/pair/") :])

    def result(self, table: int, *, moves: int | None = None, folder: Path, pictures: Sequence[bytes] = ()) -> Paired:
        """A table's game, played to its end or so far, in the order of seats turned round; posted by its uplink.

        ``pictures``: what its camera saw of the first moves, each of the same zone.
        """
        names = [self.name(player) for player in reversed(self.seats(table))]
        known, state = self.joined(table, folder), folder / f"{self.slug}-{table}"
        played = dealt("architects", len(names), 7, "greedy")
        setup = msgspec.to_builtins(played.setup) | {"game": "architects", "names": names}
        with Journal(state / "games" / "game-0001.sqlite", signer=signer(state)) as journal:
            journal.append(Draft("setup", setup, "finger"))
            for move, picture in zip_longest(played.moves[:moves], pictures):
                journal.append(Draft("move", GAMES["architects"].dump_move(move), "camera", evidence=_saw(picture)))
        uplink = Uplink(state, known)
        until(lambda: uplink.turn(0.0) == "done", "the hub has the game", 30)
        uplink.close()
        return known

    def by_hand(self, table: int) -> None:
        count = len(self.seats(table))
        places = list(range(1, count + 1))
        scores = [7700 + place for place in places]
        self.done(kind="result_in", section="main", round=1, table=table, source="hand", score=scores, place=places)


def _saw(picture: bytes | None) -> Evidence:
    if picture is None:
        return Evidence()
    name = hashlib.sha256(picture).hexdigest()
    return Evidence(settled=(Sighting("seat/0/city", 1, 1.0, (), picture=name),))


def last_result(event: Event) -> ResultIn | None:
    found = [act["deed"] for act in event.acts() if act["deed"]["type"] == "result_in"]
    return msgspec.convert(found[-1], ResultIn, strict=False) if found else None
