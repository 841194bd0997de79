"""The games there are, found by the entry point group ``companion.games``; a game's parts are imported when asked for.

A distribution that declares ``chess = "chess"`` in that group is a game like ours. The value names a package whose
modules are the game's facets: ``rules`` (the shape of ``vocabulary.Game``), ``table``, ``places``, ``seen``, ``words``,
``looks``, ``board``, ``photo``, ``enrolment``, ``twin``. Only ``rules`` must be there. (The pattern is mopidy's, whose
own backends are extensions found like anybody's.)
"""

import importlib
import math
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.metadata import entry_points
from types import ModuleType
from typing import Any, Final, cast

from companion.errors import Unusable
from companion.games.vocabulary import Game

GROUP: Final = "companion.games"
_THE_FIRST: Final = "architects"
"""Journals and set-ups of the time when there was no other game do not name theirs."""
_USUAL_PLAYERS: Final = 4
"""Where nobody says how many."""


class UnknownGameError(ValueError):
    """There is no such game: one line with the names that there are."""


@cache
def packages() -> Mapping[str, str]:
    """Each game's name and its package, by the ``ORDER`` that the package gives; those without one last, by name."""
    found = {point.name: point.value for point in entry_points(group=GROUP)}
    places = {name: getattr(importlib.import_module(package), "ORDER", math.inf) for name, package in found.items()}
    return dict(sorted(found.items(), key=lambda item: (places[item[0]], item[0])))


@cache
def facet(game: str, name: str) -> ModuleType | None:
    """A game's module of this name (``words``, ``looks``, ...); ``None`` where the game has none.

    A facet that is there and cannot be imported raises its own error. Raises ``UnknownGameError``.
    """
    package = _package(game)
    module = f"{package}.{name}"
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        if error.name != module:
            raise
        return None


def _package(game: object) -> str:
    if not isinstance(game, str) or game not in packages():
        raise UnknownGameError(f"there is no game {game!r}; there are {', '.join(packages())}")
    return packages()[game]


class Together:
    """One game out of its parts: what the first has not, the next one has."""

    def __init__(self, *parts: object) -> None:
        self._parts = parts

    def __getattr__(self, name: str) -> Any:
        for part in self._parts:
            if hasattr(part, name):
                found = getattr(part, name)
                setattr(self, name, found)
                return found
        raise AttributeError(name)


def game_of(setup: Mapping[str, Any]) -> str:
    """The game that a set-up says it is of. Set-ups written when there was but one game do not say."""
    return str(setup.get("game", _THE_FIRST))


class _Games(Mapping[str, Game]):
    """Name to rules; looking a game up imports it."""

    def __getitem__(self, name: str) -> Game:
        if name not in packages():
            raise KeyError(name)
        return game_named(name)

    def __iter__(self) -> Iterator[str]:
        return iter(packages())

    def __len__(self) -> int:
        return len(packages())


GAMES: Final[Mapping[str, Game]] = _Games()
"""Every game's rules by name."""


def game_named(name: object) -> Game:
    """The rules of a game. Raises ``UnknownGameError``, whose one line names the games that there are."""
    return cast("Game", importlib.import_module(f"{_package(name)}.rules"))


def edition_of(name: str, asked: int | None) -> int | None:
    """The edition asked for; ``None``: nobody asked. Raises ``Unusable`` where the game has none of that number."""
    known: tuple[int, ...] = getattr(game_named(name), "EDITIONS", ())
    if asked is not None and asked not in known:
        there = f"editions {' and '.join(map(str, known))}" if known else "one edition only"
        raise Unusable(f"--edition {asked}: {name} has {there}")
    return asked


def expansions_of(name: str, asked: str, option: str) -> tuple[str, ...]:
    """The expansions asked for by an option, between commas. Raises ``Unusable`` where the game has not got one."""
    wanted = tuple(part.strip() for part in asked.split(",") if part.strip())
    known: tuple[str, ...] = game_named(name).EXPANSIONS
    unknown = [part for part in wanted if part not in known]
    if unknown:
        raise Unusable(f"{option} {unknown[0]}: {name} has {', '.join(known) or 'none'}")
    return wanted


def players_of(name: str, asked: int | None) -> int:
    """How many play: as many as asked for, or as usual. Raises ``Unusable`` where the game is not for so many."""
    possible = game_named(name).PLAYERS
    players = min(_USUAL_PLAYERS, max(possible)) if asked is None else asked
    if players not in possible:
        many = f"{min(possible)} to {max(possible)}" if len(possible) > 1 else min(possible)
        raise Unusable(f"--players {players}: {name} is for {many} players")
    return players
