"""A battle as the screen tells it: read off two views, the one before it and the one after."""

from collections.abc import Sequence
from typing import Protocol, TypeAlias

import msgspec

from companion.api.protocol import View
from ui.catalogue import part


class Fought(Protocol):
    """Whatever the page of battles shows. ``seq``: the event with which it was fought."""

    @property
    def seq(self) -> int:
        """The event with which it was fought."""

    @property
    def calls(self) -> bool:
        """Whether people are taken there at once."""


class Spoil(msgspec.Struct, frozen=True):
    """A token that ``seat`` takes out of a comparison with its neighbour ``other``; ``value`` in points."""

    seat: int
    other: int
    value: int


class Battle(msgspec.Struct, frozen=True):
    """Neighbours compared: ``shields`` by seat, ``spoils`` in the order of the pairs.

    ``seq``: the event with which it was fought; ``age``: the age that it ended (0: none did); ``discarded``: how many
    cards each seat loses by it (empty: nobody any).
    """

    seq: int
    shields: tuple[int, ...]
    spoils: tuple[Spoil, ...]
    age: int = 0
    discarded: tuple[int, ...] = ()

    @property
    def calls(self) -> bool:
        """Whether people are taken there at once: always."""
        return True

    @property
    def gained(self) -> tuple[int, ...]:
        """What each seat wins, in points; what it loses to a neighbour does not count against it."""
        won = [0] * len(self.shields)
        for spoil in self.spoils:
            won[spoil.seat] += max(0, spoil.value)
        return tuple(won)

    @property
    def pairs(self) -> tuple[tuple[int, int], ...]:
        """Every two neighbours, clockwise; two players are one pair."""
        return pairs(len(self.shields))


Won: TypeAlias = tuple[int, int]
"""Of two neighbours, who has more shields and who has fewer."""


def pairs(players: int) -> tuple[tuple[int, int], ...]:
    """Neighbours, each with the next one clockwise."""
    return ((0, 1),) if players == 2 else tuple((seat, (seat + 1) % players) for seat in range(players))


def won(shields: Sequence[int]) -> list[Won]:
    """Every two neighbours of whom one has more shields, in the order of the pairs."""
    found = [sorted(pair, key=lambda seat: -shields[seat]) for pair in pairs(len(shields))]
    return [(winner, loser) for winner, loser in found if shields[winner] > shields[loser]]


def fought(before: View, after: View) -> Fought | None:
    """What was fought between two views, if anything was: only moves fight, never an undo or a correction."""
    fresh = [entry for entry in after.log if entry.seq > before.seq]
    if not fresh or any(entry.kind != "move" for entry in fresh) or before.game != after.game:
        return None
    if before.table is None or after.table is None:
        return None
    moves = [entry.move for entry in fresh if entry.move]
    found: Fought | None = part(after.game, "battle").fought(before.table, after.table, after.seq, moves)
    return found
