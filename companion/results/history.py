"""The past games, from the shelf's journals; each is read once and remembered until its file changes."""

import contextlib
import os
from pathlib import Path
from typing import Final

import msgspec

from companion import __version__
from companion.errors import Unusable
from companion.referee.game_files import games
from companion.referee.messages import History, PastGame, PastPlayer
from companion.results.kept import Kept, read

MEMORY: Final = "past.json"
"""What was read of the journals so far; it may be deleted at any time."""


class _Read(msgspec.Struct, frozen=True):
    """What a journal told when its files were like this; ``game`` is ``None`` where it has no game to tell of."""

    files: tuple[tuple[int, int], ...]
    game: PastGame | None
    trouble: str = ""


class _Memory(msgspec.Struct, frozen=True):
    version: str
    read: dict[str, _Read]


def past_games(folder: Path) -> History:
    """Every game on the shelf, newest first, and a line for each journal that is damaged or cannot be read.

    About 10 ms a game the first time, next to nothing afterwards. Nothing but ``past.json`` is written.
    """
    known = _remembered(folder)
    now: dict[str, _Read] = {}
    for path in reversed(games(folder)):
        before = known.get(path.stem)
        files = _files(path)
        now[path.stem] = before if before is not None and before.files == files else _read(path, files)
    if now != known:
        _remember(folder, now)
    told = now.values()
    return History(
        tuple(entry.game for entry in told if entry.game is not None),
        tuple(entry.trouble for entry in told if entry.trouble),
    )


def past_game(kept: Kept) -> PastGame:
    """A game as history tells it. Of one that was not played to its end nobody has won."""
    sheet = kept.sheet
    return PastGame(
        name=kept.name,
        game=kept.game.NAME,
        begun=kept.events[0].wall,
        seconds=round(kept.seconds, 1),
        finished=kept.finished,
        players=tuple(
            PastPlayer(
                name=name,
                wonders=kept.wonders(seat),
                score=sheet.totals[seat],
                categories=sheet.categories[seat],
                won=kept.finished and seat in sheet.winners,
            )
            for seat, name in enumerate(kept.names)
        ),
        moves=len(kept.fold.played),
    )


def _read(path: Path, files: tuple[tuple[int, int], ...]) -> _Read:
    try:
        kept = read(path)
        return _Read(files, None, str(kept.trouble)) if kept.trouble else _Read(files, past_game(kept))
    except (Unusable, OSError) as error:
        return _Read(files, None, str(error))


def _files(path: Path) -> tuple[tuple[int, int], ...]:
    """What tells whether a journal has changed: size and time of the database, its log, and its copy."""
    found = []
    for part in (path, path.with_name(path.name + "-wal"), path.with_suffix(".copy.jsonl")):
        try:
            status = part.stat()
        except OSError:
            found.append((-1, 0))
        else:
            found.append((status.st_size, status.st_mtime_ns))
    return tuple(found)


def _remembered(folder: Path) -> dict[str, _Read]:
    try:
        memory = msgspec.json.decode((folder / MEMORY).read_bytes(), type=_Memory)
    except (OSError, msgspec.DecodeError, RecursionError):
        return {}
    # Another version may count otherwise.
    return memory.read if memory.version == __version__ else {}


def _remember(folder: Path, read_now: dict[str, _Read]) -> None:
    fresh = folder / f"{MEMORY}.{os.getpid()}"
    # A shelf that may only be read is read again the next time.
    with contextlib.suppress(OSError):
        fresh.write_bytes(msgspec.json.encode(_Memory(__version__, read_now)))
        fresh.replace(folder / MEMORY)
