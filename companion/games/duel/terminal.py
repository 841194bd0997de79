"""A table of Duel in a terminal: a player's columns, and what lies in the middle."""

from collections.abc import Sequence
from typing import Final

from companion.games.duel.table import DuelSeat, DuelTable

COLUMNS: Final = ("coins", "wonders", "shields", "science", "progress", "cards")


def row(seat: DuelSeat) -> Sequence[str]:
    """A player's columns."""
    return (
        str(seat.coins),
        " ".join(f"{'█' if built else '░'}{wonder}" for wonder, built in seat.wonders.items()),
        str(seat.shields),
        " ".join(f"{symbol}{count}" for symbol, count in seat.symbols.items()),
        " ".join(seat.progress),
        ", ".join(seat.cards),
    )


def mark(_seat: DuelSeat) -> str:
    """Nobody is marked."""
    return ""


def lines(table: DuelTable) -> Sequence[str]:
    """The age, the military track, and what each card that may be taken costs."""
    track = "".join("◆" if place == table.pawn else "┼" if place == 0 else "─" for place in range(-9, 10))
    shown = [f"age {table.age}, turn {table.turn}   {track}   on the board: {' '.join(table.board)}"]
    if table.free:
        shown.append("free: " + ", ".join(f"{card} {price.coins}" for card, price in table.free.items()))
    return shown
