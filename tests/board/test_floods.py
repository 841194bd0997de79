"""What strangers did to the table when the board was a part of the referee (D1, D2, D12): each is tried again."""

import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import ClassVar

import httpx
import pytest
import uvicorn

from benchmarks.floods import flooded
from companion.board.gate import Door
from companion.board.headers import language
from tests.board.table import Table

STRANGER = "127.0.0.2"
"""Another address than the tests' own phones have."""
LIMIT = 30.0
"""Seconds within which what is waited for must come."""


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Table]:
    table = Table(tmp_path)
    yield table
    table.close()


def call(port: int, source: str = STRANGER) -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), timeout=LIMIT, source_address=(source, 0))


def hung_up(connection: socket.socket) -> bool:
    """Whether the other side has closed this; waits for what comes."""
    try:
        return connection.recv(1) == b""
    except ConnectionResetError:
        return True


def files_of(table: Table) -> int:
    return len(list(Path(f"/proc/{table.board.pid}/fd").iterdir()))


@pytest.mark.parametrize(
    "blanks", ["en" + " " * 60_000 + "x", "en;" + " " * 60_000 + "x", "," * 60_000, "en;q=" + "1" * 60_000]
)
def test_d1_a_language_is_read_in_time_however_long_it_is(blanks: str) -> None:
    started = time.perf_counter()
    assert language(None, None, blanks) == "en"
    # Quadratic, it took ten seconds; one look at 200 letters takes some microseconds.
    assert time.perf_counter() - started < 0.1


def test_d1_the_table_does_not_wait_while_long_headers_are_read(own: Table) -> None:
    own.set_up("architects", 2)
    header = f"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept-Language: en{' ' * 60_000}x\r\n\r\n".encode()
    strangers = [call(own.port) for _ in range(20)]
    for each in strangers:
        each.sendall(header)
    started = time.monotonic()
    own.play(5)
    assert all(each.recv(12) for each in strangers)
    assert time.monotonic() - started < LIMIT / 3
    for each in strangers:
        each.close()


def test_d2_idle_connections_use_up_no_file_and_keep_nobody_else_out(own: Table) -> None:
    before = files_of(own)
    strangers = [call(own.port, f"127.0.0.{2 + k % 3}") for k in range(1_200)]
    assert httpx.get(own.address).status_code == 200
    # Some are let in, and hear nothing; the others are hung up on.
    gone = 0
    for each in strangers:
        each.settimeout(0.001)
        try:
            gone += hung_up(each)
        except TimeoutError:
            continue
    assert gone >= 1_200 - 3 * 64
    assert files_of(own) - before <= 3 * 64 + 40
    own.set_up("architects", 2)
    own.play(3)
    for each in strangers:
        each.close()
    assert (own.folder / "state").exists()


def test_d1_d2_d12_moves_are_made_and_nothing_else_is_written_while_strangers_do_whatever_they_can(own: Table) -> None:
    own.set_up("architects", 2)
    before = own.view.seq
    with flooded(["pages", "slow", "links"], own.port):
        started = time.monotonic()
        own.play(5)
        assert time.monotonic() - started < LIMIT / 3
    assert own.view.seq == before + 5
    assert httpx.get(own.address, timeout=LIMIT).status_code == 200


class Quick(Door):
    idle: ClassVar[float] = 0.3


async def nothing(scope: object, receive: object, send: object) -> None:
    """An application that never answers."""


@pytest.fixture
def quick() -> Iterator[int]:
    """The port of a server that is soon out of patience."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        config = uvicorn.Config(nothing, http=Quick, ws="none", lifespan="off", log_level="critical")
        server = uvicorn.Server(config)
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
        thread.start()
        yield listener.getsockname()[1]
        server.should_exit = True
        thread.join(LIMIT)


@pytest.mark.parametrize("said", [b"", b"G", b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: "])
def test_d2_who_does_not_get_on_with_a_request_is_hung_up_on(quick: int, said: bytes) -> None:
    with call(quick) as connection:
        connection.sendall(said)
        assert hung_up(connection)


def test_d2_a_letter_now_and_then_does_not_keep_a_connection(quick: int) -> None:
    with call(quick) as connection:
        connection.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ")
        connection.settimeout(0.05)
        ends = time.monotonic() + LIMIT
        while time.monotonic() < ends:
            try:
                connection.sendall(b"x")
                assert connection.recv(1) == b""
            except TimeoutError:
                continue
            except OSError:
                pass
            return
        pytest.fail("it is kept for ever")


def test_d12_a_game_whose_name_no_disk_can_hold_is_not_found(own: Table) -> None:
    for name in ("1" * 60_000, "1" * 300, "\N{ARABIC-INDIC DIGIT ONE}", "0001/../game-0001"):
        assert httpx.get(f"{own.address}/results/game-{name}.json").status_code == 404
