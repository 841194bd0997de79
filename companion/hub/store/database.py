"""The hub's database, opened."""

from pathlib import Path
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy.engine import make_url

from companion.errors import Unusable

_PATIENCE: Final = 10.0
"""Seconds that a writer waits for another one's transaction (SQLite), or for a connection."""
_CONNECTIONS: Final = 8
"""Of one worker to a PostgreSQL."""


def url_of(database: str, state: Path) -> str:
    """The address of the database: as it is given, or a SQLite file in the state folder where none is."""
    if not database:
        return f"sqlite:///{(state / 'hub.sqlite').absolute()}"
    try:
        url = make_url(database)
    except sa.exc.ArgumentError as error:
        raise Unusable(f"--database {database!r}: no such address; postgresql://USER:PASSWORD@HOST/NAME") from error
    if url.get_backend_name() == "postgresql":
        return url.set(drivername="postgresql+psycopg").render_as_string(hide_password=False)
    if url.get_backend_name() == "sqlite":
        return database
    raise Unusable(f"--database {url.get_backend_name()}: not known; postgresql://… or sqlite:///PATH")


def connect(url: str) -> sa.Engine:
    """The database; a connection is made when it is first asked for."""
    if make_url(url).get_backend_name() == "sqlite":
        engine = sa.create_engine(url, connect_args={"timeout": _PATIENCE, "check_same_thread": False})
        sa.event.listen(engine, "connect", _as_safe_as_the_tables)
        sa.event.listen(engine, "begin", _begin_at_once)
        return engine
    # A worker whose database was started again asks before it uses a connection, and makes another.
    return sa.create_engine(
        url, pool_size=_CONNECTIONS, max_overflow=0, pool_timeout=_PATIENCE, pool_pre_ping=True,
        connect_args={"connect_timeout": 5, "application_name": "companion-hub"},
    )  # fmt: skip


def _as_safe_as_the_tables(connection: Any, _record: object) -> None:
    # SQLAlchemy says when a transaction begins, not the driver.
    connection.isolation_level = None
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}")


def _begin_at_once(connection: sa.Connection) -> None:
    # A reader that becomes a writer halfway could not wait for its turn. Reading alone takes no lock away from anybody.
    reading = connection.get_execution_options().get("reading", False)
    connection.exec_driver_sql("BEGIN" if reading else "BEGIN IMMEDIATE")


def reading(engine: sa.Engine) -> sa.Engine:
    """The same database for who only reads: on SQLite nobody waits for it."""
    return engine.execution_options(reading=True)


def open_partition(connection: sa.Connection, tournament: int) -> None:
    """Give a new tournament's events a partition of their own, where the database has partitions."""
    if connection.dialect.name == "postgresql":
        connection.execute(sa.text("SELECT open_partition(:tournament)"), {"tournament": tournament})


def unusable(url: str, error: sa.exc.SQLAlchemyError) -> Unusable:
    """What is said where the database cannot be used."""
    said = " ".join(str(getattr(error, "orig", None) or error).split())
    return Unusable(f"{make_url(url)!r}: the database cannot be used ({said}); is it running, and the address right?")
