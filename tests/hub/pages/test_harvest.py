"""Results out of journals: once, by one worker, each event read once; what comes after the end voids no signature."""

import asyncio
import time
from random import Random

import msgspec
import pytest
import sqlalchemy as sa
from msgspec.structs import replace

from companion.hub.event.acts import CheckedIn, Deed, Opened, Registered, RoundMade, Seating, Signed
from companion.hub.event.setting import Section, Setting, Stage
from companion.hub.event.tournament import Place
from companion.hub.ingest.taking import Posted, Taking
from companion.hub.load.played import drafts, written
from companion.hub.pages import kept
from companion.hub.pages.growing import Growing
from companion.hub.pages.harvest import Reaper, _alone
from companion.hub.store import acts, database, schema
from companion.hub.store.tournaments import open_tournament
from companion.referee.events import Draft
from companion.referee.fold import fold
from companion.referee.journal.signing import Signer
from companion.uplink.messages import Batch
from tests.hub.conftest import as_worker

TABLE = Signer(bytes(31) + b"\1")
PLACE = Place("main", 1, 1)
PEOPLE = ("A", "B", "C")


def _played() -> list[Draft]:
    setup, *rest = drafts("architects", 3, Random(1))
    return [replace(setup, body={**setup.body, "names": list(PEOPLE)}), *rest]


GAME = _played()


def done(engine: sa.Engine, deed: Deed) -> None:
    with engine.begin() as connection:
        seen = kept.event(connection, "cup", public=False)
        assert seen is not None
        acts.add(connection, seen.id, deed, by="x", role="organiser", at=time.time(), after=seen.last)


@pytest.fixture
def store(url: str) -> sa.Engine:
    """A hub with a table at which three people sit."""
    engine = database.connect(as_worker(url))
    with engine.begin() as connection:
        number = open_tournament(connection, "cup", "Cup", {})
        row = {"id": TABLE.table, "key": TABLE.key, "tournament_id": number, "number": 1, "paired": time.time()}
        connection.execute(schema.tables.insert().values(row))
    setting = Setting("Cup", (Section("main", "architects", (Stage("pods"),)),))
    people = tuple(name.lower() for name in PEOPLE)
    done(engine, Opened(msgspec.Raw(msgspec.json.encode(setting))))
    for one in people:
        done(engine, Registered(one, one.upper(), "main"))
        done(engine, CheckedIn(one))
    done(engine, RoundMade("main", 1, (Seating(1, people),)))
    return engine


def post(store: sa.Engine, drafts: list[Draft], first: int = 0) -> str:
    """The journal with these events, from the one after ``first`` on; its first event's hash."""
    game = written(TABLE, iter(drafts))
    Taking(store).take([Posted(TABLE.table, Batch(game.game, "game-0001", game.entries[first:]))])
    return game.game


def result(store: sa.Engine) -> object:
    with store.begin() as connection:
        seen = kept.event(connection, "cup", public=False)
    assert seen is not None
    return seen.tournament.results.get(PLACE)


def test_a_game_that_has_ended_becomes_one_result_however_often_and_by_whom_it_is_looked_at(store: sa.Engine) -> None:
    first, second = Reaper(store), Reaper(store)
    post(store, GAME[:40])
    assert first.harvest(first.behind()) == set()
    post(store, GAME, 40)
    assert first.harvest(first.behind()) == {1}
    assert first.behind() == []
    assert second.harvest(second.behind()) == set()
    assert result(store) is not None


def test_what_comes_after_the_end_voids_no_signature_and_other_points_do(store: sa.Engine) -> None:
    reaper = Reaper(store)
    post(store, GAME)
    reaper.harvest(reaper.behind())
    before = result(store)
    done(store, Signed("main", 1, 1, 0, before.act))  # type: ignore[attr-defined]
    signed = result(store)
    more = [*GAME, Draft("audit", {"place": "x"}, "rule")]
    post(store, more, len(GAME))
    assert reaper.harvest(reaper.behind()) == set()
    assert result(store) == signed
    # The last move was none: the game is not over any more, and its result stands until it is again.
    last = max(seq for seq, draft in enumerate(GAME, 1) if draft.kind == "move")
    post(store, [*more, Draft("undo", {"seq": last}, "finger")], len(more))
    assert reaper.harvest(reaper.behind()) == set()


def test_a_game_read_event_by_event_is_the_game_read_anew_and_no_move_is_played_twice(store: sa.Engine) -> None:
    moves = [seq for seq, draft in enumerate(GAME[:30], 1) if draft.kind == "move"]
    told = [*GAME[:30], Draft("undo", {"seq": moves[-1]}, "finger"), *GAME[moves[-1] - 1 : moves[-1] + 3]]
    growing, before = Growing(), None
    game = post(store, told[:1])
    for seq in range(1, len(told) + 1):
        if seq > 1:
            post(store, told[:seq], seq - 1)
        with store.begin() as connection:
            grown = growing.upto(connection, 1, TABLE.table, game, seq)
        assert grown is not None
        assert grown.kept.fold == fold(grown.kept.events)
        if before is not None and told[seq - 1].kind == "move":
            shared = zip(before.kept.fold.played, grown.kept.fold.played, strict=False)
            assert all(old is new for old, new in shared)
        before = grown


def test_one_worker_looks_and_another_one_once_the_first_is_gone(on_postgres: str) -> None:
    engine = database.connect(as_worker(on_postgres))

    async def looked() -> tuple[bool, bool, bool]:
        async with _alone(engine) as first, _alone(engine) as second:
            both = first is not None, second is not None
        async with _alone(engine) as third:
            return *both, third is not None

    assert asyncio.run(looked()) == (True, False, True)


def test_all_tables_of_an_event_are_read_with_as_many_queries_as_one(store: sa.Engine) -> None:
    post(store, GAME[:5])
    counted: list[str] = []
    sa.event.listen(store, "before_cursor_execute", lambda *args: counted.append(args[2]))

    def queries() -> int:
        counted.clear()
        with database.reading(store).begin() as connection:
            assert kept.event(connection, "cup", public=False) is not None
        return len(counted)

    queries()
    one = queries()
    with store.begin() as connection:
        for number in range(2, 40):
            key = Signer(bytes(31) + bytes([number + 10]))
            row = {"id": key.table, "key": key.key, "tournament_id": 1, "number": number, "paired": time.time()}
            connection.execute(schema.tables.insert().values(row))
    assert queries() == one


def test_what_was_done_is_read_on_from_the_last_act_and_anew_where_the_hub_tells_another_story(
    store: sa.Engine,
) -> None:
    def players() -> set[str]:
        with database.reading(store).begin() as connection:
            seen = kept.event(connection, "cup", public=False)
        assert seen is not None
        return set(seen.tournament.players)

    assert players() == {"a", "b", "c"}
    connection = store.connect()
    transaction = connection.begin()
    seen = kept.event(connection, "cup", public=False)
    assert seen is not None
    lost = Registered("d", "D", "main")
    acts.add(connection, seen.id, lost, by="x", role="organiser", at=1.0, after=seen.last)
    within = kept.event(connection, "cup", public=False)
    assert within is not None
    assert "d" in within.tournament.players
    # Never committed: nobody else has it.
    transaction.rollback()
    connection.close()
    assert players() == {"a", "b", "c"}
    done(store, Registered("e", "E", "main"))
    assert players() == {"a", "b", "c", "e"}
