"""People who play on at a pace: what of it was accepted, and how late, whoever tells the referee what lies there."""

from typing import Any

import msgspec

from companion.rehearsal.comparison import told_of
from tests.referee.sightless import Sightless

IN_TIME = 3.0
"""Seconds after rest within which a move that can be seen should be accepted."""


class Hurried(Sightless):
    """A table at which people do not wait, as far as it counts what came of that.

    ``rested``, ``accepted``: when (s) the table lay still after each move that can be seen (by its place among them),
    and when that was in the record; ``lacks``: the faces that the box lacks.
    """

    rested: dict[int, float]
    accepted: dict[int, float]
    lacks: frozenset[str]

    def note(self, clock: float) -> None:
        """What is in the record by now is noted."""
        for place in self.pairs().values():
            self.accepted.setdefault(place, clock)

    def pairs(self) -> dict[int, int]:
        """Which event is which move that was played."""
        return self.wire.paired(self.truth, self.events)

    def to_be_said(self, options: list[list[dict[str, Any]]]) -> list[dict[str, Any]]:
        """What people say who play on meanwhile."""
        told = told_of(self.wire.unsaid(self.truth, self.events), options)
        return super().to_be_said(options) if told is None else told

    @property
    def late(self) -> list[int]:
        """The moves that were accepted later than ``IN_TIME`` after rest, or never."""
        never = float("inf")
        return [place for place, rested in self.rested.items() if self.accepted.get(place, never) > rested + IN_TIME]

    @property
    def unknown(self) -> list[int]:
        """The moves (their places) that brought a piece whose face the box lacks."""
        shown = [self.dealer.rules.shows(move) for move in self.dealer.played if self.wire.seen(move)]
        return [place for place, one in enumerate(shown) if not one.turned and one.face in self.lacks]

    @property
    def exact(self) -> bool:
        """Whether by the record all is as it is on the table, wherever in a row a piece lies that was told late."""
        return bool(in_any_row(self.state) == in_any_row(self.dealer.state))

    def told_of_late(self, place: int) -> str:
        """A line of such a move: what was played, and how late it was accepted."""
        when = self.accepted.get(place)
        told = "never" if when is None else f"after {when - self.rested[place]:.1f} s"
        return f"  late: {place} {self.truth[place]}: {told}{' (unknown)' * (place in self.unknown)}\n"


def in_any_row(state: Any) -> Any:
    """A state with the pieces that lie together in the order of their names."""

    def sorted_within(found: Any) -> Any:
        if isinstance(found, dict):
            return {key: sorted_within(value) for key, value in found.items()}
        if not isinstance(found, list | tuple):
            return found
        within = [sorted_within(value) for value in found]
        return sorted(within) if all(isinstance(value, str) for value in within) else within

    return sorted_within(msgspec.to_builtins(state))
