"""A battle as the screen tells it: read off two views, the one before it and the one after."""

from typing import Final, TypeAlias

import msgspec

from companion.api.protocol import View
from companion.games.architects.looks import HORNS
from companion.games.architects.table import ArchitectsTable
from companion.games.duel.table import DuelTable
from companion.games.seven_wonders.table import SevenWondersTable


class Spoil(msgspec.Struct, frozen=True):
    """A token that ``seat`` takes out of a comparison with its neighbour ``other``; ``value`` in points."""

    seat: int
    other: int
    value: int


class Battle(msgspec.Struct, frozen=True):
    """Neighbours compared: ``shields`` by seat, ``spoils`` in the order of the pairs.

    ``seq``: the event with which it was fought; ``age``: the age that it ended (0: none did).
    """

    seq: int
    shields: tuple[int, ...]
    spoils: tuple[Spoil, ...]
    age: int = 0

    @property
    def calls(self) -> bool:
        """Whether people are taken there at once: always."""
        return True

    @property
    def pairs(self) -> tuple[tuple[int, int], ...]:
        """Every two neighbours, clockwise; two players are one pair."""
        return pairs(len(self.shields))


class March(msgspec.Struct, frozen=True):
    """The conflict pawn of Duel moved from ``start`` to ``end`` (positive towards seat 1's capital).

    ``loot``: coins that were to be lost by the pawn's place, for the tokens taken; ``won``: it reached a capital.
    """

    seq: int
    start: int
    end: int
    loot: dict[int, int]
    won: bool

    @property
    def calls(self) -> bool:
        """Whether people are taken there at once: when the pawn took something on its way."""
        return bool(self.loot) or self.won

    @property
    def seat(self) -> int:
        """Who moved it."""
        return int(self.end < self.start)


Fought: TypeAlias = Battle | March
"""Whatever the page of battles shows."""

MILITARY: Final = 3
"""Points of a military token of Architects, as printed on it."""


def pairs(players: int) -> tuple[tuple[int, int], ...]:
    """Neighbours, each with the next one clockwise."""
    return ((0, 1),) if players == 2 else tuple((seat, (seat + 1) % players) for seat in range(players))


def fought(before: View, after: View) -> Fought | None:
    """What was fought between two views, if anything was: only moves fight, never an undo or a correction."""
    fresh = [entry for entry in after.log if entry.seq > before.seq]
    if not fresh or any(entry.kind != "move" for entry in fresh):
        return None
    old, new = before.table, after.table
    if isinstance(old, DuelTable) and isinstance(new, DuelTable):
        return _march(old, new, after.seq)
    if isinstance(old, SevenWondersTable) and isinstance(new, SevenWondersTable):
        return _age_ended(old, new, after.seq)
    if isinstance(old, ArchitectsTable) and isinstance(new, ArchitectsTable):
        return _conflict(old, new, after.seq, [entry.move for entry in fresh if entry.move])
    return None


def _conflict(old: ArchitectsTable, new: ArchitectsTable, seq: int, moves: list[dict[str, object]]) -> Battle | None:
    """A battle turns all conflict tokens back to peace.

    The shields that fought are those left, and those on the red cards with horns that it discarded (one each): known
    from before and from the moves since.
    """
    if new.battle_tokens or len(old.players) != len(new.players):
        return None
    taken = [(body["seat"], str(body["card"])) for body in moves if body.get("move") == "take"]
    flipped = old.battle_tokens + sum(HORNS.get(card, 0) for _seat, card in taken)
    if flipped < old.battle_tokens + old.peace_tokens:
        return None
    shields = []
    for seat, (then, now) in enumerate(zip(old.players, new.players, strict=True)):
        gone = _horned(then.cards) - _horned(now.cards) + sum(s == seat and c in HORNS for s, c in taken)
        shields.append(now.shields + gone)
    won = [now.military - then.military for then, now in zip(old.players, new.players, strict=True)]
    spoils = []
    for pair in pairs(len(shields)):
        winner, loser = sorted(pair, key=lambda seat: shields[seat], reverse=True)
        if shields[winner] > shields[loser]:
            spoils += [Spoil(winner, loser, MILITARY)] * (won[winner] if len(won) == 2 else 1)
    return Battle(seq, tuple(shields), tuple(spoils))


def _horned(cards: dict[str, int]) -> int:
    return sum(count for card, count in cards.items() if card in HORNS)


def _age_ended(old: SevenWondersTable, new: SevenWondersTable, seq: int) -> Battle | None:
    """At the end of an age each city takes a token for each neighbour with another number of shields."""
    if new.age == old.age and new.finished == old.finished:
        return None
    fresh = [
        now.conflict_tokens[len(then.conflict_tokens) :]
        for then, now in zip(old.players, new.players, strict=True)
    ]  # fmt: skip
    values = sorted({value for tokens in fresh for value in tokens})
    shields = tuple(city.shields for city in new.players)
    spoils = []
    for pair in pairs(len(shields)):
        loser, winner = sorted(pair, key=lambda seat: shields[seat])
        if shields[winner] > shields[loser] and values:
            spoils += [Spoil(winner, loser, values[-1]), Spoil(loser, winner, values[0])]
    return Battle(seq, shields, tuple(spoils), age=old.age)


def _march(old: DuelTable, new: DuelTable, seq: int) -> March | None:
    if old.pawn == new.pawn:
        return None
    loot = {place: coins for place, coins in old.loot.items() if place not in new.loot}
    return March(seq, old.pawn, new.pawn, loot, won=new.supremacy == "military" and not old.supremacy)
