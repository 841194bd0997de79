"""A live table drawn in a terminal: one picture a game."""

from collections.abc import Sequence
from typing import Any, cast

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from companion import words
from companion.api.protocol import View
from companion.games.architects.table import ArchitectsTable
from companion.games.duel.table import DuelTable
from companion.games.seven_wonders.table import SevenWondersTable
from companion.games.tables import SeatView, TableView

_LAST = 6
"""So many moves are shown below the table."""


def picture(view: View) -> RenderableType:
    """The table as it stands, what was done last, and what is the matter."""
    table = view.table
    if table is None:
        return Text("waiting for the table to be set up")
    news = [Text(line, style="dim") for line in said(view, 0)[-_LAST:]]
    duties = [Text(line, style="cyan") for line in table.obligations]
    asked = [] if view.question is None else [Text("a question is waiting on the screen", style="bold yellow")]
    troubles = [f"{part.name}: {part.trouble or part.state}" for part in view.parts if part.state == "down"]
    lines = [Text(line, style="red") for line in (*troubles, view.camera) if line]
    return Group(*_table(table), *duties, *news, *asked, *lines)


def said(view: View, after: int) -> list[str]:
    """Each move after an event, on one line: not what is secret yet; those taken back are marked."""
    table = view.table
    if table is None:
        return []
    lines = []
    for entry in view.log:
        if entry.seq > after and entry.move is not None:
            body = {"move": "choose", "seat": entry.move.get("seat")} if entry.secret else entry.move
            told = " · ".join(filter(None, words.move(body, table)))
            lines.append(f"{entry.seq:4} {told}{' (taken back)' * entry.undone}")
    return lines


def _table(table: TableView) -> Sequence[RenderableType]:
    if isinstance(table, ArchitectsTable):
        return _architects(table)
    if isinstance(table, SevenWondersTable):
        return _seven_wonders(table)
    return _duel(cast("DuelTable", table))


def _architects(table: ArchitectsTable) -> Sequence[RenderableType]:
    columns = ("stages", "cards", "shields", "military", "progress")
    shown = _columns("7 Wonders Architects", *columns)
    for seat in table.players:
        shown.add_row(
            *_who(seat, table, " 🐱" if seat.cat else ""),
            "".join("█" if built else "░" for built in seat.stages.values()),
            ", ".join(f"{count} {card}" for card, count in seat.cards.items()),
            str(seat.shields),
            str(seat.military),
            " ".join((*seat.progress, *seat.medals)),
        )
    battle = "●" * table.battle_tokens + "○" * table.peace_tokens
    return shown, Text(f"turn {table.turn}   conflict {battle}   central deck {table.central_deck}")


def _seven_wonders(table: SevenWondersTable) -> Sequence[RenderableType]:
    columns = ("wonder", "stages", "coins", "shields", "conflicts", "science", "buildings", "hand")
    shown = _columns("7 Wonders", *columns)
    for seat in table.players:
        shown.add_row(
            *_who(seat, table),
            f"{seat.wonder} {seat.side}",
            "█" * seat.stages + "░" * (seat.stage_count - seat.stages),
            str(seat.coins),
            str(seat.shields),
            " ".join(f"{token:+}" for token in seat.conflict_tokens),
            " ".join(f"{symbol}{count}" for symbol, count in seat.science.items()),
            ", ".join(seat.buildings),
            f"{seat.hand}{' ✓' * seat.chosen}",
        )
    way = "to the left" if table.passing == "left" else "to the right"
    return shown, Text(f"age {table.age}, turn {table.turn}   cards go {way}   discarded {table.discard}")


def _duel(table: DuelTable) -> Sequence[RenderableType]:
    shown = _columns("7 Wonders Duel", "coins", "wonders", "shields", "science", "progress", "cards")
    for seat in table.players:
        shown.add_row(
            *_who(seat, table),
            str(seat.coins),
            " ".join(f"{'█' if built else '░'}{wonder}" for wonder, built in seat.wonders.items()),
            str(seat.shields),
            " ".join(f"{symbol}{count}" for symbol, count in seat.symbols.items()),
            " ".join(seat.progress),
            ", ".join(seat.cards),
        )
    track = "".join("◆" if place == table.pawn else "┼" if place == 0 else "─" for place in range(-9, 10))
    lines = [Text(f"age {table.age}, turn {table.turn}   {track}   on the board: {' '.join(table.board)}")]
    if table.free:
        lines.append(Text("free: " + ", ".join(f"{card} {price.coins}" for card, price in table.free.items())))
    return shown, *lines


def _columns(title: str, *names: str) -> Table:
    return Table("", "player", "score", *names, title=title)


def _who(seat: SeatView, table: Any, more: str = "") -> tuple[str, str, str]:
    """What stands first in every row: whose turn it is or who has won, the name, the score."""
    mark = "▶" if seat.seat == table.to_move else "★" if seat.seat in table.winners else ""
    return mark, seat.name + more, str(seat.score)
