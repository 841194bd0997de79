"""The first schema."""

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


def upgrade() -> None:
    """Make everything."""
    op.create_table(
        "acts",
        sa.Column("tournament_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("seq", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("hash", sa.Text(), nullable=False),
        sa.Column("record", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("tournament_id", "seq", name=op.f("pk_acts")),
    )
    op.create_table(
        "audit",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("tournament_id", sa.Integer(), nullable=True),
        sa.Column("by", sa.Text(), server_default="", nullable=False),
        sa.Column("role", sa.Text(), server_default="", nullable=False),
        sa.Column("what", sa.Text(), server_default="", nullable=False),
        sa.Column("body", sa.JSON(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_audit")),
    )
    op.create_index(op.f("ix_audit_tournament_id"), "audit", ["tournament_id"], unique=False)
    op.create_table(
        "events",
        sa.Column("tournament_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("seq", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("hash", sa.Text(), nullable=False),
        sa.Column("record", sa.LargeBinary(), nullable=False),
        sa.Column("signature", sa.LargeBinary(), nullable=True),
        sa.Column("received", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("tournament_id", "table_id", "game", "seq", name=op.f("pk_events")),
        postgresql_partition_by="LIST (tournament_id)",
    )
    op.create_table(
        "quarantine",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("game", sa.Text(), server_default="", nullable=False),
        sa.Column("seq", sa.Integer(), nullable=True),
        sa.Column("reason", sa.Text(), server_default="", nullable=False),
        sa.Column("params", sa.JSON(), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.Column("digest", sa.Text(), nullable=False),
        sa.Column("received", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_quarantine")),
        sa.UniqueConstraint("digest", name=op.f("uq_quarantine_digest")),
    )
    op.create_index(op.f("ix_quarantine_table_id"), "quarantine", ["table_id"], unique=False)
    op.create_table(
        "tournaments",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("slug", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), server_default="", nullable=False),
        sa.Column("settings", sa.JSON(), nullable=False),
        sa.Column("opened", sa.Double(), nullable=False),
        sa.Column("closed", sa.Double(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tournaments")),
        sa.UniqueConstraint("slug", name=op.f("uq_tournaments_slug")),
    )
    op.create_table(
        "hooks",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("tournament_id", sa.Integer(), nullable=False),
        sa.Column("url", sa.Text(), server_default="", nullable=False),
        sa.Column("secret", sa.Text(), server_default="", nullable=False),
        sa.Column("after", sa.Integer(), server_default="0", nullable=False),
        sa.Column("made", sa.Double(), nullable=False),
        sa.Column("revoked", sa.Double(), nullable=True),
        sa.Column("trouble", sa.Text(), server_default="", nullable=False),
        sa.ForeignKeyConstraint(["tournament_id"], ["tournaments.id"], name=op.f("fk_hooks_tournament_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_hooks")),
    )
    op.create_index(op.f("ix_hooks_tournament_id"), "hooks", ["tournament_id"], unique=False)
    op.create_table(
        "pairing_codes",
        sa.Column("hash", sa.Text(), nullable=False),
        sa.Column("tournament_id", sa.Integer(), nullable=True),
        sa.Column("number", sa.Integer(), server_default="0", nullable=False),
        sa.Column("name", sa.Text(), server_default="", nullable=False),
        sa.Column("expires", sa.Double(), nullable=False),
        sa.Column("used_by", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(["tournament_id"], ["tournaments.id"], name=op.f("fk_pairing_codes_tournament_id")),
        sa.PrimaryKeyConstraint("hash", name=op.f("pk_pairing_codes")),
    )
    op.create_index(op.f("ix_pairing_codes_tournament_id"), "pairing_codes", ["tournament_id"], unique=False)
    op.create_table(
        "tables",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("tournament_id", sa.Integer(), nullable=True),
        sa.Column("number", sa.Integer(), server_default="0", nullable=False),
        sa.Column("name", sa.Text(), server_default="", nullable=False),
        sa.Column("key", sa.LargeBinary(), nullable=False),
        sa.Column("paired", sa.Double(), nullable=False),
        sa.Column("seen", sa.Double(), nullable=True),
        sa.Column("revoked", sa.Double(), nullable=True),
        sa.Column("health", sa.JSON(), nullable=True),
        sa.ForeignKeyConstraint(["tournament_id"], ["tournaments.id"], name=op.f("fk_tables_tournament_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tables")),
        sa.UniqueConstraint("key", name=op.f("uq_tables_key")),
    )
    op.create_index(op.f("ix_tables_tournament_id"), "tables", ["tournament_id"], unique=False)
    op.create_table(
        "tokens",
        sa.Column("hash", sa.Text(), nullable=False),
        sa.Column("tournament_id", sa.Integer(), nullable=True),
        sa.Column("player", sa.Text(), server_default="", nullable=False),
        sa.Column("role", sa.Text(), server_default="", nullable=False),
        sa.Column("name", sa.Text(), server_default="", nullable=False),
        sa.Column("made", sa.Double(), nullable=False),
        sa.Column("expires", sa.Double(), nullable=True),
        sa.Column("revoked", sa.Double(), nullable=True),
        sa.ForeignKeyConstraint(["tournament_id"], ["tournaments.id"], name=op.f("fk_tokens_tournament_id")),
        sa.PrimaryKeyConstraint("hash", name=op.f("pk_tokens")),
    )
    op.create_index(op.f("ix_tokens_tournament_id"), "tokens", ["tournament_id"], unique=False)
    op.create_table(
        "games",
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("tournament_id", sa.Integer(), nullable=False),
        sa.Column("rules", sa.Text(), server_default="", nullable=False),
        sa.Column("journal", sa.Text(), server_default="", nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("hash", sa.Text(), nullable=False),
        sa.Column("begun", sa.Double(), nullable=False),
        sa.Column("updated", sa.Double(), nullable=False),
        sa.Column("forked", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_games_table_id")),
        sa.PrimaryKeyConstraint("table_id", "game", name=op.f("pk_games")),
    )
    op.create_index(op.f("ix_games_tournament_id"), "games", ["tournament_id"], unique=False)
    if op.get_bind().dialect.name == "postgresql":
        op.execute(_PARTITIONS)
