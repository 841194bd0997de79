"""The conflict pawn's march, read off the tables before and after it."""

from typing import Any

import msgspec

from companion import words
from companion.games.duel.table import DuelTable
from companion.games.tables import TableView
from companion.words.language import _
from ui.battle import Fought


class March(msgspec.Struct, frozen=True):
    """The conflict pawn moved from ``start`` to ``end`` (positive towards seat 1's capital).

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


def fought(old: TableView, new: TableView, seq: int, _moves: list[dict[str, Any]]) -> March | None:
    """The pawn has moved."""
    assert isinstance(old, DuelTable)
    assert isinstance(new, DuelTable)
    if old.pawn == new.pawn:
        return None
    loot = {place: coins for place, coins in old.loot.items() if place not in new.loot}
    return March(seq, old.pawn, new.pawn, loot, won=new.supremacy == "military" and not old.supremacy)


def said(battle: Fought, table: TableView) -> tuple[str, str]:
    """The title and the line below."""
    assert isinstance(battle, March)
    who, foe = words.player(table, battle.seat), words.player(table, 1 - battle.seat)
    if battle.won:
        stands = _("{player} stands in the capital of {foe} and wins.")
        return _("Military supremacy"), stands.format(player=who, foe=foe)
    coins = sum(battle.loot.values())
    lost = _("{foe} loses coins: {n}").format(foe=foe, n=coins)
    return _("{player} marches").format(player=who), lost if coins else ""
