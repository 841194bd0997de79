"""The public picture of a table: from the state, through the rules, to what screens draw."""

from collections.abc import Callable
from typing import Any

from companion.games.common import Sheet
from companion.referee.events import Event
from companion.referee.fold import Fold
from companion.referee.game import LiveGame
from companion.referee.messages import LogEntry
from companion.referee.tables import AnyTable
from companion.referee.views import architects, duel, seven_wonders

_TABLES: dict[str, Callable[..., AnyTable]] = {
    "architects": architects.table,
    "seven_wonders": seven_wonders.table,
    "duel": duel.table,
}
_LOGGED = ("setup", "move", "ruling", "correction", "undo")


def table_view(game: LiveGame, sheet: Sheet) -> AnyTable:
    """The table as it stands."""
    return _TABLES[game.rules.NAME](game.state, sheet, over=game.over)


def log(events: list[Event], fold: Fold) -> tuple[LogEntry, ...]:
    """The events as people see them, oldest first."""
    findings = {entry.seq: entry.findings for entry in fold.played}
    return tuple(
        LogEntry(
            event.seq,
            event.draft.kind,  # type: ignore[arg-type]  # the kinds that are logged are those of LogEntry
            _move(event),
            event.draft.by,
            findings.get(event.seq, event.draft.findings),
            event.seq in fold.undone,
        )
        for event in events
        if event.draft.kind in _LOGGED
    )


def _move(event: Event) -> dict[str, Any] | None:
    if event.draft.kind == "move":
        return event.draft.body
    move: dict[str, Any] | None = event.draft.body.get("move")
    return move if event.draft.kind == "correction" else None
