"""Where the board listens, and the address that a phone is given."""

import re
import socket
import subprocess
import sys
from ipaddress import ip_address
from pathlib import Path

import pytest

from companion.board.address import AUTO, listen, reachable
from companion.errors import Unusable


def test_the_address_is_one_of_this_machine_s_own_and_leads_there() -> None:
    with listen("0.0.0.0:0") as listener:
        found = re.fullmatch(r"http://(\d+(?:\.\d+){3}):(\d+)", reachable(*listener.getsockname()))
        assert found is not None
        with socket.create_connection((found[1], int(found[2])), timeout=5):
            listener.accept()[0].close()
        assert ip_address(found[1]) != ip_address("192.0.2.1")


def test_where_one_host_is_named_that_one_is_given() -> None:
    with listen("127.0.0.1:0") as listener:
        assert reachable(*listener.getsockname()) == f"http://127.0.0.1:{listener.getsockname()[1]}"


def test_two_tables_on_one_machine_have_a_port_each() -> None:
    with listen(AUTO) as one, listen(AUTO) as two:
        assert one.getsockname()[1] != two.getsockname()[1]


@pytest.mark.parametrize(
    "where", ["8480", "", "host:", ":8480", "127.0.0.1:70000", "127.0.0.1:http", "no.such.host.invalid:1"]
)
def test_what_is_no_address_is_said_in_one_line(where: str) -> None:
    with pytest.raises(Unusable) as caught:
        listen(where)
    assert "\n" not in str(caught.value)
    assert where in str(caught.value)


def test_a_taken_port_is_said_in_one_line_and_the_board_ends(tmp_path: Path) -> None:
    with listen("127.0.0.1:0") as taken:
        port = taken.getsockname()[1]
        command = [sys.executable, "-m", "companion.board", "--link", str(tmp_path / "l"), "--state", str(tmp_path)]
        done = subprocess.run(
            [*command, "--listen", f"127.0.0.1:{port}"], capture_output=True, text=True, check=False, timeout=60
        )
    assert done.returncode == 2
    assert str(port) in done.stderr
    assert done.stderr.count("\n") == 1
