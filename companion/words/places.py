"""Pieces and places of the table as the camera knows them: faces, zones, and where table and record differ."""

from collections.abc import Callable, Mapping
from typing import Final

from companion.api.protocol import Audit
from companion.games.tables import TableView
from companion.words.language import N_, _, say
from companion.words.names import card, player, source, stage_number, token, wonder

_BUILT: Final = " ✓"
_TOKENS: Final = {
    "cat": N_("Cat"),
    "conflict_peace": N_("Conflict: peace"),
    "conflict_battle": N_("Conflict: battle"),
    "military": N_("Victory token"),
    "loot_2": N_("Military token: 2 coins"),
    "loot_5": N_("Military token: 5 coins"),
    "conflict_pawn": N_("Conflict pawn"),
    "conflict_minus_1": N_("Defeat token"),
    "conflict_1": N_("Victory token, 1"),
    "conflict_3": N_("Victory token, 3"),
    "conflict_5": N_("Victory token, 5"),
}
_BACKS: Final = {
    "central": N_("Back: central deck"),
    "guild": N_("Back: guild"),
    "wonder": N_("Back: wonder"),
    "age_1": N_("Back: age I"),
    "age_2": N_("Back: age II"),
    "age_3": N_("Back: age III"),
}
_ZONES: Final = {
    "city": N_("cards"),
    "wonder": N_("wonder"),
    "progress": N_("progress tokens"),
    "cat": N_("Cat"),
    "conflict": N_("conflict tokens"),
    "deck": N_("Central deck"),
    "discard": N_("Discard pile"),
    "medals": N_("Medals"),
}


def piece(face: str) -> str:
    """A piece by its face id: ``architects/wood``, ``architects/stage/giza_3/built``, ``duel/progress/law``."""
    game, _slash, name = face.partition("/")
    kind, slash, rest = name.partition("/")
    if slash:
        return _KINDS[kind](rest, game) if kind in _KINDS else name
    # Loom, press and glassworks look the same in two ages: their face is that of either card.
    return card(name if card(name, game) != name else f"{name}_1", game)


def _stage(name: str, game: str) -> str:
    stage, _slash, side = name.partition("/")
    city = wonder(stage.rpartition("_")[0], game)
    return _("{wonder}, stage {n}").format(wonder=city, n=stage_number(stage)) + _BUILT * (side == "built")


def _board(name: str, game: str) -> str:
    city, _slash, side = name.partition("/")
    return f"{wonder(city, game)} {side}"


def _back(name: str, game: str) -> str:
    return say(_BACKS[name]) if name in _BACKS else _("Back: {wonder}").format(wonder=wonder(name, game))


_KINDS: Final[Mapping[str, Callable[[str, str], str]]] = {
    "progress": lambda name, game: _("Back: progress token") if name == "back" else token(name, game),
    "stage": _stage,
    "wonder": wonder,
    "board": _board,
    "token": lambda name, _game: say(_TOKENS.get(name, name)),
    "coin": lambda name, _game: _("Coin: {n}").format(n=name),
    "back": _back,
}


def place(name: str, table: TableView) -> str:
    """A place on the table (``seat/2/city``)."""
    parts = name.split("/")
    if parts[0] == "seat":
        return f"{player(table, int(parts[1]))}: {say(_ZONES.get(parts[2], parts[2]))}"
    if parts[0] == "holder":
        return source(f"holder:{parts[1]}", table)
    return say(_ZONES.get(parts[-1], name))


def audit(found: Audit, table: TableView) -> str:
    """Where table and record differ, in a line."""
    lies = ", ".join(piece(face) for face in found.lies) or "–"  # noqa: RUF001
    should = ", ".join(piece(face) for face in found.should) or "–"  # noqa: RUF001
    said = _("{place}: lies {lies}, should lie {should}").format(
        place=place(found.place, table), lies=lies, should=should
    )
    return said[0].upper() + said[1:]
