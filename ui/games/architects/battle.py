"""A battle of Architects, read off the tables before and after it."""

from typing import Any, Final

from companion.games.architects.looks import HORNS
from companion.games.architects.table import ArchitectsTable
from companion.games.tables import TableView
from companion.words.language import _
from ui.battle import Battle, Fought, Spoil, won
from ui.spoken import outcome

MILITARY: Final = 3
"""Points of a military token, as printed on it."""


def fought(old: TableView, new: TableView, seq: int, moves: list[dict[str, Any]]) -> Battle | None:
    """A battle turns all conflict tokens back to peace.

    The shields that fought are those left, and those on the red cards with horns that it discarded (one each): known
    from before and from the moves since.
    """
    assert isinstance(old, ArchitectsTable)
    assert isinstance(new, ArchitectsTable)
    if new.battle_tokens or len(old.players) != len(new.players):
        return None
    taken = [(body["seat"], str(body["card"])) for body in moves if body.get("move") == "take"]
    flipped = old.battle_tokens + sum(HORNS.get(card, 0) for _seat, card in taken)
    if flipped < old.battle_tokens + old.peace_tokens:
        return None
    shields, discarded = [], []
    for seat, (then, now) in enumerate(zip(old.players, new.players, strict=True)):
        gone = _horned(then.cards) - _horned(now.cards) + sum(s == seat and c in HORNS for s, c in taken)
        shields.append(now.shields + gone)
        discarded.append(gone)
    gained = [now.military - then.military for then, now in zip(old.players, new.players, strict=True)]
    spoils: list[Spoil] = []
    for winner, loser in won(shields):
        spoils += [Spoil(winner, loser, MILITARY)] * (gained[winner] if len(gained) == 2 else 1)
    return Battle(seq, tuple(shields), tuple(spoils), discarded=tuple(discarded))


def _horned(cards: dict[str, int]) -> int:
    return sum(count for card, count in cards.items() if card in HORNS)


def said(battle: Fought, table: TableView) -> tuple[str, str]:
    """The title and the line below."""
    assert isinstance(battle, Battle)
    return outcome(battle, table), _("Red cards with horns go to the discard pile.")
