"""The public picture of a table: from the state, through the rules, to what screens draw."""

from typing import Any, Protocol

from companion.games.architects import table as architects
from companion.games.duel import table as duel
from companion.games.seven_wonders import table as seven_wonders
from companion.games.vocabulary import Sheet
from companion.referee.events import Event
from companion.referee.fold import Fold
from companion.referee.games import Rules
from companion.referee.messages import LogEntry
from companion.referee.tables import AnyTable


class Picture(Protocol):
    """How one game's table is shown: ``companion.games.<game>.table``."""

    def table(self, state: Any, sheet: Sheet, *, over: bool) -> AnyTable:
        """The table as it stands; ``over``: nobody is to move any more."""

    def secrets(self, fold: Fold) -> frozenset[int]:
        """The events of which not everybody may know yet what was done."""

    def public_table(self, table: Any, /) -> AnyTable:
        """The table as anybody may see it."""

    def public_entry(self, entry: LogEntry, /) -> LogEntry:
        """An event as anybody may know it; without its move, if nobody may."""


PICTURES: dict[str, Picture] = {"architects": architects, "seven_wonders": seven_wonders, "duel": duel}
"""By game."""
_LOGGED = ("setup", "move", "ruling", "correction", "undo")


class Shown(Protocol):
    """A game as it stands, played live or kept."""

    @property
    def rules(self) -> Rules:
        """The rules of this game."""

    @property
    def state(self) -> Any:
        """The table now."""

    @property
    def over(self) -> bool:
        """Whether the game has ended."""


def table_view(game: Shown, sheet: Sheet) -> AnyTable:
    """The table as it stands."""
    return PICTURES[game.rules.NAME].table(game.state, sheet, over=game.over)


def log(events: list[Event], fold: Fold) -> tuple[LogEntry, ...]:
    """The events as people see them, oldest first."""
    findings = {entry.seq: entry.findings for entry in fold.played}
    secrets = PICTURES[fold.rules.NAME].secrets(fold)
    return tuple(
        LogEntry(
            event.seq,
            event.draft.kind,  # type: ignore[arg-type]  # the kinds that are logged are those of LogEntry
            _move(event),
            event.draft.by,
            findings.get(event.seq, event.draft.findings),
            event.seq in fold.undone,
            event.seq in secrets,
        )
        for event in events
        if event.draft.kind in _LOGGED
    )


def _move(event: Event) -> dict[str, Any] | None:
    if event.draft.kind == "move":
        return event.draft.body
    move: dict[str, Any] | None = event.draft.body.get("move")
    return move if event.draft.kind == "correction" else None
