"""JSON that the commands are given and give: one clear line where a file is unusable, one document a line."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import msgspec

from companion.errors import Unusable
from companion.games.catalogue import UnknownGameError, game_named, packages
from companion.games.vocabulary import Game

FIRST: Final = next(iter(packages()))
"""The game that a command is about where none is named."""


def read_json(path: Path) -> Any:
    """The JSON document in a file. Raises ``Unusable``."""
    try:
        return msgspec.json.decode(_read(path))
    except msgspec.DecodeError as error:
        raise Unusable(f"{path}: not a JSON document: {error}") from None


def read_json_lines(path: Path) -> Iterator[tuple[int, Any]]:
    """The JSON values in a file of one a line, with their line numbers; empty lines are left out."""
    for number, line in enumerate(_read(path).splitlines(), 1):
        if line.strip():
            try:
                yield number, msgspec.json.decode(line)
            except msgspec.DecodeError as error:
                raise Unusable(f"{path}: line {number}: not a JSON object: {error}") from None


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise Unusable(f"{path}: {(error.strerror or str(error)).lower()}") from None


def rules_of(where: str, game: object) -> Game:
    """The rules of a game by its name. Raises ``Unusable``: ``where`` it was named, and the games that there are."""
    try:
        return game_named(game)
    except UnknownGameError as error:
        raise Unusable(f"{where}: {error}") from None


def print_json(document: object) -> None:
    """One JSON document on standard output."""
    sys.stdout.write(msgspec.json.encode(document).decode() + "\n")
