"""The load generator plays real games through a real hub and loses none of their events; news reach who looks on."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.hub.conftest import as_worker
from tests.hub.engines import Broker
from tests.hub.serving import kept, served


@pytest.mark.parametrize("url", ["postgresql"], indirect=True)
def test_tables_at_once_through_two_workers_lose_nothing_and_pages_hear_of_it(
    url: str, broker: Broker, tmp_path: Path
) -> None:
    way = ("--nats", f"nats://127.0.0.1:{broker.port}", "--workers", "2")
    with served(tmp_path / "hub", as_worker(url), *way) as hub:
        done = subprocess.run(
            [sys.executable, "-c", "from companion.cli import main; main()", "hub", "load", "--hub", hub.address,
             "--state", str(hub.folder), "--tables", "6", "--events", "30", "--rate", "60", "--json"],
            capture_output=True, text=True, check=False, env=os.environ, timeout=120,
        )  # fmt: skip
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert (told["events"], told["lost"], told["refused"]) == (180, 0, 0)
    assert sum(map(len, kept(url).values())) == 180
    assert told["news"] >= 12
    assert 0 < told["page_seconds"]["p50"] < 30
