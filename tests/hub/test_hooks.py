"""Webhooks: every act in order to who asked for it, signed, again and again until he has taken it."""

import hashlib
import hmac
import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import msgspec
import pytest
import sqlalchemy as sa

from companion.errors import Unusable
from companion.hub.hooks import Hook, add, deliver, post
from companion.hub.store import acts, database, migration, schema
from companion.hub.store.tournaments import open_tournament


class Done(msgspec.Struct, tag="done"):
    n: int


class Ear(ThreadingHTTPServer):
    """Somebody who is told; ``status``: what he answers."""

    def __init__(self) -> None:
        self.heard: list[tuple[str, bytes]] = []
        self.status = 200
        super().__init__(("127.0.0.1", 0), Told)


class Told(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        server = self.server
        assert isinstance(server, Ear)
        body = self.rfile.read(int(self.headers["content-length"]))
        if server.status == 200:
            server.heard.append((self.headers["companion-signature"], body))
        self.send_response(server.status)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture
def ear() -> Iterator[Ear]:
    with Ear() as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()


@pytest.fixture
def store(tmp_path: Path) -> sa.Engine:
    url = database.url_of("", tmp_path)
    migration.migrate(url)
    engine = database.connect(url)
    with engine.begin() as connection:
        open_tournament(connection, "cup", "Cup", {})
        acts.add(connection, 1, Done(0), by="me", role="organiser", at=1.0, after=0)
    return engine


def act(store: sa.Engine, n: int) -> None:
    with store.begin() as connection:
        acts.add(connection, 1, Done(n), by="me", role="organiser", at=1.0, after=n)


def test_each_act_since_the_hook_was_made_is_told_in_order_signed_and_once(store: sa.Engine, ear: Ear) -> None:
    with store.begin() as connection:
        made = add(connection, 1, f"http://127.0.0.1:{ear.server_port}/news")
    for n in (1, 2, 3):
        act(store, n)
    assert deliver(store, made.id, post) == ""
    assert deliver(store, made.id, post) == ""
    assert [json.loads(body)["act"]["deed"]["n"] for _signed, body in ear.heard] == [1, 2, 3]
    for signed, body in ear.heard:
        seconds, told = (part.partition("=")[2] for part in signed.split(","))
        right = hmac.new(made.secret.encode(), f"{seconds}.".encode() + body, hashlib.sha256).hexdigest()
        assert hmac.compare_digest(told, right)


def test_what_was_not_taken_comes_again_and_nothing_overtakes_it(store: sa.Engine, ear: Ear) -> None:
    with store.begin() as connection:
        made = add(connection, 1, f"http://127.0.0.1:{ear.server_port}/news")
    act(store, 1)
    ear.status = 500
    assert deliver(store, made.id, post) == "it answered 500"
    with store.begin() as connection:
        assert connection.execute(sa.select(schema.hooks.c.trouble)).scalar() == "it answered 500"
    act(store, 2)
    ear.status = 200
    assert deliver(store, made.id, post) == ""
    assert [json.loads(body)["act"]["deed"]["n"] for _signed, body in ear.heard] == [1, 2]


def test_who_is_not_there_is_trouble_in_one_line() -> None:
    hook = Hook(1, 1, "cup", "http://127.0.0.1:9/none", "secret", 0)
    assert "refused" in post(hook, b"{}")


@pytest.mark.parametrize("url", ["file:///etc/passwd", "https://", "house"])
def test_only_the_web_can_be_told(store: sa.Engine, url: str) -> None:
    with store.begin() as connection, pytest.raises(Unusable, match="https://HOST/PATH"):
        add(connection, 1, url)
