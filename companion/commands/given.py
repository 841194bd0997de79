"""What the commands are given: games, players, boxes, files; one clear line where it is unusable."""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Final

import msgspec
import typer

from companion.commands.shown import progress
from companion.errors import Unusable
from companion.games.catalogue import UnknownGameError, game_named, packages
from companion.games.vocabulary import Game

FIRST: Final = next(iter(packages()))
"""The game that a command is about where none is named."""

BoxFolder = Annotated[Path | None, typer.Option("--box", help="An enrolled box; without it our proxy set.")]
StateFolder = Annotated[Path | None, typer.Option("--state", help="Where games are kept.")]


def read_json(path: Path) -> Any:
    """The JSON document in a file. Raises ``Unusable``."""
    return _decoded(read_bytes(path), f"{path}: not a JSON document")


def read_json_lines(path: Path) -> Iterator[tuple[int, Any]]:
    """The JSON values in a file of one a line, with their line numbers; empty lines are left out."""
    for number, line in enumerate(read_bytes(path).splitlines(), 1):
        if line.strip():
            yield number, _decoded(line, f"{path}: line {number}: not a JSON object")


def read_bytes(path: Path, most: int = -1) -> bytes:
    """A file's content, or its first bytes. Raises ``Unusable``."""
    try:
        with path.open("rb") as file:
            return file.read(most)
    except OSError as error:
        raise Unusable(f"{path}: {(error.strerror or str(error)).lower()}") from None


def _decoded(text: bytes, wrong: str) -> Any:
    try:
        return msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Unusable(f"{wrong}: {error}") from None


def rules_of(where: str, game: object) -> Game:
    """The rules of a game by its name. Raises ``Unusable``: ``where`` it was named, and the games that there are."""
    try:
        return game_named(game)
    except UnknownGameError as error:
        raise Unusable(f"{where}: {error}") from None


def open_library(box: Path | None, game: str) -> Path:
    """The library's file of a box, or of our practice pieces of a game, learned on first use. Raises ``Unusable``."""
    # What faces look like is loaded only where a table is seen.
    from companion.box.faces import library_of  # noqa: PLC0415

    with progress("learning the faces of our practice cards") as tell:
        return library_of(box, game, tell).resolve()
