"""From the referee to the broker: the newest state, each cue once; whoever of the two is away is waited for."""

import asyncio
import contextlib
import ssl
from typing import Final

import aiomqtt
import msgspec

from companion.api.client import Link
from companion.api.protocol import CueMessage, FromReferee, View
from companion.heartbeat import beating
from companion.home.broker import Broker
from companion.home.entities import Said, cue, discovery, state, topic

_AGAIN: Final = 5.0
"""Seconds before a broker that is away is looked for again."""
_MOST_CUES: Final = 20
"""That wait for the broker: what nobody could hear for so long is no news any more."""


class Teller:
    """A table's voice at its broker."""

    def __init__(self, link: Link, broker: Broker) -> None:
        self._link, self._broker = link, broker
        self._state: bytes | None = None
        self._cues: list[Said] = []
        self._news = asyncio.Event()

    async def go_on(self) -> None:
        """Tell until the link is closed."""
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(work) for work in (self._tell(), beating())]
            messages = self._link.messages()
            while (message := await asyncio.to_thread(next, messages, None)) is not None:
                self._hear(message)
            for task in tasks:
                task.cancel()

    def _hear(self, message: FromReferee) -> None:
        if isinstance(message, View):
            self._state = msgspec.json.encode(state(message))
        elif isinstance(message, CueMessage):
            self._cues = [*self._cues, cue(self._broker.table, message)][-_MOST_CUES:]
        else:
            return
        self._news.set()

    async def _tell(self) -> None:
        broker = self._broker
        away = aiomqtt.Will(topic(broker.table, "available"), b"offline", qos=1, retain=True)
        while True:
            with contextlib.suppress(aiomqtt.MqttError):
                async with aiomqtt.Client(
                    broker.host, broker.port, username=broker.user or None, password=broker.password or None,
                    will=away, timeout=10, tls_context=ssl.create_default_context() if broker.tls else None,
                ) as client:  # fmt: skip
                    await self._talk(client)
            await asyncio.sleep(_AGAIN)

    async def _talk(self, client: aiomqtt.Client) -> None:
        """All of it to a broker that has just been found, then what is new."""
        for said in discovery(self._broker.table):
            await _publish(client, said)
        await _publish(client, Said(topic(self._broker.table, "available"), b"online"))
        told: bytes | None = None
        self._cues.clear()
        self._news.set()
        while True:
            await self._news.wait()
            self._news.clear()
            cues, self._cues = self._cues, []
            if self._state is not None and self._state != told:
                told = self._state
                await _publish(client, Said(topic(self._broker.table, "state"), told))
            for said in cues:
                await _publish(client, said)


async def _publish(client: aiomqtt.Client, said: Said) -> None:
    await client.publish(said.topic, said.body, qos=1, retain=said.retain)
