"""``companion hub serve``: the database made ready, the workers started, and the addresses that people need."""

from pathlib import Path

import sqlalchemy as sa
from granian import Granian
from granian.constants import Interfaces
from granian.log import LogLevels

from companion.durable import write_durably
from companion.errors import Unusable
from companion.hub.store import database, migration, schema
from companion.hub.store.audit import note
from companion.hub.web.access import hashed, make_token
from companion.hub.web.hub import Wish

KEY = "organiser.token"
"""The file in the hub's folder that holds the organiser's token."""


def prepare(wish: Wish) -> str:
    """Make the database ready; returns the organiser's token, the same one each time. Raises ``Unusable``."""
    state = Path(wish.state)
    try:
        state.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as error:
        raise Unusable(f"{state}: cannot be used ({error.strerror}); choose another --state") from error
    if wish.database.startswith("sqlite"):
        if wish.workers > 1:
            raise Unusable(f"--workers {wish.workers}: SQLite is for one; add --database postgresql://…")
        migration.migrate(wish.database)
    engine = database.connect(wish.database)
    try:
        migration.check(engine)
        return _organiser(engine, state / KEY)
    finally:
        engine.dispose()


def _organiser(engine: sa.Engine, file: Path) -> str:
    kept = file.read_text(encoding="utf-8").strip() if file.is_file() else ""
    with engine.begin() as connection:
        known = sa.select(schema.tokens.c.hash).where(
            schema.tokens.c.hash == hashed(kept), schema.tokens.c.revoked.is_(None)
        )
        if kept and connection.execute(known).first() is not None:
            return kept
        token = make_token(connection, "organiser", "organiser")
        note(connection, "token", {"role": "organiser"}, by="console", role="organiser")
    write_durably(file, token.encode(), 0o600)
    return token


def serve(wish: Wish, host: str, port: int) -> None:
    """Serve until told to stop (SIGTERM, SIGINT)."""
    wish.leave()
    Granian(
        "companion.hub.web.asgi:app", host, port, interface=Interfaces.ASGI, workers=wish.workers,
        respawn_failed_workers=True, log_enabled=True, log_level=LogLevels.warning, websockets=True, backlog=1024,
    ).serve()  # fmt: skip
