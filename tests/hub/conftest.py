"""One PostgreSQL for a test process, with a new database for each test that asks."""

from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

from companion.hub.store import database, migration
from tests.hub.engines import Broker, Postgres, nats, postgres

_NAMES = count(1)


@pytest.fixture(scope="session")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Postgres]:
    with postgres(tmp_path_factory.mktemp("postgres") / "cluster") as server:
        yield server


@pytest.fixture
def on_postgres(cluster: Postgres, tmp_path: Path) -> str:
    """An empty PostgreSQL database that is up to date, as its owner sees it."""
    found = database.url_of(cluster.fresh(f"test{next(_NAMES)}"), tmp_path)
    migration.migrate(found, migration.WORKERS)
    return found


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The same, in either kind of database."""
    if request.param == "postgresql":
        return str(request.getfixturevalue("on_postgres"))
    found = database.url_of("", tmp_path)
    migration.migrate(found)
    return found


def as_worker(url: str) -> str:
    """The same database as workers see it."""
    return url.replace("//hub@", f"//{migration.WORKERS}@")


@pytest.fixture(scope="session")
def broker() -> Iterator[Broker]:
    with nats() as server:
        yield server
