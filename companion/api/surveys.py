"""An open table as the camera sees it, read when a screen asks, and what a game makes of it."""

import asyncio
from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from companion.api.awaited import Awaited
from companion.errors import Unusable
from companion.games.layout import TAG_SIDE, TAGS
from companion.games.open_table import Sought, proposed, sought
from companion.referee.messages import Proposed
from vision.sighting import Survey, Watch

_PATIENCE = 300.0
"""Seconds that reading a whole table may take: seven cities on a Pi that does much else."""
_COMES, _LOOKS = 60.0, 0.25
"""Seconds that vision may take to start; how often it is looked for."""


class Surveys:
    """``tell``: vision is to be told what to watch, for a survey is wanted. Used by one event loop."""

    def __init__(self, tell: Callable[[], None]) -> None:
        self._tell = tell
        self._number = 0
        self._sought = Sought()
        self._awaited = Awaited[int, Survey](_PATIENCE)

    def asking(self, watch: Watch) -> Watch:
        """What to watch, and the survey that is wanted, if one is."""
        wanted = max(self._awaited.numbers, default=0)
        if not wanted:
            return watch
        return replace(watch, survey=wanted, tags=TAGS, tag_side=TAG_SIDE, **self._sought._asdict())

    def came(self, survey: Survey) -> None:
        """Vision has read the table."""
        self._awaited.came(survey.number, survey)

    async def proposed(self, body: Mapping[str, Any], seen: Callable[[], bool]) -> Proposed:
        """Have the table read, and say how it seems to be laid out. Raises ``Unusable`` with a code.

        ``seen``: whether a camera looks on; it may just be starting.
        """
        game = str(body.get("game", ""))
        self._sought = sought(game, body)
        for _ in range(round(_COMES / _LOOKS)):
            if seen():
                break
            await asyncio.sleep(_LOOKS)
        else:
            raise Unusable("no camera looks at this table", "no_camera")
        self._number += 1
        try:
            survey = await self._awaited.answer(self._number, self._tell)
        except TimeoutError:
            raise Unusable("the camera has not read the table", "table_unread") from None
        finally:
            self._tell()
        if survey.why:
            raise Unusable("fewer than two corner tags are to be seen; lay them at the table's corners", survey.why)
        return said_of(survey, game, body)


def said_of(survey: Survey, game: str, told: Mapping[str, Any]) -> Proposed:
    """What a screen is told of a table that was read; ``told``: what people have said of it. Raises ``Unusable``."""
    found = proposed(game, survey, told)
    return Proposed(
        found.setup, found.layout, found.outlines, survey.width, survey.height, survey.picture, found.doubts
    )
