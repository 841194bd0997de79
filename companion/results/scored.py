"""A game of which only the end is known: described, or read from photographs."""

import hashlib
from collections.abc import Sequence
from datetime import UTC, datetime
from functools import cached_property
from typing import Any, cast

import msgspec

from companion.games.catalogue import game_named
from companion.games.tables import SeatView, TableView
from companion.games.vocabulary import Game, Sheet
from companion.words.names import player


class Scored:
    """The end of a game by its described position. Raises ``PositionError`` where that cannot be.

    ``called``: the players in seat order, empty where one goes by the wonder; ``boards``: what lies before each that
    results are counted by.
    """

    def __init__(self, position: dict[str, Any], called: Sequence[str], boards: Sequence[Sequence[str]]) -> None:
        self.position, self._called, self._boards = position, tuple(called), tuple(map(tuple, boards))
        self.begun = self.ended = datetime.now(UTC)
        self.name = f"{position['game']}-{self.begun:%Y%m%d-%H%M}"
        self.sheet: Sheet = self.game.score_position(position)
        self.finished, self.seconds, self.decided = True, 0.0, ""
        self.first: int | None = None

    @property
    def game(self) -> Game:
        """The rules."""
        return game_named(self.position["game"])

    @cached_property
    def table(self) -> TableView:
        """The table by its scores alone, as this game's."""
        kind = msgspec.defstruct("Scored", [], bases=(TableView,), tag=self.game.NAME, frozen=True, kw_only=True)
        wonders = [boards[0].partition(" ")[0] if len(boards) == 1 else "" for boards in self._boards]
        seats = tuple(
            SeatView(
                seat=seat,
                name=self._called[seat] or wonders[seat] or f"Seat {seat}",
                wonder=wonders[seat],
                score=self.sheet.totals[seat],
                categories=dict(self.sheet.categories[seat]),
                cards={},
            )
            for seat in range(len(self._called))
        )
        told = {"players": seats, "turn": 0, "to_move": None, "obligations": (), "moves": (), "finished": True}
        return cast("TableView", kind(**told, winners=self.sheet.winners))

    @property
    def head(self) -> str:
        """The digest of what is known of it."""
        return hashlib.sha256(msgspec.json.encode((self.position, self._called, self.begun))).hexdigest()

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The players in seat order, as they are called in the language spoken."""
        return tuple(player(self.table, seat) for seat in range(len(self._called)))

    def wonders(self, seat: int) -> tuple[str, ...]:
        """The wonders of a seat, as results are counted by."""
        return self._boards[seat]
