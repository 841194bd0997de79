"""Pieces and places of the table as the camera knows them: faces, zones, what is wrong with a place."""

from collections.abc import Callable, Mapping
from typing import Final

from companion.api.protocol import Audit, PlaceTrouble, View
from companion.games.tables import TableView
from companion.games.vocabulary import bare_face
from companion.words.facet import game_of, tables
from companion.words.language import N_, _, say
from companion.words.names import card, medal, player, source, stage_number, token, wonder

_BUILT: Final = " ✓"


def piece(face: str) -> str:
    """A piece by its face id, ``<game>/<card>`` or ``<game>/<kind>/<id>``, or as a tableau tells of it."""
    game, _slash, name = bare_face(face).partition("/")
    told, count = _called("zones", name, game), face.partition("@")[2]
    if told and count:
        return f"{told}: {count}"
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
    return _called("backs", name, game) or _("Back: {wonder}").format(wonder=wonder(name, game))


def _called(kind: str, name: str, game: str) -> str:
    """What a table of the game's words has for it; empty: nothing."""
    return next((say(known[name]) for known in tables(kind, game) if name in known), "")


_KINDS: Final[Mapping[str, Callable[[str, str], str]]] = {
    "progress": lambda name, game: _("Back: progress token") if name == "back" else token(name, game),
    "stage": _stage,
    "wonder": wonder,
    "medal": lambda name, _game: _("Back: medal") if name == "back" else medal(name),
    "board": _board,
    "token": lambda name, game: _called("pieces", name, game) or name,
    "coin": lambda name, _game: _("Coin: {n}").format(n=name),
    "back": _back,
}


def place(name: str, table: TableView) -> str:
    """A place on the table (``seat/2/city``)."""
    parts, game = name.split("/"), game_of(table)
    if parts[0] == "seat":
        return f"{player(table, int(parts[1]))}: {_called('zones', parts[2], game) or parts[2]}"
    if parts[0] == "holder":
        return source(f"holder:{parts[1]}", table)
    return of_table(name, game)


def of_table(name: str, game: str) -> str:
    """A place that is nobody's; of what is laid out card by card the whole is named."""
    parts = name.split("/")
    return _called("zones", parts[-1], game) or _called("zones", parts[0], game) or name


def audit(found: Audit, table: TableView) -> tuple[str, str]:
    """Where table and record differ, in a line; and what may have been forgotten, as a question."""
    if not found.should:
        said, asked = N_("{place}: I did not count {lies}"), N_("Was it not put back, or did I miss something?")
    elif not found.lies:
        said, asked = N_("{place}: I do not see {should}"), N_("Was it forgotten, or does something cover it?")
    else:
        said, asked = N_("{place}: I see {lies}, I count {should}"), N_("Was something not turned over or exchanged?")
    lies, should = (", ".join(piece(face) for face in faces) for faces in (found.lies, found.should))
    line = _(said).format(place=place(found.place, table), lies=lies, should=should)
    return line[0].upper() + line[1:], _(asked)


def set_aside(found: PlaceTrouble, table: TableView) -> str:
    """That a place says nothing for now, in a line."""
    said = _("I cannot see: {place}") if found.code == "unreadable" else _("{place}: not what was played")
    line = said.format(place=place(found.place, table))
    return line[0].upper() + line[1:]


def all_set_aside(view: View) -> tuple[str, ...]:
    """The same of every place of which nothing more is told (an audit), a line each."""
    if view.table is None:
        return ()
    told = {found.place for found in view.audits}
    return tuple(set_aside(found, view.table) for found in view.health if found.place not in told)
