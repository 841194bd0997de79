"""A table of 7 Wonders in a terminal: a player's columns, and what lies in the middle."""

from collections.abc import Sequence
from typing import Final

from companion.games.seven_wonders.table import SevenWondersSeat, SevenWondersTable

COLUMNS: Final = ("wonder", "stages", "coins", "shields", "conflicts", "science", "buildings", "hand")


def row(seat: SevenWondersSeat) -> Sequence[str]:
    """A player's columns."""
    return (
        f"{seat.wonder} {seat.side}",
        "█" * seat.stages + "░" * (seat.stage_count - seat.stages),
        str(seat.coins),
        str(seat.shields),
        " ".join(f"{token:+}" for token in seat.conflict_tokens),
        " ".join(f"{symbol}{count}" for symbol, count in seat.science.items()),
        ", ".join(seat.buildings),
        f"{seat.hand}{' ✓' * seat.chosen}",
    )


def mark(_seat: SevenWondersSeat) -> str:
    """Nobody is marked."""
    return ""


def lines(table: SevenWondersTable) -> Sequence[str]:
    """The age and where the hands go."""
    way = "to the left" if table.passing == "left" else "to the right"
    return (f"age {table.age}, turn {table.turn}   cards go {way}   discarded {table.discard}",)
