"""Webhooks: each act of a tournament, in order, to who asked for it, signed; until he has said that he has it.

``companion-signature: t=SECONDS,v1=HEX``: HMAC-SHA256 with the hook's secret of ``SECONDS.BODY`` (the scheme is
Stripe's). An answer of 2xx is a receipt; anything else, or none, and the same act comes again later.
"""

import asyncio
import contextlib
import hashlib
import hmac
import http.client
import secrets
import ssl
import time
from collections.abc import Callable
from typing import Any, Final, NamedTuple
from urllib.parse import urlsplit

import msgspec
import sqlalchemy as sa

from companion.errors import Unusable
from companion.hub.background import Background
from companion.hub.store import acts, schema
from companion.hub.store.database import reading

_LOOK: Final = 2.0
"""Seconds between two looks for what is to be delivered."""
_PATIENCE: Final = 5.0
"""Seconds for who is told."""
_LOCK: Final = 7375
"""The number of PostgreSQL's lock for who delivers."""
_FIRST_PAUSE, _LONGEST_PAUSE = 5.0, 3600.0
_MOST: Final = 50
"""Acts that one hook is told in one go."""


class Hook(NamedTuple):
    """Where to; ``after``: the last act that arrived."""

    id: int
    tournament: int
    slug: str
    url: str
    secret: str
    after: int


class Made(msgspec.Struct, frozen=True):
    """A new hook, and its secret."""

    id: int
    url: str
    secret: str


def add(connection: sa.Connection, tournament: int, url: str) -> Made:
    """A new hook, from the next act on; its secret is told this once. Raises ``Unusable``."""
    split = urlsplit(url)
    if split.scheme not in ("http", "https") or not split.hostname:
        raise Unusable(f"{url!r}: no address that can be told; https://HOST/PATH")
    last = sa.select(sa.func.max(schema.acts.c.seq)).where(schema.acts.c.tournament_id == tournament)
    secret = secrets.token_urlsafe(32)
    row = {
        "tournament_id": tournament, "url": url, "secret": secret, "made": time.time(), "trouble": "",
        "after": connection.execute(last).scalar() or 0,
    }  # fmt: skip
    number = connection.execute(schema.hooks.insert().values(row).returning(schema.hooks.c.id)).scalar_one()
    return Made(int(number), url, secret)


def signature(secret: str, seconds: int, body: bytes) -> str:
    """What stands in the header."""
    told = hmac.new(secret.encode(), f"{seconds}.".encode() + body, hashlib.sha256).hexdigest()
    return f"t={seconds},v1={told}"


def deliver(engine: sa.Engine, hook: int, post: Callable[[Hook, bytes], str]) -> str:
    """Tell this hook what it has not been told; returns its trouble, empty when all went well."""
    known, of = schema.hooks, schema.tournaments
    chosen = (
        sa.select(known.c.id, known.c.tournament_id, of.c.slug, known.c.url, known.c.secret, known.c.after)
        .join(of, of.c.id == known.c.tournament_id)
        .where(known.c.id == hook, known.c.revoked.is_(None))
    )
    with reading(engine).begin() as connection:
        row = connection.execute(chosen).first()
        waiting = () if row is None else acts.read(connection, row.tournament_id, row.after)[:_MOST]
    if row is None:
        return ""
    told, trouble = Hook(*row), ""
    for kept in waiting:
        slug = msgspec.json.encode(told.slug)
        body = b'{"tournament":%b,"hash":"%b","act":%b}' % (slug, kept.hash.encode(), kept.record)
        if trouble := post(told, body):
            break
        told = told._replace(after=kept.seq)
    with engine.begin() as connection:
        values = {"after": told.after, "trouble": trouble[:200]}
        connection.execute(known.update().where(known.c.id == hook).values(values))
    return trouble


def post(hook: Hook, body: bytes) -> str:
    """Tell it; one line of trouble, or empty."""
    split, now = urlsplit(hook.url), int(time.time())
    kind = http.client.HTTPSConnection if split.scheme == "https" else http.client.HTTPConnection
    more: dict[str, Any] = {"context": ssl.create_default_context()} if split.scheme == "https" else {}
    connection = kind(split.hostname or "", split.port, timeout=_PATIENCE, **more)
    path = (split.path or "/") + (f"?{split.query}" if split.query else "")
    headers = {"content-type": "application/json", "companion-signature": signature(hook.secret, now, body)}
    try:
        connection.request("POST", path, body, headers)
        status = connection.getresponse().status
    except (OSError, http.client.HTTPException, ValueError) as error:
        return " ".join(str(error).split()) or type(error).__name__
    finally:
        connection.close()
    return "" if 200 <= status < 300 else f"it answered {status}"


class Delivery(Background):
    """Delivers, in this worker, whatever no other worker is delivering."""

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine
        self._due: dict[int, tuple[float, float]] = {}

    async def go_on(self) -> None:
        """See ``Background``."""
        while True:
            with contextlib.suppress(sa.exc.SQLAlchemyError):
                await asyncio.to_thread(self._turn)
            await asyncio.sleep(_LOOK)

    def _turn(self) -> None:
        with reading(self._engine).begin() as connection:
            if connection.dialect.name == "postgresql":
                # One worker at a time; the lock ends with this transaction, however the worker ends.
                locked = sa.text(f"SELECT pg_try_advisory_xact_lock({_LOCK})")
                if not connection.execute(locked).scalar():
                    return
            for hook in self._behind(connection):
                self._tell(hook)

    def _tell(self, hook: int) -> None:
        due, pause = self._due.get(hook, (0.0, _FIRST_PAUSE))
        now = time.monotonic()
        if now < due:
            return
        if deliver(self._engine, hook, post):
            self._due[hook] = (now + pause, min(2 * pause, _LONGEST_PAUSE))
        else:
            self._due.pop(hook, None)

    @staticmethod
    def _behind(connection: sa.Connection) -> list[int]:
        """The hooks that have not been told everything."""
        hooks, done = schema.hooks.c, schema.acts.c
        newer = sa.exists().where(done.tournament_id == hooks.tournament_id, done.seq > hooks.after)
        return list(connection.execute(sa.select(hooks.id).where(hooks.revoked.is_(None), newer)).scalars())
