"""A table of Architects in a terminal: a player's columns, and what lies in the middle."""

from collections.abc import Sequence
from typing import Final

from companion.games.architects.table import ArchitectsSeat, ArchitectsTable

COLUMNS: Final = ("stages", "cards", "shields", "military", "progress")


def row(seat: ArchitectsSeat) -> Sequence[str]:
    """A player's columns."""
    return (
        "".join("█" if built else "░" for built in seat.stages.values()),
        ", ".join(f"{count} {card}" for card, count in seat.cards.items()),
        str(seat.shields),
        str(seat.military),
        " ".join((*seat.progress, *seat.medals)),
    )


def mark(seat: ArchitectsSeat) -> str:
    """Who has the Cat."""
    return " 🐱" if seat.cat else ""


def lines(table: ArchitectsTable) -> Sequence[str]:
    """Conflict tokens and the central deck."""
    battle = "●" * table.battle_tokens + "○" * table.peace_tokens
    return (f"turn {table.turn}   conflict {battle}   central deck {table.central_deck}",)
