"""A table's games reach the hub, each event once, whatever happens in between."""

import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
import sqlalchemy as sa

from companion.errors import Unusable
from companion.hub.load.played import drafts
from companion.hub.store import database, schema
from companion.uplink.line import Answer, HubAway, Line
from companion.uplink.paired import join, paired
from companion.uplink.posting import Uplink
from tests.hub.serving import Served, Table, hashes, kept, served, set_up, some


@pytest.fixture(scope="module")
def hub(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("hub") / "hub") as running:
        yield running


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(tmp_path / "table")


def uplink(table: Table, hub: Served, number: int = 1) -> Uplink:
    return Uplink(table.state, join(table.state, hub.code(number)))


def send_all(uplink: Uplink) -> None:
    ends = time.monotonic() + 30
    clock = time.monotonic()
    while uplink.turn(clock) != "done":
        clock += 1.0
        assert time.monotonic() < ends, uplink.trouble


def url(hub: Served) -> str:
    return database.url_of("", hub.folder)


def at_hub(hub: Served, table: Table) -> list[str]:
    return kept(url(hub)).get(table.signer.table, [])


def test_whole_games_reach_the_hub_as_they_stand_in_the_journal(hub: Served, table: Table) -> None:
    first = table.play(1)
    post = uplink(table, hub)
    send_all(post)
    assert at_hub(hub, table) == list(first)
    second = table.play(2)
    send_all(post)
    assert set(at_hub(hub, table)) == {*first, *second}
    assert paired(table.state) is not None


def test_each_event_is_at_the_hub_soon_while_the_game_is_played(hub: Served, table: Table) -> None:
    post = uplink(table, hub)
    with table.begin() as journal:
        for n in range(5):
            journal.append(some(n) if n else set_up())
            send_all(post)
            assert at_hub(hub, table) == list(hashes(journal))


def test_a_hub_that_was_set_up_again_from_yesterday_s_copy_gets_the_rest(
    hub: Served, table: Table, tmp_path: Path
) -> None:
    table.play(1)
    post = uplink(table, hub)
    send_all(post)
    hub.stop()
    yesterday = tmp_path / "yesterday"
    shutil.copytree(hub.folder, yesterday)
    hub.start()
    table.play(2)
    send_all(post)
    everything = at_hub(hub, table)
    hub.stop()
    shutil.rmtree(hub.folder)
    shutil.copytree(yesterday, hub.folder)
    hub.start()
    assert at_hub(hub, table) != everything
    post.turn(time.monotonic())
    # Nobody plays: that the hub has lost something is noticed all the same.
    ends = time.monotonic() + 30
    clock = time.monotonic() + 60
    while sorted(at_hub(hub, table)) != sorted(everything):
        post.turn(clock)
        clock += 1
        assert time.monotonic() < ends


def test_what_was_taken_and_whose_receipt_was_lost_is_there_once(hub: Served, table: Table) -> None:
    class Deaf(Line):
        """Every other answer is lost on the way, after the hub has given it."""

        asked = 0

        def post(self, path: str, body: bytes) -> Answer:
            answer = super().post(path, body)
            self.asked += 1
            if self.asked % 2:
                hub.kill()
                hub.start()
                raise HubAway("never heard")
            return answer

    mine = join(table.state, hub.code())
    post = Uplink(table.state, mine, Deaf(hub.address))
    played: list[str] = []
    for seed in range(2):
        played += table.play(seed)
        send_all(post)
    assert sorted(at_hub(hub, table)) == sorted(played)


def test_a_code_is_good_once_and_only_with_the_key_that_used_it(hub: Served, table: Table, tmp_path: Path) -> None:
    address = hub.code(4)
    assert join(table.state, address).name == "Table 4"
    assert join(table.state, address).name == "Table 4"
    thief = Table(tmp_path / "thief")
    with pytest.raises(Unusable, match="no longer good"):
        join(thief.state, address)
    assert paired(thief.state) is None


def test_a_table_that_was_revoked_is_told_and_nothing_more_of_it_is_taken(hub: Served, table: Table) -> None:
    post = uplink(table, hub)
    first = table.play(1)
    send_all(post)
    with hub.as_organiser() as client:
        client.post(f"/api/v1/tables/{table.signer.table}/revocation").raise_for_status()
    table.play(2)
    assert post.turn(time.monotonic() + 1) == "refused"
    assert "pair it again" in post.trouble
    assert at_hub(hub, table) == list(first)


def test_of_two_stories_of_a_game_the_hub_keeps_the_first_and_tells_of_the_other(hub: Served, table: Table) -> None:
    post = uplink(table, hub)
    with table.begin() as journal:
        journal.append(set_up())
        forked = table.state / "fork.sqlite"
        shutil.copy(journal.path, forked)
        journal.append(some(1), some(2))
        send_all(post)
        told = hashes(journal)
    path = table.state / "games" / "game-0001.sqlite"
    for each in (table.state / "games").glob("game-0001*"):
        each.unlink()
    shutil.move(forked, path)
    table._games = 0
    with table.begin() as journal:
        journal.append(some(7))
    post.turn(time.monotonic() + 60)
    post.turn(time.monotonic() + 61)
    assert "fork" in post.trouble
    assert at_hub(hub, table) == list(told)
    engine = database.connect(url(hub))
    with engine.begin() as connection:
        of, mine = schema.quarantine.c, table.signer.table
        bad = connection.execute(sa.select(of.reason, of.seq).where(of.table_id == mine)).all()
        games = schema.games.c
        assert connection.execute(sa.select(games.forked).where(games.table_id == mine)).scalar() == 2
    assert [tuple(row) for row in bad] == [("fork", 2)]


def test_an_hour_of_play_without_a_network_arrives_when_it_is_back_and_nobody_hurried(
    hub: Served, table: Table
) -> None:
    post = uplink(table, hub)
    send_all(post)
    hub.stop()
    clock, tried, happened = time.monotonic() + 1.0, 0, drafts("architects", 4, Random(7))
    began = clock
    with table.begin() as journal:
        while clock < began + 3600:
            clock += 15.0
            if (draft := next(happened, None)) is not None:
                journal.append(draft)
            due = post.due
            assert post.turn(clock, 0.5) == "away"
            tried += clock >= due
        told = hashes(journal)
    # Seldom enough for a hub that comes back to a hall full of tables; often enough for people.
    assert 50 < tried < 200
    hub.start()
    assert post.turn(clock + 60) == "more"
    send_all(post)
    assert at_hub(hub, table) == list(told)
