"""The link between the referee and its clients, over a real Unix socket."""

import json
import socket
from pathlib import Path

import httpx
import msgspec
import pytest
from websockets.exceptions import ConnectionClosedError
from websockets.sync.client import unix_connect

from companion.api.protocol import Command, CueMessage, FromReferee, Health, Hush, Reply, Role, View
from companion.games.tables import read_table
from tests.api.fakes import CountingTable, Reader, connected, serving
from vision.sighting import Pulse, Watch


def test_three_clients_see_the_same_table(tmp_path: Path) -> None:
    path = tmp_path / "link.sock"
    with serving(CountingTable(), path), connected(path, "screen", "horn", "spectator") as (screen, horn, spectator):
        for reader in (screen, horn, spectator):
            assert reader.until(View).seq == 0
        assert screen.link.send(Command("a", "end"))
        assert screen.until(Reply) == Reply("a", ok=True, seq=1)
        assert horn.until(CueMessage) == CueMessage("turn", 1, 1)
        assert spectator.until(View).seq == 1


def test_a_horn_is_told_to_be_quiet_also_when_it_comes_later(tmp_path: Path) -> None:
    path, table = tmp_path / "link.sock", CountingTable()
    with serving(table, path), connected(path, "screen", "horn") as (screen, horn):
        assert horn.until(Hush) == Hush(on=False)
        screen.until(View)
        assert screen.link.send(Hush(on=True))
        assert horn.until(Hush) == Hush(on=True)
        late = Reader(path, "horn")
        assert late.until(Hush) == Hush(on=True)
        late.link.close()
    assert table.heard == []


def test_vision_is_told_what_to_watch_whenever_that_changes(tmp_path: Path) -> None:
    path = tmp_path / "link.sock"
    with serving(CountingTable(), path), connected(path, "vision", "screen") as (vision, screen):
        assert vision.until(Watch).zones == ()
        screen.until(View)
        screen.link.send(Command("a", "end"))
        assert [zone.name for zone in vision.until(Watch).zones] == ["a"]


@pytest.mark.parametrize("role", ["horn", "spectator", "vision", "supervisor"])
def test_only_a_screen_commands(tmp_path: Path, role: Role) -> None:
    path, table = tmp_path / "link.sock", CountingTable()
    with serving(table, path), connected(path, role) as (reader,):
        next(reader.messages)
        reader.link.send(Command("a", "end"))
        reply = reader.until(Reply)
    assert not reply.ok
    assert role in reply.error
    assert table.heard == []


def test_a_screen_is_neither_vision_nor_supervisor(tmp_path: Path) -> None:
    path, table = tmp_path / "link.sock", CountingTable()
    with serving(table, path), connected(path, "screen") as (reader,):
        reader.until(View)
        for message in (Pulse(1, 0.1, moving=False, mats=()), Health(())):
            reader.link.send(message)
            assert not reader.until(Reply).ok
    assert table.heard == []


@pytest.mark.parametrize(
    "text", ["", "{", "[]", '{"type": "fly"}', '{"type": "command", "id": 3, "do": "end"}', '{"type": "command"}', "\0"]
)
def test_a_malformed_message_gets_one_line_and_changes_nothing(tmp_path: Path, text: str) -> None:
    path, table = tmp_path / "link.sock", CountingTable()
    with serving(table, path), unix_connect(str(path), "ws://companion/link?role=screen") as connection:
        connection.recv()
        connection.send(text)
        reply = msgspec.json.decode(connection.recv(), type=FromReferee, dec_hook=read_table)
        assert isinstance(reply, Reply)
        assert not reply.ok
        assert reply.error
        assert "\n" not in reply.error
        connection.send(msgspec.json.encode(Command("a", "end")).decode())
        assert json.loads(connection.recv(5))["ok"]
    assert len(table.heard) == 1


def test_an_unknown_role_is_told_which_there_are(tmp_path: Path) -> None:
    path = tmp_path / "link.sock"
    with serving(CountingTable(), path), unix_connect(str(path), "ws://companion/link?role=king") as connection:
        with pytest.raises(ConnectionClosedError) as caught:
            connection.recv()
        assert caught.value.rcvd is not None
        assert "spectator" in caught.value.rcvd.reason


def test_a_command_sent_while_the_referee_is_away_is_done_once_when_it_is_back(tmp_path: Path) -> None:
    path, table = tmp_path / "link.sock", CountingTable()
    reader = Reader(path, "screen")
    with serving(table, path):
        reader.until(View)
    assert not reader.link.send(Command("a", "end")) or not reader.link.connected
    with serving(table, path):
        assert reader.until(Reply).seq == 1
    with serving(table, path):
        assert reader.until(View).seq == 1
        reader.link.close()
    assert [message for message in table.heard if isinstance(message, Command)] == [Command("a", "end")]


def test_a_client_that_never_reads_holds_up_nobody(tmp_path: Path) -> None:
    path = tmp_path / "link.sock"
    with serving(CountingTable(), path):
        lazy = socket.socket(socket.AF_UNIX)
        lazy.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1)
        lazy.connect(str(path))
        lazy.sendall(
            b"GET /link?role=screen HTTP/1.1\r\nHost: companion\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
        )
        reader = Reader(path, "screen")
        reader.until(View)
        for n in range(400):
            reader.link.send(Command(f"{n:05}" + "x" * 4000, "end"))
            assert reader.until(Reply).seq == n + 1
        lazy.close()
        reader.link.close()


class _Raising(CountingTable):
    """A table of which no picture can be made, from some moment on or from the beginning."""

    def __init__(self, views: int) -> None:
        super().__init__()
        self.views = views

    def view(self) -> View:
        self.views -= 1
        if self.views < 0:
            raise KeyError("a piece that this game does not know")
        return super().view()

    def watch(self) -> Watch:
        if self.views < 0:
            raise KeyError("a place that this game does not know")
        return super().watch()


def test_a_game_that_cannot_be_shown_keeps_nobody_from_the_table(tmp_path: Path) -> None:
    path = tmp_path / "link.sock"
    with serving(_Raising(0), path), connected(path, "screen", "vision") as (screen, vision):
        assert [(part.name, part.state) for part in screen.until(View).parts] == [("referee", "down")]
        assert vision.until(Watch) == Watch(())
        assert screen.link.send(Command("a", "end"))
        assert screen.until(Reply).ok


def test_while_a_game_cannot_be_shown_people_keep_what_they_saw_last(tmp_path: Path) -> None:
    path, table = tmp_path / "link.sock", _Raising(2)
    with serving(table, path), connected(path, "screen") as (screen,):
        screen.until(View)
        for name in ("a", "b"):
            assert screen.link.send(Command(name, "end"))
            assert screen.until(Reply).id == name
        late = Reader(path, "screen")
        assert late.until(View).seq == 1
        table.views = 9
        assert screen.link.send(Command("c", "end"))
        assert late.until(View).seq == 3
        late.link.close()


def test_a_socket_file_left_by_a_kill_is_replaced(tmp_path: Path) -> None:
    path = tmp_path / "link.sock"
    left = socket.socket(socket.AF_UNIX)
    left.bind(str(path))
    left.close()
    with serving(CountingTable(), path), connected(path, "spectator") as (reader,):
        assert reader.until(View).seq == 0


def test_the_picture_and_the_pulse_are_there_over_http(tmp_path: Path) -> None:
    path = tmp_path / "link.sock"
    transport = httpx.HTTPTransport(uds=str(path))
    with serving(CountingTable(), path), httpx.Client(transport=transport, base_url="http://companion") as client:
        assert client.get("/healthz").json() == {"ok": True, "seq": 0}
        assert msgspec.convert(client.get("/view").json() | {"type": "view"}, View).seq == 0
