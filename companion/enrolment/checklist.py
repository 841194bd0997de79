"""Which faces a box has, in the order in which they are asked for, with the names that people call them by.

A game says so in its package: in a list ``enrolment.toml`` (groups of ids), or in a facet ``enrolment`` whose function
``faces`` gives each face's id, name and group.
"""

import re
import tomllib
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Final, NamedTuple

from companion.errors import Unusable
from companion.games.catalogue import facet, packages

_LIST = "enrolment.toml"
_FACE = re.compile(r"[a-z0-9_]+(/[A-Za-z0-9_]+)+")


class Item(NamedTuple):
    """One face to enrol: its id, what a person calls it, and the group it is listed under."""

    face: str
    name: str
    group: str


GAMES: Final = tuple(
    game
    for game, package in packages().items()
    if any((files(package) / name).is_file() for name in (_LIST, "enrolment.py"))
)
"""The games whose faces can be enrolled."""


@cache
def faces_of(game: str) -> tuple[Item, ...]:
    """Every face of a game's box, in the order in which it is quickest to lay them."""
    own = facet(game, "enrolment")
    if own is not None:
        return tuple(Item(*face) for face in own.faces())
    listed = files(packages()[game]) / _LIST
    table = tomllib.loads(listed.read_text("utf-8")) if listed.is_file() else {"group": []}
    named = [(name, group["name"]) for group in table["group"] for name in group["faces"].split()]
    return tuple(Item(f"{game}/{name}", _spoken(name), group) for name, group in named)


def chosen(game: str, wanted: str | None) -> tuple[Item, ...]:
    """The faces that ``--faces`` asks for, in its order: a file of ids, a list with commas, or all of the game's.

    In the list a group's name ("cards", "Age I") stands for all of it; ``order`` for all of the game. In a file each
    line is one face; what follows a ``#`` is a remark. Raises ``Unusable``.
    """
    if wanted is None or wanted == "order":
        return faces_of(game)
    path = Path(wanted)
    if path.is_file():
        words = _lines(path)
    else:
        words = [word.strip() for word in wanted.split(",") if word.strip()]
        if path.suffix or path.is_dir():
            raise Unusable(f"--faces {wanted}: no such file (a file with one face a line, or wood,clay,..., or order)")
    found = [item for word in words for item in _meant(game, word)]
    if not found:
        raise Unusable(f"--faces {wanted}: names no face")
    twice = {item.face for item in found if [other.face for other in found].count(item.face) > 1}
    if twice:
        raise Unusable(f"--faces {wanted}: named twice: {', '.join(sorted(twice))}")
    return tuple(found)


def item_of(game: str, word: str) -> Item | None:
    """The face that a person means by a word: an id with or without the game, or a name; None: no face's id."""
    known = {item.face: item for item in faces_of(game)}
    face = word if word.startswith(f"{game}/") else f"{game}/{word}"
    if face in known:
        return known[face]
    for item in known.values():
        if item.name.casefold() == word.casefold():
            return item
    return Item(face, _spoken(face.removeprefix(f"{game}/")), "Others") if _FACE.fullmatch(face) else None


def suggestions(items: Sequence[Item], typed: str) -> tuple[Item, ...]:
    """The faces that what was typed so far can mean, the likeliest first."""
    letters = typed.casefold().strip()
    if not letters:
        return ()

    def rank(item: Item) -> int:
        names = (item.name.casefold(), item.face.partition("/")[2])
        if letters in names:
            return 0
        if any(name.startswith(letters) for name in names):
            return 1
        if any(f" {letters}" in name.replace("_", " ").replace("/", " ") for name in names):
            return 2
        return 3 if any(letters in name for name in names) else 4

    ranked = sorted((rank(item), k) for k, item in enumerate(items))
    return tuple(items[k] for value, k in ranked if value < 4)


def _lines(path: Path) -> list[str]:
    try:
        lines = path.read_text("utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise Unusable(f"{path}: not a list of faces that can be read (one id a line)") from error
    return [word for line in lines if (word := line.partition("#")[0].strip())]


def _meant(game: str, word: str) -> tuple[Item, ...]:
    group = tuple(item for item in faces_of(game) if item.group.casefold() == word.casefold())
    item = item_of(game, word)
    if group or item is None:
        if not group:
            raise Unusable(f"--faces: {word!r} is no face (ids are like {faces_of(game)[0].face}) and no group")
        return group
    return (item,)


def _spoken(name: str) -> str:
    """``back/age_1`` as a person says it."""
    return name.replace("/", ", ").replace("_", " ")
