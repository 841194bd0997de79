"""The first schema."""

from itertools import chain
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

_PARTITIONS = """
CREATE TABLE events_of_none PARTITION OF events DEFAULT;
CREATE FUNCTION open_partition(tournament integer) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
    EXECUTE format(
        'CREATE TABLE IF NOT EXISTS events_of_%s PARTITION OF events FOR VALUES IN (%s)', tournament, tournament
    );
END $$;
REVOKE ALL ON FUNCTION open_partition(integer) FROM PUBLIC;
"""


def _of(kind: type[Any], *names: str, nullable: bool = False, **more: Any) -> list[sa.Column[Any]]:
    return [sa.Column(name, kind(), nullable=nullable, **more) for name in names]


def _texts(*names: str) -> list[sa.Column[str]]:
    return _of(sa.Text, *names, server_default="")


def _make(table: str, key: str, *columns: list[Any], refers: str = "", unique: str = "", index: str = "") -> None:
    """One table. ``refers``: the one that a column of its own names; ``unique``, ``index``: one of its columns."""
    rules: list[Any] = [sa.PrimaryKeyConstraint(*key.split(), name=op.f(f"pk_{table}"))]
    if refers:
        own = f"{refers}_id"
        rules.insert(0, sa.ForeignKeyConstraint([own], [f"{refers}s.id"], name=op.f(f"fk_{table}_{own}")))
    if unique:
        rules.append(sa.UniqueConstraint(unique, name=op.f(f"uq_{table}_{unique}")))
    parted: dict[str, Any] = {"postgresql_partition_by": "LIST (tournament_id)"} if table == "events" else {}
    op.create_table(table, *chain(*columns), *rules, **parted)
    if index:
        op.create_index(op.f(f"ix_{table}_{index}"), table, [index], unique=False)


def upgrade() -> None:
    """Make everything."""
    whole, text, at, octets, json = sa.Integer, sa.Text, sa.Double, sa.LargeBinary, sa.JSON
    none, maybe = {"autoincrement": False}, {"nullable": True}
    in_tournament = {"refers": "tournament", "index": "tournament_id"}
    _make(
        "acts", "tournament_id seq",
        _of(whole, "tournament_id", "seq", **none), _of(text, "hash"), _of(octets, "record"),
    )  # fmt: skip
    _make(
        "audit", "id", _of(whole, "id"), _of(whole, "tournament_id", **maybe), _texts("by", "role", "what"),
        _of(json, "body"), _of(at, "at"), index="tournament_id",
    )  # fmt: skip
    _make(
        "events", "tournament_id table_id game seq",
        _of(whole, "tournament_id", **none), _of(text, "table_id", "game"), _of(whole, "seq", **none),
        _of(text, "hash"), _of(octets, "record"), _of(octets, "signature", **maybe), _of(at, "received"),
    )  # fmt: skip
    _make(
        "quarantine", "id", _of(whole, "id"), _of(text, "table_id"), _texts("game"), _of(whole, "seq", **maybe),
        _texts("reason"), _of(json, "params"), _of(octets, "body"), _of(text, "digest"), _of(at, "received"),
        unique="digest", index="table_id",
    )  # fmt: skip
    _make(
        "tournaments", "id", _of(whole, "id"), _of(text, "slug"), _texts("name"), _of(json, "settings"),
        _of(at, "opened"), _of(at, "closed", **maybe), unique="slug",
    )  # fmt: skip
    _make(
        "hooks", "id", _of(whole, "id", "tournament_id"), _texts("url", "secret"),
        _of(whole, "after", server_default="0"), _of(at, "made"), _of(at, "revoked", **maybe), _texts("trouble"),
        **in_tournament,
    )  # fmt: skip
    _make(
        "pairing_codes", "hash", _of(text, "hash"), _of(whole, "tournament_id", **maybe),
        _of(whole, "number", server_default="0"), _texts("name"), _of(at, "expires"), _of(text, "used_by", **maybe),
        **in_tournament,
    )  # fmt: skip
    _make(
        "tables", "id", _of(text, "id"), _of(whole, "tournament_id", **maybe), _of(whole, "number", server_default="0"),
        _texts("name"), _of(octets, "key"), _of(at, "paired"), _of(at, "seen", "revoked", **maybe),
        _of(json, "health", **maybe), unique="key", **in_tournament,
    )  # fmt: skip
    _make(
        "tokens", "hash", _of(text, "hash"), _of(whole, "tournament_id", **maybe), _texts("player", "role", "name"),
        _of(at, "made"), _of(at, "expires", "revoked", **maybe), **in_tournament,
    )  # fmt: skip
    _make(
        "games", "table_id game", _of(text, "table_id", "game"), _of(whole, "tournament_id"),
        _texts("rules", "journal"), _of(whole, "seq"), _of(text, "hash"), _of(at, "begun", "updated"),
        _of(whole, "forked", **maybe), refers="table", index="tournament_id",
    )  # fmt: skip
    if op.get_bind().dialect.name == "postgresql":
        op.execute(_PARTITIONS)
