"""A game as it was kept: its journal read once, for everything that tells of it or hands it on."""

from datetime import UTC, datetime
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import Any

from companion import words
from companion.errors import Unusable
from companion.games.catalogue import game_named
from companion.games.tables import TableView, picture_of
from companion.games.vocabulary import Game, Sheet, let_go
from companion.games.watched import Rules
from companion.referee.events import Event, digest
from companion.referee.fold import PLAYED, Fold, fold
from companion.referee.game_files import games
from companion.referee.journal.journal import verify
from companion.results.scored import Scored

PAUSE = 3600.0
"""Seconds between two events after which the players were not at the table."""


class Kept:
    """A game out of its journal, whose ``name`` is the journal's.

    ``events``: those that are intact (the first is the set-up), and what they come to, ``fold`` (``folded``: where that
    is known). ``trouble``: one line where the journal is damaged, else None.
    """

    def __init__(
        self, name: str, events: tuple[Event, ...], trouble: Unusable | None = None, *, folded: Fold | None = None
    ) -> None:
        self.name, self.events, self.trouble = name, events, trouble
        self.fold: Fold = fold(events) if folded is None else folded

    @property
    def rules(self) -> Rules:
        """The rules as the referee sees them."""
        return self.fold.rules

    @property
    def game(self) -> Game:
        """The rules as everybody else sees them."""
        return game_named(self.rules.NAME)

    @property
    def state(self) -> Any:
        """The table in the end."""
        return self.fold.state

    @property
    def finished(self) -> bool:
        """Whether it was played to its end by the rules; ended by a person, also with an offer left open."""
        return bool((let_go(self.rules, self.state) if self.fold.closed else self.state).finished)

    @property
    def over(self) -> bool:
        """Whether nobody is to move any more."""
        return self.finished or self.fold.closed

    @cached_property
    def sheet(self) -> Sheet:
        """The score sheet as the game stood in the end."""
        return self.rules.scores(self.state)

    @cached_property
    def table(self) -> TableView:
        """The table in the end as screens draw it."""
        return picture_of(self.rules.NAME).table(self.state, self.sheet, over=self.over)

    @property
    def decided(self) -> str:
        """What decided it, in the language spoken."""
        return words.decider(self.table)

    @property
    def first(self) -> int | None:
        """Who began, in the games in which one player does."""
        start: int | None = self.fold.start.to_move
        return start

    @property
    def begun(self) -> datetime:
        """When it was set up, by the table's clock."""
        return when(self.events[0])

    @property
    def ended(self) -> datetime:
        """When the last move was written, by the table's clock."""
        return when(self.events[self._last - 1])

    @property
    def head(self) -> str:
        """The hash of the last event, which holds the whole chain: no other journal has it."""
        return digest(self.events[-1].record())

    @property
    def names(self) -> tuple[str, ...]:
        """The players in seat order; one who gave no name is called as the table calls the seat."""
        return tuple(seat.name for seat in self.table.players[: self.state.players])

    def wonders(self, seat: int) -> tuple[str, ...]:
        """The wonders of a seat, as results are counted by."""
        return self.game.wonders(self.state, seat)

    @cached_property
    def clock(self) -> dict[int, float]:
        """Seconds of play at each event: pauses left out, and no leap of the table's clock believed."""
        at, seconds = {self.events[0].seq: 0.0}, 0.0
        for before, after in pairwise(self.events):
            passed = after.monotonic - before.monotonic if after.boot == before.boot else after.wall - before.wall
            seconds += passed if 0.0 < passed < PAUSE else 0.0
            at[after.seq] = seconds
        return at

    @property
    def seconds(self) -> float:
        """How long was played, up to the last move."""
        return self.clock[self._last]

    @property
    def _last(self) -> int:
        """The last move's event; of a game without one, its set-up."""
        return max((event.seq for event in self.events if event.draft.kind in PLAYED), default=1)


Result = Kept | Scored
"""The end of a game, however it is known: what every form in which it is handed on tells."""


def when(event: Event) -> datetime:
    """When an event was written, by the table's clock; a time that no clock shows counts as none, which is 1970."""
    try:
        return datetime.fromtimestamp(event.wall, UTC)
    except (OverflowError, ValueError, OSError):
        return datetime.fromtimestamp(0, UTC)


def read(path: Path) -> Kept:
    """The game in a journal, as far as it is intact. Raises ``Unusable`` where there is none, or none that we know."""
    verdict = verify(path)
    damaged = (
        Unusable(verdict.trouble, "journal_damaged", file=path.name, n=len(verdict.events)) if verdict.why else None
    )
    if not verdict.events or verdict.events[0].draft.kind != "setup":
        raise damaged or Unusable(f"{path.name}: holds no game", "no_game_in_it", file=path.name)
    try:
        return Kept(path.stem, verdict.events, damaged)
    except (Unusable, ValueError, LookupError, TypeError) as error:
        # Another version wrote it, whose games or moves mean nothing here.
        said = " ".join(str(error).split()) or type(error).__name__
        line = f"{path.name}: cannot be played again ({said}); use the version that it was kept with"
        raise Unusable(line, "journal_of_other_version", file=path.name) from error


def journal_in(path: Path) -> Path:
    """The journal that is meant: this one, or a state folder's last. Raises ``Unusable`` where there is none."""
    if not path.is_dir():
        return path
    found = games(path / "games") or games(path)
    if not found:
        raise Unusable(f"{path}: no game was kept here; give a journal such as games/game-0001.sqlite")
    return found[-1]
