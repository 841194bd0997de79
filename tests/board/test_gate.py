"""Anybody in the house can reach the board: each abuse is tried, and the table goes on."""

import json
import socket
from contextlib import ExitStack
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from companion.board.gate import MOST_FROM_ONE, spoken_to
from companion.board.headers import language
from tests.board.table import Table


def live(table: Table, path: str = "/live", **settings: Any) -> ClientConnection:
    origin = settings.pop("origin", table.address)
    address = f"ws://127.0.0.1:{table.port}{path}"
    link: ClientConnection = connect(address, origin=origin, compression=None, **settings)
    return link


def letter(link: ClientConnection) -> dict[str, Any]:
    """The next message that is not only a sign of life."""
    while True:
        message: dict[str, Any] = json.loads(link.recv(10))
        if message:
            return message


def read_to_the_end(link: ClientConnection) -> None:
    """Read what the table sent before it closed; raises ``ConnectionClosed``, or ``TimeoutError`` if it stays open."""
    while True:
        letter(link)


def shown(table: Table) -> None:
    """Wait until phones are shown the newest event."""
    with live(table) as link:
        while letter(link)["seq"] != table.view.seq:
            pass


@pytest.fixture
def played(table: Table) -> Table:
    # The board is a process of its own, and may be a moment behind: also a game, with as many moves as this one.
    table.set_up("architects", 3)
    shown(table)
    table.play(9)
    shown(table)
    return table


def test_the_first_message_is_the_whole_picture_and_then_only_what_has_changed(played: Table) -> None:
    with live(played) as link:
        whole = letter(link)
        assert whole["whole"]
        assert whole["seq"] == played.view.seq
        played.play(1)
        after = letter(link)
    assert "whole" not in after
    assert len(after["log"]["rows"]) == 1
    assert set(after["set"]) <= {"turn", "seat0", "seat1", "seat2", "middle", "sheet"}
    assert len(json.dumps(after)) < len(json.dumps(whole)) / 2


@pytest.mark.parametrize("origin", ["http://evil.example", "http://127.0.0.1:1", "null", None])
def test_a_page_from_elsewhere_gets_no_link(played: Table, origin: Any) -> None:
    with pytest.raises(InvalidStatus) as refused:
        live(played, origin=origin)
    assert refused.value.response.status_code == 403


def test_a_name_on_the_internet_that_leads_here_is_not_answered(played: Table) -> None:
    for path in ("/", "/a/x", "/pair/x", "/results/game-0001.json"):
        assert httpx.get(played.address + path, headers={"host": f"evil.example:{played.port}"}).status_code == 421
    with pytest.raises(InvalidStatus):
        live(played, origin="http://evil.example", additional_headers={"Host": "evil.example"})


@pytest.mark.parametrize(
    "said",
    [
        '{"type": "command", "id": "x", "do": "undo", "body": {}}',
        '{"type": "ask", "id": "x", "what": "pair", "body": {"seat": 0}}',
        '{"question": 1, "option": 0}',
        '{"question": 1, "option": 0, "do": "undo"}',
        "[]",
        "",
        "\0",
        '{"question": "1", "option": {}}',
        "x" * 100_000,
    ],
)
def test_a_spectator_can_say_nothing(played: Table, said: str) -> None:
    before = played.view
    with live(played) as link:
        letter(link)
        link.send(said)
        with pytest.raises(ConnectionClosed):
            read_to_the_end(link)
    played.do("move", played.moves.pop(0))
    assert played.view.seq == before.seq + 1


@pytest.mark.parametrize(
    "path", ["/link?role=screen", "/link?role=vision", "/view", "/healthz", "/schema", "/..%2f..%2fetc"]
)
def test_what_the_unix_socket_offers_is_not_there(played: Table, path: str) -> None:
    assert httpx.get(played.address + path).status_code == 404
    with pytest.raises(InvalidStatus):
        live(played, path)


def test_no_role_can_be_had_by_asking(played: Table) -> None:
    with live(played, "/live?role=screen&lang=uk") as link:
        picture = letter(link)
        assert picture["set"]["lang"] == "uk"
        assert picture["set"]["mine"] is None
        assert "moves" not in json.dumps(picture)


def test_one_address_has_so_many_links_and_no_more(played: Table) -> None:
    with ExitStack() as stack:
        links = [stack.enter_context(live(played)) for _ in range(MOST_FROM_ONE)]
        for link in links:
            letter(link)
        with pytest.raises(InvalidStatus):
            live(played)
        links[0].close()
        played.play(1)
        for link in links[1:]:
            assert letter(link)["seq"] == played.view.seq
    with live(played) as link:
        assert letter(link)["whole"]


def test_a_phone_that_never_reads_holds_up_nobody(played: Table) -> None:
    lazy = socket.create_connection(("127.0.0.1", played.port))
    lazy.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1)
    ours = f"Host: 127.0.0.1:{played.port}\r\nOrigin: {played.address}\r\nUpgrade: websocket\r\nConnection: Upgrade"
    key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13"
    lazy.sendall(f"GET /live HTTP/1.1\r\n{ours}\r\n{key}\r\n\r\n".encode())
    with live(played) as link:
        letter(link)
        for _ in range(20):
            played.play(1)
            assert letter(link)["seq"] == played.view.seq
    lazy.close()


def test_a_request_that_never_ends_holds_up_nobody(played: Table) -> None:
    half = [socket.create_connection(("127.0.0.1", played.port)) for _ in range(40)]
    for each in half:
        each.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ")
    assert httpx.get(played.address).status_code == 200
    played.play(1)
    for each in half:
        each.close()


def test_every_answer_forbids_what_is_not_ours(played: Table) -> None:
    answer = httpx.get(played.address)
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert "access-control-allow-origin" not in answer.headers
    assert "server" not in answer.headers


def test_files_that_never_change_are_kept_and_the_page_is_asked_for_anew(played: Table) -> None:
    page = httpx.get(played.address)
    again = httpx.get(played.address, headers={"if-none-match": page.headers["etag"]})
    assert again.status_code == 304
    script = next(word for word in page.text.split('"') if word.startswith("/a/board.") and word.endswith(".js"))
    kept = httpx.get(played.address + script)
    assert "immutable" in kept.headers["cache-control"]
    assert kept.headers["content-encoding"] == "gzip"
    plain = httpx.get(played.address + script, headers={"accept-encoding": "identity"})
    assert plain.text == kept.text
    assert httpx.get(played.address + "/a/board.0000.js").status_code == 404


@pytest.mark.parametrize(
    ("asked", "remembered", "accepted", "spoken"),
    [
        (None, None, None, "en"),
        (None, None, "de-DE,de;q=0.9", "en"),
        (None, None, "de,hu;q=0.5,uk-UA;q=0.8", "uk"),
        (None, "ru", "hu", "ru"),
        ("uk", "ru", "hu", "uk"),
        ("xx", "../..", "*;q=,,;q=9,ru;q=1" + "," * 10_000, "ru"),
    ],
)
def test_the_language_is_the_one_asked_for_or_chosen_or_accepted(
    asked: str | None, remembered: str | None, accepted: str | None, spoken: str
) -> None:
    assert language(asked, remembered, accepted) == spoken


def test_only_this_machine_s_own_names_are_its_names() -> None:
    own = socket.gethostname()
    assert all(map(spoken_to, ("192.168.1.5:8480", "127.0.0.1", "localhost:8480", f"{own}.local:8480", own.upper())))
    assert not any(
        map(spoken_to, ("", "evil.example", "192.168.1.5.evil.example:8480", "1.2.3", f"{own}.evil.example"))
    )
