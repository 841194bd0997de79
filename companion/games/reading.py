"""What every game reads: data files; set-ups, moves and positions as JSON; one clear line where they are wrong."""

from collections.abc import Callable, Collection, Iterable, Sequence
from importlib.resources import files
from typing import Any, TypeVar

import msgspec

from companion.games.vocabulary import InvalidSetup, PositionError, UnknownMoveError, line

_T = TypeVar("_T")


def read_data(package: str | None, name: str, kind: type[_T]) -> _T:
    """What a game's data file says; ``name``: its path within the package's ``data``."""
    assert package
    return msgspec.json.decode(files(package).joinpath("data", name).read_bytes(), type=kind)


def read_setup(obj: Any, game: str, kind: type[_T], check: Callable[[_T], None], example: str) -> _T:
    """The set-up in the contract's JSON object (with or without the key ``setup`` around it).

    ``check`` raises ``InvalidSetup`` where no table can begin like this; ``example``: one that is right, for whoever
    gives something else. Raises ``InvalidSetup`` with one clear line.
    """
    if isinstance(obj, dict) and isinstance(obj.get("setup"), dict):
        obj = obj["setup"]
    if not isinstance(obj, dict):
        raise InvalidSetup(f"The set-up must be a JSON object such as {example}.")
    if obj.get("game", game) != game:
        raise InvalidSetup(f"This is a set-up of the game {obj['game']!r}, not of {game}.")
    try:
        setup = msgspec.convert({key: value for key, value in obj.items() if key != "game"}, kind)
    except msgspec.ValidationError as error:
        raise InvalidSetup(f"The set-up cannot be read: {error}.") from None
    check(setup)
    return setup


def read_move(obj: Any, kind: Any) -> Any:
    """The move (of ``kind``, a game's union of moves) in a JSON object, its names not looked up.

    Raises ``UnknownMoveError`` for unknown keys and wrong types.
    """
    try:
        return msgspec.convert(obj, kind)
    except msgspec.ValidationError as error:
        raise UnknownMoveError(f"not a move: {error}") from None


def write_move(move: Any) -> dict[str, Any]:
    """A move as the JSON object that files and messages hold; what is not said is left out."""
    obj = msgspec.to_builtins(move)
    return {key: list(value) if isinstance(value, tuple) else value for key, value in obj.items() if value is not None}


def read_position(obj: Any, game: str, kind: type[_T]) -> _T:
    """The final position (of ``kind``) in a JSON object, its names not looked up. Raises ``PositionError``."""
    try:
        position = msgspec.convert(obj, kind)
    except msgspec.ValidationError as error:
        raise PositionError(f"not a position of {game}: {error}") from None
    if obj["game"] != game:
        raise PositionError(f"this is a position of the game {obj['game']!r}, not of {game}")
    return position


def check_described(where: str, what: str, names: Iterable[str], known: Collection[str]) -> None:
    """Raise ``PositionError`` for the first name that the box does not have; ``where``: whose, ``seat 0``."""
    for name in names:
        if name not in known:
            raise PositionError(f"{where}: no {what} {name!r}; known are {', '.join(known)}")


def check_once(wonders: Sequence[str]) -> None:
    """Raise ``PositionError`` where a wonder is before two players."""
    for wonder in wonders:
        if wonders.count(wonder) > 1:
            why = line("piece_twice", piece=wonder)
            raise PositionError(f"the wonder {wonder} is there {wonders.count(wonder)} times", why)


def check_known(what: str, name: str, names: Collection[str]) -> None:
    """Raise ``UnknownMoveError`` for a name that the box does not have."""
    if name not in names:
        raise UnknownMoveError(f"no {what} {name!r}: known are {', '.join(names)}")
