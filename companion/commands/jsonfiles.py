"""Reading the JSON files that the commands are given: one clear line where a file is unusable."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from companion.errors import Unusable

KNOWN_GAMES = ("seven_wonders", "duel")


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


def require_architects(where: str, game: Any) -> None:
    """Raise ``Unusable`` for a game that the rules do not know (yet)."""
    if game == "architects":
        return
    if game in KNOWN_GAMES:
        raise Unusable(f"{where}: the game {game} comes later; so far there is architects")
    raise Unusable(f"{where}: there is no game {game!r}; so far there is architects")
