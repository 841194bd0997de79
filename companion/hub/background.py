"""Work that goes on beside everything else for as long as a worker of the hub lives."""

import asyncio
import contextlib
from typing import Self


class Background:
    """Used with ``async with``: ``go_on`` runs meanwhile, and has ended when the block is left."""

    _work: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        self._work = asyncio.create_task(self.go_on())
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._work is not None:
            self._work.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._work

    async def go_on(self) -> None:
        """The work itself, without an end."""
        raise NotImplementedError
