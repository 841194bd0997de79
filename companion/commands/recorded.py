"""Recorded games that the commands go on from: a journal, or a file as ``companion referee`` reads it."""

from pathlib import Path
from typing import Any, NamedTuple

from companion.chances.playouts import Position
from companion.commands.jsonfiles import read_json_lines
from companion.errors import Unusable
from companion.games.catalogue import game_named
from companion.games.replay import ReplayError, replay
from companion.games.vocabulary import Game

_SQLITE = b"SQLite format 3\0"


class Recorded(NamedTuple):
    """A recorded game: its rules, how it stands, and the same as a position that others can be told."""

    game: Game
    state: Any
    position: Position


def recorded(path: Path) -> Recorded:
    """Read a recorded game: every move that counts, irregular ones as they happened. Raises ``Unusable``."""
    return _from_journal(path) if _is_journal(path) else _from_lines(path)


def _is_journal(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            return file.read(len(_SQLITE)) == _SQLITE
    except OSError as error:
        raise Unusable(f"{path}: {(error.strerror or str(error)).lower()}") from None


def _from_journal(path: Path) -> Recorded:
    # A text file needs no database.
    from companion.referee.fold import fold  # noqa: PLC0415
    from companion.referee.journal.journal import verify  # noqa: PLC0415

    verdict = verify(path)
    if verdict.trouble or not verdict.events:
        raise Unusable(f"{verdict.trouble or f'{path}: holds no event'}; see companion journal verify --help")
    game = fold(verdict.events)
    moves = tuple(game.rules.dump_move(entry.move) for entry in game.played)
    rules = game_named(game.rules.NAME)
    return Recorded(rules, game.state, Position(rules.NAME, game.setup, moves))


def _from_lines(path: Path) -> Recorded:
    try:
        report = replay(read_json_lines(path))
    except ReplayError as error:
        raise Unusable(f"{path}: {error}") from None
    return Recorded(report.game, report.state, Position(report.game.NAME, report.setup, report.moves))
