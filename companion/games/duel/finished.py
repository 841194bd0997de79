"""Duel: what there is to tell of two cities at the end."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from companion.games.duel.rules.facts import FACTS
from companion.games.finished import NUMBER, Field, FieldName, Piece, Told, many, number

PARTIAL: Final = True
"""Cities that do not fit together can be scored as they are."""
BUILT_OVER: Final = "wonders"
"""A wonder is built over a card, which sticks out below it."""
_MOST_COINS: Final = 99
_WONDER, _PROGRESS, _COIN = "wonder/", "progress/", "coin/"


def fields(_edition: int) -> tuple[Field, ...]:
    """Wonders built, progress tokens, coins, cards; and of the table, where the pawn stands."""
    capital = FACTS.table.capital
    return (
        Field("wonders", "many", tuple(Piece(name, "wonder") for name in FACTS.wonder_index)),
        Field("progress", "many", tuple(Piece(name, "token") for name in FACTS.token_index)),
        Field("coins", "number", most=_MOST_COINS),
        Field("cards", "many", tuple(Piece(name, "card") for name in FACTS.index)),
        Field("pawn", "number", least=-capital, most=capital, shared=True),
    )


def position(_edition: int, cities: Sequence[Told], table: Told) -> dict[str, Any]:
    """The described position."""
    return {"game": "duel", "pawn": number(table, "pawn"), "players": [_player(city) for city in cities]}


def belongs(face: str) -> tuple[FieldName, str, int] | None:
    """Where a face counts; wonders lie there whether built or not."""
    if face.startswith(_COIN):
        return "coins", NUMBER, int(face.removeprefix(_COIN))
    if face.removeprefix(_WONDER) in FACTS.wonder_index:
        return "wonders", face.removeprefix(_WONDER), 1
    if face.removeprefix(_PROGRESS) in FACTS.token_index:
        return "progress", face.removeprefix(_PROGRESS), 1
    return ("cards", face, 1) if face in FACTS.index else None


def left_open(faces: Mapping[str, int]) -> tuple[FieldName, ...]:
    """What these faces leave open: coins lie on coins, always; at most one wonder of a player is in the box again."""
    seen = sum(count for face, count in faces.items() if face.removeprefix(_WONDER) in FACTS.wonder_index)
    return ("coins",) if seen >= FACTS.table.wonders_each - 1 else ("wonders", "coins")


def _player(city: Told) -> dict[str, Any]:
    return {
        "cards": list(many(city, "cards")),
        "wonders": list(many(city, "wonders")),
        "progress": list(many(city, "progress")),
        "coins": number(city, "coins"),
    }
