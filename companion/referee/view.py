"""What happened at a table, as people see it."""

from typing import Any

from companion.games.tables import LogEntry, picture_of
from companion.referee.events import Event
from companion.referee.fold import Fold

_LOGGED = ("setup", "move", "ruling", "correction", "undo")


def log(events: list[Event], fold: Fold) -> tuple[LogEntry, ...]:
    """The events as people see them, oldest first."""
    findings = {entry.seq: entry.findings for entry in fold.played}
    secrets = picture_of(fold.rules.NAME).secrets(fold.played, fold.undone)
    return tuple(
        LogEntry(
            event.seq,
            event.draft.kind,  # type: ignore[arg-type]  # the kinds that are logged are those of LogEntry
            _move(event),
            event.draft.by,
            findings.get(event.seq, event.draft.found),
            event.seq in fold.undone,
            event.seq in secrets,
            event.draft.body.get("place", "") if event.draft.kind == "ruling" else "",
        )
        for event in events
        if event.draft.kind in _LOGGED
    )


def _move(event: Event) -> dict[str, Any] | None:
    if event.draft.kind == "move":
        return event.draft.body
    move: dict[str, Any] | None = event.draft.body.get("move")
    return move if event.draft.kind == "correction" else None
