"""The legal moves sorted for fingers: first what to do, then with which card, payment or token."""

from collections.abc import Sequence
from typing import Any

import msgspec

from companion import words
from companion.games.architects.looks import FACES
from companion.games.architects.table import ArchitectsTable
from companion.words.language import _

Body = dict[str, Any]
"""A move as its JSON object."""

_ORDER = ("medal", "turn_up", "take", "build", "progress", "reveal", "reveal_medal", "end_turn")
_SOURCES = ("left", "right", "central")


class Way(msgspec.Struct, frozen=True):
    """One thing that can be done now, and the moves of which one is it.

    ``id`` stays the same while it is the same thing; ``text`` and ``detail`` say what it is.
    """

    id: tuple[Any, ...]
    kind: str
    text: str
    detail: str
    icon: str
    moves: tuple[Body, ...]


def ways(table: ArchitectsTable) -> tuple[Way, ...]:
    """Everything that can be done now, in the order of a turn."""
    sorted_moves: dict[tuple[Any, ...], list[Body]] = {}
    for move in (*table.moves, *table.late):
        sorted_moves.setdefault(_id(move), []).append(move)
    found = [_way(key, moves, table) for key, moves in sorted_moves.items()]
    return tuple(sorted(found, key=lambda way: (_ORDER.index(way.kind), _seat_order(way, table), way.id[2:3])))


def _id(move: Body) -> tuple[Any, ...]:
    kind = move["move"]
    if kind == "take":
        name = move["from"]
        return kind, move["seat"], (_SOURCES.index(name) if name in _SOURCES else 3, name)
    if kind == "build":
        return kind, move["seat"], (0, move["stage"])
    if kind == "progress":
        return kind, move["seat"], (0, (move.get("from", "face_up"), *move.get("spent", ())))
    if kind == "reveal_medal":
        return kind, -1, (0, move.get("left_of", -1))
    return kind, move.get("seat", -1), (0, "")


def _medal_way(kind: str, move: Body, table: ArchitectsTable) -> tuple[str, str, str]:
    """Icon, text and detail of what only the expansion Medals has."""
    if kind == "medal":
        others = words.player(table, move["seat"]) if move["seat"] != table.to_move else ""
        return "medal", _("Take the medal"), others
    if kind == "turn_up":
        return "card", _("Turn up the card that lies face down"), ""
    return "medal", _("Which medal lies there?"), words.medal_place(move.get("left_of"), table)


def _seat_order(way: Way, table: ArchitectsTable) -> int:
    return 0 if way.id[1] in (table.to_move, -1) else 1


def _way(key: tuple[Any, ...], moves: Sequence[Body], table: ArchitectsTable) -> Way:
    kind, move = key[0], moves[0]
    icon, text, detail = "", "", ""
    if kind == "take":
        icon, text = "deck", words.source(move["from"], table)
        reason = move.get("because")
        # Somebody else's card: it ends the turn of the player to move.
        detail = words.player(table, move["seat"]) if move["seat"] != table.to_move else ""
        if reason:
            detail = words.token(reason) if words.token(reason) != reason else words.wonder(reason)
        moves = sorted(moves, key=lambda body: list(FACES).index(body["card"]))
    elif kind == "build":
        icon, text = "pillar", _("Build stage {n}").format(n=words.stage_number(move["stage"]))
    elif kind == "progress":
        icon = "gear"
        text = _("Token from the stack") if move.get("from") == "stack" else _("Token face up")
        detail = words.spent(move.get("spent", ()))
    elif kind == "reveal":
        icon, text = "question", _("New token face up")
    elif kind == "end_turn":
        icon, text = "hourglass", _("End the turn")
    else:
        icon, text, detail = _medal_way(kind, move, table)
    return Way(key, kind, text, detail, icon, tuple(moves))
