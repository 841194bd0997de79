"""The hub's database opened, its schema brought up to date, and what may not be changed kept from being changed."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy.engine import make_url

from companion.errors import Unusable
from companion.hub.store.schema import metadata

_MIGRATIONS: Final = Path(__file__).with_name("migrations")
_PATIENCE: Final = 10.0
"""Seconds that a writer waits for another one's transaction (SQLite), or for a connection."""
WORKERS: Final = "companion_hub"
"""The role in PostgreSQL that workers connect as, unless another is named."""


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


def connect(url: str, *, connections: int = 8) -> sa.Engine:
    """The database; a connection is made when it is first asked for."""
    if make_url(url).get_backend_name() == "sqlite":
        engine = sa.create_engine(url, connect_args={"timeout": _PATIENCE, "check_same_thread": False})
        sa.event.listen(engine, "connect", _as_safe_as_the_tables)
        sa.event.listen(engine, "begin", _begin_at_once)
        return engine
    # A worker whose database was started again asks before it uses a connection, and makes another.
    return sa.create_engine(
        url, pool_size=connections, max_overflow=0, pool_timeout=_PATIENCE, pool_pre_ping=True,
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


def migrate(url: str, workers: str = "") -> None:
    """Bring the schema up to date; ``workers``: the role that may use it and change nothing that is kept.

    Raises ``Unusable`` where the database cannot be used.
    """
    engine = connect(url)
    try:
        # Two that start at once: the second one waits, then finds nothing to do.
        with engine.begin() as connection:
            if engine.dialect.name == "postgresql":
                connection.exec_driver_sql("SELECT pg_advisory_xact_lock(7374)")
            config = _config()
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
            if engine.dialect.name == "sqlite":
                _forbid(connection)
            elif workers:
                _grant(connection, workers)
    except sa.exc.SQLAlchemyError as error:
        raise _unusable(url, error) from error
    finally:
        engine.dispose()


def check(engine: sa.Engine) -> None:
    """Whether the schema is the one this version knows. Raises ``Unusable``."""
    try:
        with reading(engine).connect() as connection:
            found = MigrationContext.configure(connection).get_current_revision()
    except sa.exc.SQLAlchemyError as error:
        raise _unusable(str(engine.url), error) from error
    head = ScriptDirectory.from_config(_config()).get_current_head()
    if found != head:
        known = f"at {found}" if found else "empty"
        raise Unusable(
            f"{engine.url}: its schema is {known}, not {head}; companion hub migrate --database … (as its owner)"
        )


def open_partition(connection: sa.Connection, tournament: int) -> None:
    """Give a new tournament's events a partition of their own, where the database has partitions."""
    if connection.dialect.name == "postgresql":
        connection.execute(sa.text("SELECT open_partition(:tournament)"), {"tournament": tournament})


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS))
    return config


def _unusable(url: str, error: sa.exc.SQLAlchemyError) -> Unusable:
    said = " ".join(str(getattr(error, "orig", None) or error).split())
    return Unusable(f"{make_url(url)!r}: the database cannot be used ({said}); is it running, and the address right?")


def _forbid(connection: sa.Connection) -> None:
    """Triggers in SQLite: what is kept is neither changed nor removed."""
    for table in _kept():
        for act in ("UPDATE", "DELETE"):
            connection.exec_driver_sql(
                f"CREATE TRIGGER IF NOT EXISTS {table}_no_{act.lower()} BEFORE {act} ON {table} "
                f"BEGIN SELECT RAISE(ABORT, '{table} are kept as they are'); END"
            )


def _grant(connection: sa.Connection, role: str) -> None:
    """What workers may do in PostgreSQL: add everywhere, change what is not kept, remove nothing."""
    name = connection.dialect.identifier_preparer.quote(role)
    known = connection.execute(sa.text("SELECT 1 FROM pg_roles WHERE rolname = :role"), {"role": role}).first()
    if known is None:
        connection.exec_driver_sql(f"CREATE ROLE {name} LOGIN")
    connection.exec_driver_sql(f"GRANT USAGE ON SCHEMA public TO {name}")
    connection.exec_driver_sql(f"GRANT SELECT, INSERT ON ALL TABLES IN SCHEMA public TO {name}")
    connection.exec_driver_sql(f"GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO {name}")
    connection.exec_driver_sql(f"GRANT EXECUTE ON FUNCTION open_partition(integer) TO {name}")
    connection.exec_driver_sql(f"REVOKE INSERT, UPDATE, DELETE, TRUNCATE ON alembic_version FROM {name}")
    for table in metadata.sorted_tables:
        connection.exec_driver_sql(f"REVOKE UPDATE, DELETE, TRUNCATE ON {table.name} FROM {name}")
        if table.name not in _kept():
            connection.exec_driver_sql(f"GRANT UPDATE ON {table.name} TO {name}")


def _kept() -> Mapping[str, sa.Table]:
    return {table.name: table for table in metadata.sorted_tables if table.info.get("append_only")}
