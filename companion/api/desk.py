"""Who answers what screens ask: nothing changes by it, and the table does not wait for it."""

import asyncio
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor

from companion.api.protocol import Answer, Ask
from companion.errors import Unusable
from companion.games.vocabulary import Line
from companion.referee.messages import why

Answerer = Callable[[Ask, str], Answer]
"""Answers an ``Ask``; told the board's address too (empty: it is not served).

It may take seconds, and is called by one thread at a time, never the table's. It may raise ``Unusable``,
``ValueError`` or ``OSError``: their line is the answer.
"""


class Desk:
    """Answers by what is asked, one after the other, in a thread of its own."""

    def __init__(self, answerers: Mapping[str, Answerer]) -> None:
        self._answerers = answerers
        self._worker = ThreadPoolExecutor(1, "desk")

    async def answer(self, ask: Ask, board: str) -> Answer:
        """The answer, or one clear line why there is none."""
        answerer = self._answerers.get(ask.what)
        if answerer is None:
            return unanswered(ask, f"nobody here can tell about {ask.what}")
        try:
            return await asyncio.get_running_loop().run_in_executor(self._worker, answerer, ask, board)
        except (Unusable, ValueError, OSError) as error:
            return unanswered(ask, str(error), why(error))

    def close(self) -> None:
        """Answer no more."""
        self._worker.shutdown(wait=True, cancel_futures=True)


def unanswered(ask: Ask, line: str, code: Line | None = None) -> Answer:
    """No answer, and one line why, and its code."""
    return Answer(ask.id, None, " ".join(line.split()), code)
