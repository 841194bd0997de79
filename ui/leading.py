"""Where people are taken by themselves when something has happened at the table, by what they are doing just now."""

from collections.abc import Iterator
from enum import Enum, auto
from typing import Final

from companion.api.protocol import Question, View
from ui.battle import Fought


class Doing(Enum):
    """What the person at the screen is doing, as far as it matters: all else is not to be disturbed."""

    SETTING_UP = auto()
    WATCHING = auto()
    ENTERING = auto()
    ANSWERING = auto()
    AT_A_BATTLE = auto()
    AT_THE_RESULT = auto()
    BUSY = auto()


class Happening(Enum):
    """What may take people elsewhere; the first one counts."""

    JOINED = auto()
    BEGUN = auto()
    BEGUN_ANEW = auto()
    ANSWERED = auto()
    ANSWERED_AT_LAST = auto()
    ASKED = auto()
    FOUGHT = auto()
    FINISHED = auto()
    WENT_ON = auto()


_DOING: Final = {
    "home": Doing.SETTING_UP,
    "seats": Doing.SETTING_UP,
    "table": Doing.WATCHING,
    "moves": Doing.ENTERING,
    "question": Doing.ANSWERING,
    "battle": Doing.AT_A_BATTLE,
}
"""By the page shown."""

TRANSITIONS: Final = {
    (Doing.SETTING_UP, Happening.JOINED): "joining",
    (Doing.WATCHING, Happening.JOINED): "joining",
    (Doing.SETTING_UP, Happening.BEGUN): "table",
    (Doing.SETTING_UP, Happening.BEGUN_ANEW): "table",
    (Doing.AT_THE_RESULT, Happening.BEGUN_ANEW): "table",
    (Doing.ANSWERING, Happening.ANSWERED): "table",
    (Doing.ANSWERING, Happening.ANSWERED_AT_LAST): "sheet",
    (Doing.WATCHING, Happening.ASKED): "question",
    (Doing.AT_THE_RESULT, Happening.ASKED): "question",
    (Doing.AT_A_BATTLE, Happening.ASKED): "question",
    (Doing.WATCHING, Happening.FOUGHT): "battle",
    (Doing.ENTERING, Happening.FOUGHT): "battle",
    (Doing.AT_A_BATTLE, Happening.FOUGHT): "battle",
    (Doing.WATCHING, Happening.FINISHED): "sheet",
    (Doing.ENTERING, Happening.FINISHED): "sheet",
    (Doing.AT_A_BATTLE, Happening.FINISHED): "sheet",
    (Doing.AT_A_BATTLE, Happening.WENT_ON): "table",
}
"""The page to which each happening leads from what people are doing; where there is none, they stay."""


def lead(page: str, before: View, now: View, *, put_off: Question | None, battle: Fought | None) -> str:
    """The page to be shown instead of this one; empty: people stay.

    ``put_off``: the question that is to be answered later; ``battle``: the last one fought.
    """
    doing = _DOING.get(page, Doing.BUSY)
    if page == "sheet" and (before.finished or now.finished):
        # What a token was may be asked for after the end, and counts.
        doing = Doing.AT_THE_RESULT
    found = (TRANSITIONS.get((doing, happening)) for happening in _happenings(before, now, put_off, battle))
    return next((goal for goal in found if goal is not None), "")


def _happenings(before: View, now: View, put_off: Question | None, battle: Fought | None) -> Iterator[Happening]:
    if now.table is None:
        return
    if now.joining:
        yield Happening.JOINED
    if before.table is None:
        yield Happening.BEGUN
    elif before.finished and not now.finished:
        yield Happening.BEGUN_ANEW
    if now.question is None:
        yield Happening.ANSWERED_AT_LAST if now.table.finished else Happening.ANSWERED
    elif now.question != put_off:
        yield Happening.ASKED
    if battle is not None and battle.calls and battle.seq == now.seq != before.seq:
        yield Happening.FOUGHT
    if now.finished and not before.finished:
        yield Happening.FINISHED
    if now.seq != before.seq:
        yield Happening.WENT_ON
