"""The schema is what the migrations make; what is kept is never changed."""

from concurrent.futures import ThreadPoolExecutor

import msgspec
import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from companion.errors import Unusable
from companion.hub.store import acts, database, migration, schema
from companion.hub.store.schema import metadata
from tests.hub.conftest import as_worker


def test_the_migrations_make_the_schema_that_the_code_knows(url: str) -> None:
    with database.connect(url).connect() as connection:
        differences = compare_metadata(MigrationContext.configure(connection), metadata)
    # PostgreSQL's own partitions are no tables of ours.
    assert [it for it in differences if not (it[0] == "remove_table" and it[1].name.startswith("events_of_"))] == []


def test_nothing_that_is_kept_can_be_changed_or_removed_by_a_worker(url: str) -> None:
    kept = [table for table in metadata.sorted_tables if table.info.get("append_only")]
    assert {table.name for table in kept} >= {"events", "quarantine", "acts", "audit"}
    engine = database.connect(as_worker(url))
    with engine.begin() as connection:
        connection.execute(schema.audit.insert().values(by="x", body={}, at=0.0))
        connection.execute(
            schema.events.insert().values(
                tournament_id=0, table_id="t", game="g", seq=1, hash="h", record=b"r", received=0.0
            )
        )
    for table in (schema.audit, schema.events):
        change = table.update().values(received=1.0) if table is schema.events else table.update().values(by="y")
        for statement in (change, table.delete()):
            with pytest.raises(sa.exc.DBAPIError), engine.begin() as connection:
                connection.execute(statement)
    with engine.connect() as connection:
        assert connection.execute(sa.select(schema.audit.c.by)).scalars().all() == ["x"]


def test_in_postgresql_no_kept_table_may_be_changed_by_the_workers_role(on_postgres: str) -> None:
    with database.connect(on_postgres).connect() as connection:
        for table in metadata.sorted_tables:
            for right in ("UPDATE", "DELETE", "TRUNCATE"):
                asked = sa.text("SELECT has_table_privilege(:role, :table, :right)")
                may = connection.execute(
                    asked, {"role": migration.WORKERS, "table": table.name, "right": right}
                ).scalar()
                assert may == (right == "UPDATE" and not table.info.get("append_only")), (table.name, right)


def test_each_tournament_has_a_partition_of_its_own(on_postgres: str) -> None:
    engine = database.connect(as_worker(on_postgres))
    row = {"table_id": "t", "game": "g", "seq": 1, "hash": "h", "record": b"r", "received": 0.0}
    with engine.begin() as connection:
        database.open_partition(connection, 7)
        database.open_partition(connection, 7)
        for tournament in (0, 7):
            connection.execute(schema.events.insert().values(tournament_id=tournament, **row))
    with database.connect(on_postgres).connect() as connection:
        assert connection.execute(sa.text("SELECT tournament_id FROM events_of_7")).scalars().all() == [7]


def test_a_database_that_was_not_migrated_is_told_of_in_one_line(url: str) -> None:
    migration.check(database.connect(url))
    with database.connect(url).begin() as connection:
        connection.execute(sa.text("UPDATE alembic_version SET version_num = '0000'"))
    with pytest.raises(Unusable, match="companion hub migrate"):
        migration.check(database.connect(url))


def test_of_acts_done_at_once_one_is_written_and_the_others_look_again(url: str) -> None:
    class Done(msgspec.Struct, tag="done"):
        n: int

    engine = database.connect(as_worker(url))
    with engine.begin() as connection:
        connection.execute(schema.tournaments.insert().values(id=3, slug="x", name="x", settings={}, opened=0.0))

    def do(n: int) -> bool:
        try:
            with engine.begin() as connection:
                acts.add(connection, 3, Done(n), by="me", role="organiser", at=1.0, after=0)
        except acts.OvertakenError:
            return False
        return True

    with ThreadPoolExecutor(6) as pool:
        assert sum(pool.map(do, range(6))) == 1
    with engine.begin() as connection:
        acts.add(connection, 3, Done(9), by="me", role="organiser", at=2.0, after=1)
        kept = acts.read(connection, 3)
    assert [entry.seq for entry in kept] == [1, 2]
    assert acts.broken(kept) == ""
    assert acts.broken(kept[1:]) == "act 1 does not follow the one before it"
    forged = kept[0]._replace(record=kept[0].record.replace(b'"me"', b'"he"'))
    assert "act 1 is not what was written" in acts.broken((forged, kept[1]))
