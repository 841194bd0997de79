"""The hub's database brought up to date, and what may not be changed kept from being changed."""

from collections.abc import Mapping
from pathlib import Path
from typing import Final

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory

from companion.errors import Unusable
from companion.hub.store.database import connect, reading, unusable
from companion.hub.store.schema import metadata

_MIGRATIONS: Final = Path(__file__).with_name("migrations")
WORKERS: Final = "companion_hub"
"""The role in PostgreSQL that workers connect as, unless another is named."""


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
        raise unusable(url, error) from error
    finally:
        engine.dispose()


def check(engine: sa.Engine) -> None:
    """Whether the schema is the one this version knows. Raises ``Unusable``."""
    try:
        with reading(engine).connect() as connection:
            found = MigrationContext.configure(connection).get_current_revision()
    except sa.exc.SQLAlchemyError as error:
        raise unusable(str(engine.url), error) from error
    head = ScriptDirectory.from_config(_config()).get_current_head()
    if found != head:
        known = f"at {found}" if found else "empty"
        raise Unusable(
            f"{engine.url}: its schema is {known}, not {head}; companion hub migrate --database … (as its owner)"
        )


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS))
    return config


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
