"""The games there are, by name. A game's rules are imported when they are asked for, no sooner."""

import importlib
from collections.abc import Iterator, Mapping
from typing import cast

from companion.games.vocabulary import Game

_PACKAGES = {
    "architects": "companion.games.architects",
    "seven_wonders": "companion.games.seven_wonders",
    "duel": "companion.games.duel",
}


class UnknownGameError(ValueError):
    """There is no such game: one line with the names that there are."""


class _Games(Mapping[str, Game]):
    """Name to rules; looking a game up imports it."""

    def __getitem__(self, name: str) -> Game:
        return cast("Game", importlib.import_module(_PACKAGES[name]))

    def __iter__(self) -> Iterator[str]:
        return iter(_PACKAGES)

    def __len__(self) -> int:
        return len(_PACKAGES)


GAMES: Mapping[str, Game] = _Games()
"""Every game's rules by name."""


def game_named(name: object) -> Game:
    """The rules of a game. Raises ``UnknownGameError``, whose one line names the games that there are."""
    if not isinstance(name, str) or name not in _PACKAGES:
        raise UnknownGameError(f"there is no game {name!r}; there are {', '.join(_PACKAGES)}")
    return GAMES[name]
