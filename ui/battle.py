"""A battle as the screen tells it: read off two views, the one before it and the one after."""

import msgspec

from companion.api.protocol import TableView, View
from ui.facts import HORNS


class Battle(msgspec.Struct, frozen=True):
    """``shields`` and ``won`` military tokens by seat; ``seq``: the event with which it was fought."""

    seq: int
    shields: tuple[int, ...]
    won: tuple[int, ...]


def fought(before: View, after: View) -> Battle | None:
    """The battle fought between two views, if there was one.

    A battle turns all conflict tokens back to peace; the shields that fought are those left, and those on the red
    cards with horns that it discarded (one each): known from before and from the moves since.
    """
    old, new = before.table, after.table
    if old is None or new is None or after.seq <= before.seq or len(old.players) != len(new.players):
        return None
    fresh = [entry for entry in after.log if entry.seq > before.seq]
    if new.battle_tokens or not fresh or any(entry.kind != "move" for entry in fresh):
        return None
    bodies = [entry.move for entry in fresh if entry.move]
    taken = [(body["seat"], body["card"]) for body in bodies if body.get("move") == "take"]
    flipped = old.battle_tokens + sum(HORNS.get(card, 0) for _seat, card in taken)
    if flipped < old.battle_tokens + old.peace_tokens:
        return None
    horned = [_horned(old, seat) + sum(s == seat and c in HORNS for s, c in taken) for seat in range(len(old.players))]
    pairs = tuple(zip(old.players, new.players, horned, strict=True))
    return Battle(
        after.seq,
        tuple(now.shields + gone for _then, now, gone in pairs),
        tuple(now.military - then.military for then, now, _gone in pairs),
    )


def _horned(table: TableView, seat: int) -> int:
    return sum(count for card, count in table.players[seat].cards.items() if card in HORNS)
