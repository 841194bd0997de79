"""The log as people read it: what each event was, and which events are one turn."""

from collections.abc import Collection, Sequence
from typing import Final, NamedTuple

from companion.api.protocol import LogEntry, View
from companion.words import log
from ui import emblem, theme

_ICONS: Final = {"setup": "play", "ruling": "close", "undo": "undo", "audit": "warning"}


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


def taken_back(entries: Sequence[LogEntry]) -> tuple[LogEntry, bool]:
    """The move that the last event, an undo, was about, and whether it is undone by it (else it stands again)."""
    last = next((entry for entry in reversed(entries) if entry.undone), entries[-1])
    if last.kind != "undo":
        return last, last.undone
    before = [entry for entry in entries if entry.seq < last.seq and entry.kind in {"move", "correction"}]
    return (before[-1] if before else entries[-1]), False


def turns(entries: Sequence[LogEntry], at_once: Collection[str]) -> list[int]:
    """For each event the number of the turn that it belongs to; what is nobody's move goes with the one before.

    Turns of seats after each other; where all play ``at_once`` (moves of these kinds), a round ends when somebody
    chooses again.
    """
    numbers: list[int] = []
    number, seat, chosen = 0, None, set[int]()
    for entry in entries:
        move = entry.move or {}
        who = move.get("seat")
        if at_once and who is not None:
            again = who in chosen and move.get("move") in at_once
            number, chosen = (number + 1, {who}) if again else (number, chosen | {who})
        elif who is not None and who != seat and not at_once:
            number, seat = number + 1, who
        numbers.append(number)
    return numbers
