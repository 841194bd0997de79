"""What others are asked for and answer later, each by its number."""

import asyncio
from collections.abc import Callable
from typing import Generic, TypeVar

Number = TypeVar("Number", int, str)
Answered = TypeVar("Answered")


class Awaited(Generic[Number, Answered]):
    """Each is waited for no longer than ``patience`` seconds. Used by one event loop."""

    def __init__(self, patience: float) -> None:
        self._patience = patience
        self._waiting: dict[Number, asyncio.Future[Answered]] = {}

    @property
    def numbers(self) -> tuple[Number, ...]:
        """What is waited for."""
        return tuple(self._waiting)

    def came(self, number: Number, answer: Answered) -> None:
        """Somebody has answered; nothing where nobody waits (any more)."""
        waiting = self._waiting.get(number)
        if waiting is not None and not waiting.done():
            waiting.set_result(answer)

    async def answer(self, number: Number, ask: Callable[[], None]) -> Answered:
        """Ask for it and wait. Raises ``TimeoutError``."""
        waiting: asyncio.Future[Answered] = asyncio.get_running_loop().create_future()
        self._waiting[number] = waiting
        try:
            ask()
            async with asyncio.timeout(self._patience):
                return await waiting
        finally:
            del self._waiting[number]
