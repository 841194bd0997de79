"""Batches as they really come: twice, in any order, damaged, forged; each event is kept once, and nobody else's is."""

import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from random import Random

import msgspec
import pytest
import sqlalchemy as sa

from companion.hub.ingest.taking import Posted, Taking
from companion.hub.load.played import Written, drafts, written
from companion.hub.store import database, schema
from companion.hub.store.tournaments import open_tournament
from companion.referee.journal.signing import Signer
from companion.uplink.messages import LARGEST_RECORD, Batch, Entry, Problem, Receipt
from tests.hub.conftest import as_worker

ONE, OTHER = Signer(bytes(31) + b"\1"), Signer(bytes(31) + b"\2")
STRANGER = Signer(bytes(31) + b"\3")


@pytest.fixture
def store(url: str) -> sa.Engine:
    """A hub that knows two tables."""
    engine = database.connect(as_worker(url))
    with engine.begin() as connection:
        number = open_tournament(connection, "cup", "Cup", {})
        for table in (ONE, OTHER):
            row = {"id": table.table, "key": table.key, "tournament_id": number, "paired": time.time()}
            connection.execute(schema.tables.insert().values(row))
    return engine


@pytest.fixture(scope="module")
def game() -> Written:
    return written(ONE, drafts("architects", 3, Random(1)))


def post(store: sa.Engine, game: Written, entries: Sequence[Entry], table: Signer = ONE) -> Receipt:
    return Taking(store).take([Posted(table.table, Batch(game.game, "game-0001", tuple(entries)))])[0].receipt


def at_hub(store: sa.Engine) -> list[tuple[str, int, str]]:
    known = schema.events.c
    with store.begin() as connection:
        chosen = sa.select(known.table_id, known.seq, known.hash).order_by(known.table_id, known.game, known.seq)
        return [tuple(row) for row in connection.execute(chosen)]


def all_of(game: Written, table: Signer = ONE) -> list[tuple[str, int, str]]:
    return [(table.table, entry.seq, entry.hash) for entry in game.entries]


def reasons(store: sa.Engine) -> list[str]:
    with store.begin() as connection:
        return list(connection.execute(sa.select(schema.quarantine.c.reason)).scalars())


def test_whatever_the_order_and_however_often_each_event_is_kept_once(store: sa.Engine, game: Written) -> None:
    rng, total = Random(3), len(game.entries)
    cuts = [0, *sorted(rng.sample(range(1, total), 6)), total]
    parts = [game.entries[a:b] for a, b in pairwise(cuts)]
    posted = [parts[n] for n in rng.choices(range(len(parts)), k=40)]
    for part in posted:
        receipt = post(store, game, part)
        assert receipt.problem in ("", "gap")
    # The table goes on from what the hub has.
    while (known := post(store, game, game.entries[:1]).head.seq) < total:
        assert post(store, game, game.entries[known : known + 30]).head.seq > known
    assert at_hub(store) == all_of(game)
    assert reasons(store) == []


def test_the_same_batches_through_many_workers_at_once_are_kept_once(store: sa.Engine, game: Written) -> None:
    with ThreadPoolExecutor(4) as pool:
        receipts = list(pool.map(lambda _: post(store, game, game.entries), range(8)))
    assert {(receipt.head.seq, receipt.problem) for receipt in receipts} == {(len(game.entries), "")}
    assert at_hub(store) == all_of(game)


def replaced(game: Written, at: int, **values: object) -> list[Entry]:
    entries = list(game.entries)
    entries[at] = msgspec.structs.replace(entries[at], **values)
    return entries


@pytest.mark.parametrize(
    ("problem", "make"),
    [
        ("damaged", lambda game: replaced(game, 3, record=msgspec.Raw(b'{"seq":4}'))),
        ("damaged", lambda game: replaced(game, 3, hash="0" * 64)),
        ("damaged", lambda game: [*game.entries[:3], *game.entries[4:]]),
        ("damaged", lambda game: list(reversed(game.entries))),
        ("damaged", lambda game: replaced(game, 2, record=msgspec.Raw(b"[" * 3000 + b"]" * 3000))),
        ("damaged", lambda game: replaced(game, 2, record=msgspec.Raw(b'"' + b"x" * LARGEST_RECORD + b'"'))),
        ("damaged", lambda _: []),
        ("unsigned", lambda game: replaced(game, -1, signature="")),
        ("forged", lambda game: replaced(game, -1, signature=game.entries[0].signature)),
        ("unsigned", lambda game: replaced(game, -1, signature="no base64 !")),
    ],
)
def test_what_is_not_what_the_table_wrote_is_not_taken_and_kept_aside_with_its_reason(
    store: sa.Engine, game: Written, problem: Problem, make: object
) -> None:
    assert callable(make)
    bad = make(game)
    assert post(store, game, bad).problem == problem
    assert post(store, game, bad).problem == problem
    assert at_hub(store) == []
    assert reasons(store) == [problem]
    # Nothing of it stands in the way of what is true.
    assert post(store, game, game.entries).problem == ""
    assert at_hub(store) == all_of(game)


def test_a_table_can_write_neither_as_another_nor_without_being_known(store: sa.Engine) -> None:
    forged = written(OTHER, drafts("architects", 3, Random(1)))
    assert post(store, forged, forged.entries, ONE).problem == "forged"
    assert post(store, forged, forged.entries, STRANGER).problem == "unknown_table"
    assert at_hub(store) == []
    assert post(store, forged, forged.entries, OTHER).problem == ""
    assert at_hub(store) == all_of(forged, OTHER)
    assert reasons(store) == ["forged"]


def test_of_two_signed_stories_the_first_is_kept_and_the_game_is_marked(store: sa.Engine, game: Written) -> None:
    happened = list(drafts("architects", 3, Random(1)))
    post(store, game, game.entries[:10])
    told = written(ONE, iter([*happened[:5], *happened[6:]]))
    assert told.game == game.game
    receipt = post(store, told, told.entries)
    assert (receipt.problem, receipt.seq, receipt.head.seq) == ("fork", 6, 10)
    with store.begin() as connection:
        assert connection.execute(sa.select(schema.games.c.forked)).scalar() == 6
    assert at_hub(store) == all_of(game)[:10]
    # The first story may be told to its end.
    assert post(store, game, game.entries).head.seq == len(game.entries)


def test_who_forges_again_and_again_does_not_fill_the_disk(store: sa.Engine, game: Written) -> None:
    for n in range(230):
        entries = replaced(game, -1, signature="", hash=f"{n:064x}")[-1:]
        post(store, game, entries)
    assert len(reasons(store)) == 200


def test_in_one_commit_the_bad_do_not_take_the_good_with_them(store: sa.Engine, game: Written) -> None:
    other = written(OTHER, drafts("architects", 3, Random(2)))
    batches = [
        Posted(OTHER.table, Batch(game.game, "g", game.entries)),
        Posted(ONE.table, Batch(game.game, "g", game.entries[:20])),
        Posted(OTHER.table, Batch(other.game, "g", other.entries)),
        Posted(ONE.table, Batch(game.game, "g", game.entries[20:])),
    ]
    problems = [taken.receipt.problem for taken in Taking(store).take(batches)]
    assert problems == ["forged", "", "", ""]
    assert sorted(at_hub(store)) == sorted([*all_of(game), *all_of(other, OTHER)])


@pytest.mark.parametrize("url", ["postgresql"], indirect=True)
def test_what_many_tables_post_next_is_written_in_one_statement(store: sa.Engine, game: Written) -> None:
    other = written(OTHER, drafts("architects", 3, Random(2)))
    games, taking = ((ONE, game), (OTHER, other)), Taking(store)

    def posted(first: int, last: int) -> list[Posted]:
        return [Posted(one.table, Batch(it.game, "g", it.entries[first:last])) for one, it in games]

    taking.take(posted(0, 3))
    said: list[str] = []
    sa.event.listen(store, "before_cursor_execute", lambda *told: said.append(told[2]))
    assert [taken.new for taken in taking.take(posted(3, 8))] == [5, 5]
    assert len(said) == 1
    assert at_hub(store) == sorted([*all_of(game)[:8], *all_of(other, OTHER)[:8]])


def test_a_table_that_was_shut_out_writes_nothing_more_though_its_key_is_known(store: sa.Engine, game: Written) -> None:
    taking = Taking(store)

    def post(first: int, last: int) -> Receipt:
        return taking.take([Posted(ONE.table, Batch(game.game, "g", game.entries[first:last]))])[0].receipt

    assert post(0, 5).problem == ""
    with store.begin() as connection:
        connection.execute(schema.tables.update().where(schema.tables.c.id == ONE.table).values(revoked=time.time()))
    assert post(5, 9).problem == "revoked"
    assert at_hub(store) == all_of(game)[:5]
