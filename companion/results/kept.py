"""A game as it was kept: its journal read once, for everything that tells of it or hands it on."""

from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from companion.errors import Unusable
from companion.games.catalogue import game_named
from companion.games.common import Game, Sheet
from companion.referee.events import START, Event, digest
from companion.referee.fold import PLAYED, Fold, fold
from companion.referee.journal import verify
from companion.referee.shelf import games

PAUSE = 3600.0
"""Seconds between two events after which the players were not at the table."""


class Kept(NamedTuple):
    """A game out of its journal. ``trouble``: one line where the journal is damaged (what is told is what is intact).

    ``name``: the journal's; ``head``: the hash of its last intact event, which nobody else's journal has.
    """

    name: str
    events: tuple[Event, ...]
    fold: Fold
    trouble: str

    @property
    def game(self) -> Game:
        """The rules it was played by."""
        return game_named(self.fold.rules.NAME)

    @property
    def sheet(self) -> Sheet:
        """The score sheet as the game stood in the end."""
        return self.fold.rules.scores(self.fold.state)

    @property
    def finished(self) -> bool:
        """Whether it was played to its end by the rules."""
        return bool(self.fold.state.finished)

    @property
    def begun(self) -> datetime:
        """When it was set up, by the table's clock."""
        return when(self.events[0])

    @property
    def head(self) -> str:
        """The hash of the last event, which holds the whole chain."""
        return digest(self.events[-1].record()) if self.events else START

    @property
    def names(self) -> tuple[str, ...]:
        """What the players are called: by name, by their one wonder, or by their seats counted from 1."""
        state = self.fold.state
        if state.names:
            return tuple(state.names)
        before = [self.wonders(seat) for seat in range(state.players)]
        if any(len(wonders) != 1 for wonders in before) or self.fold.rules.NAME == "duel":
            return tuple(f"Player {seat + 1}" for seat in range(state.players))
        return tuple(wonders[0].partition(" ")[0].capitalize() for wonders in before)

    def wonders(self, seat: int) -> tuple[str, ...]:
        """The wonders of a seat, as results are counted by."""
        return self.game.wonders(self.fold.state, seat)

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
        last = max((event.seq for event in self.events if event.draft.kind in PLAYED), default=self.events[0].seq)
        return self.clock()[last]


def when(event: Event) -> datetime:
    """When an event was written, by the table's clock."""
    return datetime.fromtimestamp(event.wall, UTC)


def read(path: Path) -> Kept:
    """The game in a journal, as far as it is intact. Raises ``Unusable`` where there is none."""
    verdict = verify(path)
    if not verdict.events or verdict.events[0].draft.kind != "setup":
        raise Unusable(verdict.trouble or f"{path}: holds no game")
    return Kept(path.stem, verdict.events, fold(verdict.events), verdict.trouble)


def journal_in(path: Path) -> Path:
    """The journal that is meant: this one, or a state folder's last. Raises ``Unusable`` where there is none."""
    if not path.is_dir():
        return path
    found = games(path / "games") or games(path)
    if not found:
        raise Unusable(f"{path}: no game was kept here; give a journal such as games/game-0001.sqlite")
    return found[-1]
