"""The log as people read it: what each event was, and which events are one turn."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from companion.api.protocol import LogEntry, View
from companion.games.seven_wonders.table import SevenWondersTable
from companion.games.tables import TableView
from companion.words import log
from ui import emblem, theme

_ICONS: Final = {"setup": "play", "ruling": "close", "undo": "undo", "audit": "warning"}
_CHOICES: Final = ("build", "stage", "discard", "free", "choose")
"""Moves of 7 Wonders of which each seat makes one a turn."""


class Told(NamedTuple):
    """One event in words; ``finding``: what was irregular about it."""

    text: str
    detail: str
    finding: str
    mark: emblem.Emblem


def told(entry: LogEntry, view: View) -> Told:
    """An event of this view. A choice that not everybody may know yet is told as such and no more."""
    said, body = log.event(entry, view.table, view.game), log.known(entry)
    if body is None or view.table is None:
        return Told(*said, emblem.Emblem(_ICONS.get(entry.kind, "question"), theme.MUTED))
    return Told(*said, emblem.of_move(body, view.game))


def turns(entries: Sequence[LogEntry], table: TableView) -> list[int]:
    """For each event the number of the turn that it belongs to; what is nobody's move goes with the one before.

    Turns of seats after each other; where all play at once, a round ends when somebody chooses again.
    """
    at_once = isinstance(table, SevenWondersTable)
    numbers: list[int] = []
    number, seat, chosen = 0, None, set[int]()
    for entry in entries:
        move = entry.move or {}
        who = move.get("seat")
        if at_once and who is not None:
            again = who in chosen and move.get("move") in _CHOICES
            number, chosen = (number + 1, {who}) if again else (number, chosen | {who})
        elif who is not None and who != seat and not at_once:
            number, seat = number + 1, who
        numbers.append(number)
    return numbers
