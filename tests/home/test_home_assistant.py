"""Home Assistant finds the table at a real Mosquitto, sees its state whenever it comes, hears the horn as an event."""

import asyncio
import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import aiomqtt
import pytest

from companion.errors import Unusable
from companion.home.broker import broker_of, keep
from companion.home.entities import CUES
from companion.hub.load.played import drafts
from tests.hub.engines import Broker, mosquitto
from tests.referee.running import Process, Screen

SETUP = {"game": "architects", "wonders": ["giza", "rhodes"], "names": ["Ann", "Bo"], "first": 0}


class Told(NamedTuple):
    """``table``: its name at the broker; ``process``: that tells."""

    table: str
    process: subprocess.Popen[bytes]


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Broker]:
    with mosquitto(tmp_path) as running:
        yield running


@pytest.fixture
def referee(tmp_path: Path) -> Iterator[Process]:
    process = Process(tmp_path)
    try:
        yield process
    finally:
        process.kill()


@pytest.fixture
def home(referee: Process, broker: Broker) -> Iterator[Told]:
    """The process that tells."""
    told = keep(referee.state, f"mqtt://127.0.0.1:{broker.port}")
    command = [sys.executable, "-m", "companion.home", "--link", str(referee.socket), "--state", str(referee.state)]
    process = subprocess.Popen(command)
    try:
        yield Told(told.table, process)
    finally:
        process.kill()
        process.wait()


def heard(broker: Broker, enough: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """The newest of each topic for who subscribes now, once that is enough."""

    async def listen() -> dict[str, Any]:
        found: dict[str, Any] = {}
        async with asyncio.timeout(60), aiomqtt.Client("127.0.0.1", broker.port) as client:
            await client.subscribe("#")
            async for message in client.messages:
                body = bytes(message.payload) if isinstance(message.payload, bytes | bytearray) else b""
                found[str(message.topic)] = json.loads(body) if body.startswith(b"{") else body.decode()
                if enough(found):
                    break
        return found

    return asyncio.run(listen())


def test_the_table_is_found_its_state_is_retained_and_it_says_when_it_has_gone(
    referee: Process, broker: Broker, home: Told
) -> None:
    state = f"companion/{home.table}/state"
    found = heard(broker, lambda all_: state in all_ and len(all_) >= 8)
    assert found[state]["status"] == "waiting"
    entities = {topic: told for topic, told in found.items() if topic.startswith("homeassistant/")}
    assert len({told["unique_id"] for told in entities.values()}) == len(entities) == 6
    assert {told["device"]["identifiers"][0] for told in entities.values()} == {f"companion_{home.table}"}
    assert {told["availability_topic"] for told in entities.values()} == {f"companion/{home.table}/available"}
    assert (
        entities[f"homeassistant/event/companion_{home.table}/cue/config"]["state_topic"]
        == f"companion/{home.table}/cue"
    )
    Screen(referee).do("setup", SETUP)
    playing = heard(broker, lambda all_: all_.get(state, {}).get("status") == "playing")[state]
    assert (playing["turn"], set(playing["scores"])) == ("Ann", {"Ann", "Bo"})
    available = f"companion/{home.table}/available"
    assert heard(broker, lambda all_: available in all_)[available] == "online"
    home.process.kill()
    assert heard(broker, lambda all_: all_.get(available) == "offline")


def test_a_broker_that_was_killed_is_told_everything_again(referee: Process, broker: Broker, home: Told) -> None:
    state = f"companion/{home.table}/state"
    heard(broker, lambda all_: state in all_)
    # Mosquitto keeps nothing here: what it knows afterwards it was told anew.
    broker.kill()
    broker.start()
    Screen(referee).do("setup", SETUP)
    found = heard(broker, lambda all_: all_.get(state, {}).get("status") == "playing")
    assert f"homeassistant/sensor/companion_{home.table}/turn/config" in found or heard(
        broker, lambda all_: f"homeassistant/sensor/companion_{home.table}/turn/config" in all_
    )


def test_a_cue_is_an_event_for_who_listens_and_no_news_for_who_comes_later(
    referee: Process, broker: Broker, home: Told
) -> None:
    state, cues = f"companion/{home.table}/state", f"companion/{home.table}/cue"
    screen, (set_up, *happened) = Screen(referee), drafts("architects", 2, Random(3))
    screen.do("setup", set_up.body)
    heard(broker, lambda all_: all_.get(state, {}).get("status") == "playing")

    async def listen() -> dict[str, Any]:
        async with asyncio.timeout(60), aiomqtt.Client("127.0.0.1", broker.port) as client:
            await client.subscribe(cues)
            for draft in happened[:12]:
                assert (await asyncio.to_thread(screen.do, "move", draft.body)).ok
            async for message in client.messages:
                assert not message.retain
                return dict(json.loads(bytes(message.payload)))
        raise AssertionError

    assert asyncio.run(listen())["event_type"] in CUES
    assert cues not in heard(broker, lambda all_: all_.get(state, {}).get("status") is not None)


@pytest.mark.parametrize("address", ["http://house", "mqtt://", "mqtt://house:99999", "house"])
def test_what_is_no_broker_s_address_is_told_in_one_line_with_an_example(address: str) -> None:
    with pytest.raises(Unusable, match="mqtt://USER:PASSWORD@"):
        broker_of(address, "t")
