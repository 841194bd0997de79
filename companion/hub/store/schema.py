"""The tables of the hub's database. A change here goes with a new file in ``migrations/versions``.

Times are Unix seconds by the hub's clock. What is ``append_only`` is never changed: in PostgreSQL the workers' role may
not, in SQLite triggers forbid it.
"""

from typing import Any, Final

import sqlalchemy as sa

KEPT: Final[dict[str, Any]] = {"append_only": True}
metadata = sa.MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)


def _id() -> sa.Column[int]:
    return sa.Column("id", sa.Integer, primary_key=True)


def _of(name: str, *, nullable: bool = False) -> sa.Column[int]:
    return sa.Column(f"{name}_id", sa.ForeignKey(f"{name}s.id"), nullable=nullable, index=True)


def _at(name: str, *, nullable: bool = False) -> sa.Column[float]:
    return sa.Column(name, sa.Double, nullable=nullable)


def _text(name: str) -> sa.Column[str]:
    return sa.Column(name, sa.Text, nullable=False, server_default="")


def _json(name: str) -> sa.Column[Any]:
    return sa.Column(name, sa.JSON, nullable=False)


tournaments = sa.Table(
    "tournaments", metadata,
    _id(),
    sa.Column("slug", sa.Text, nullable=False, unique=True),
    _text("name"),
    _json("settings"),
    _at("opened"),
    _at("closed", nullable=True),
)  # fmt: skip
"""``slug``: its name in addresses. ``settings``: format, points, tie-breaks, delay of the broadcast (``event``)."""

tables = sa.Table(
    "tables", metadata,
    sa.Column("id", sa.Text, primary_key=True),
    _of("tournament", nullable=True),
    sa.Column("number", sa.Integer, nullable=False, server_default="0"),
    _text("name"),
    sa.Column("key", sa.LargeBinary, nullable=False, unique=True),
    _at("paired"),
    _at("seen", nullable=True),
    _at("revoked", nullable=True),
    sa.Column("health", sa.JSON, nullable=True),
)  # fmt: skip
"""The tables that were paired. ``id``: the fingerprint of its ``key`` (Ed25519, 32 bytes), which is pinned for good.

``number``: of the table in the hall at which it stands; 0: at none.
``health``: the last that the table said of its parts and its camera.
"""

pairing_codes = sa.Table(
    "pairing_codes", metadata,
    sa.Column("hash", sa.Text, primary_key=True),
    _of("tournament", nullable=True),
    sa.Column("number", sa.Integer, nullable=False, server_default="0"),
    _text("name"),
    _at("expires"),
    sa.Column("used_by", sa.Text, nullable=True),
)  # fmt: skip
"""Codes with which a table (``name``) is paired, each good once; of the code only its SHA-256 is kept."""

events = sa.Table(
    "events", metadata,
    sa.Column("tournament_id", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("table_id", sa.Text, primary_key=True),
    sa.Column("game", sa.Text, primary_key=True),
    sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("hash", sa.Text, nullable=False),
    sa.Column("record", sa.LargeBinary, nullable=False),
    sa.Column("signature", sa.LargeBinary, nullable=True),
    _at("received"),
    info=KEPT,
    postgresql_partition_by="LIST (tournament_id)",
)  # fmt: skip
"""The events of the tables, as they stand in their journals. ``game``: the hash of its first event.

``tournament_id`` 0: of none. ``signature``: the table's, of ``hash``, and by the chain of all before; not every event
needs its own.
"""

games = sa.Table(
    "games", metadata,
    sa.Column("table_id", sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("game", sa.Text, primary_key=True),
    sa.Column("tournament_id", sa.Integer, nullable=False, index=True),
    _text("rules"),
    _text("journal"),
    sa.Column("seq", sa.Integer, nullable=False),
    sa.Column("hash", sa.Text, nullable=False),
    _at("begun"),
    _at("updated"),
    sa.Column("forked", sa.Integer, nullable=True),
)  # fmt: skip
"""How far each game's events have come: what could be read off ``events``, kept beside them.

``rules``: the name of what is played; ``journal``: its name at the table. ``forked``: the first event of which the
table has told two stories, both signed: people must look at it.
"""

quarantine = sa.Table(
    "quarantine", metadata,
    _id(),
    sa.Column("table_id", sa.Text, nullable=False, index=True),
    _text("game"),
    sa.Column("seq", sa.Integer, nullable=True),
    _text("reason"),
    _json("params"),
    sa.Column("body", sa.LargeBinary, nullable=False),
    sa.Column("digest", sa.Text, nullable=False, unique=True),
    _at("received"),
    info=KEPT,
)  # fmt: skip
"""What could not be taken, as it came, and why (``ingest.checking.Reason``); the same thing once (``digest``)."""

pictures = sa.Table(
    "pictures", metadata,
    sa.Column("tournament_id", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("hash", sa.Text, primary_key=True),
    sa.Column("table_id", sa.Text, nullable=False),
    sa.Column("body", sa.LargeBinary, nullable=False),
    _at("received"),
    info=KEPT,
)  # fmt: skip
"""What cameras saw (JPEG), where an arbiter asked for it; ``hash``: SHA-256, as the table's events name it."""

acts = sa.Table(
    "acts", metadata,
    sa.Column("tournament_id", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("hash", sa.Text, nullable=False),
    sa.Column("record", sa.LargeBinary, nullable=False),
    info=KEPT,
)  # fmt: skip
"""What was done in a tournament, by whom (``event.acts``): its state is their fold. A hash chain, as the tables' events
are (``store.acts``)."""

audit = sa.Table(
    "audit", metadata,
    _id(),
    sa.Column("tournament_id", sa.Integer, nullable=True, index=True),
    _text("by"),
    _text("role"),
    _text("what"),
    _json("body"),
    _at("at"),
    info=KEPT,
)  # fmt: skip
"""Who did what that is no act of a tournament: paired a table, made a token."""

tokens = sa.Table(
    "tokens", metadata,
    sa.Column("hash", sa.Text, primary_key=True),
    _of("tournament", nullable=True),
    _text("player"),
    _text("role"),
    _text("name"),
    _at("made"),
    _at("expires", nullable=True),
    _at("revoked", nullable=True),
)  # fmt: skip
"""Who may do what; of the token only its SHA-256 is kept. Without a tournament: of all. ``player``: whose it is."""

hooks = sa.Table(
    "hooks", metadata,
    _id(),
    _of("tournament"),
    _text("url"),
    _text("secret"),
    sa.Column("after", sa.Integer, nullable=False, server_default="0"),
    _at("made"),
    _at("revoked", nullable=True),
    _text("trouble"),
)  # fmt: skip
"""Webhooks: where news go, signed with ``secret``. ``after``: the last act that was delivered."""
