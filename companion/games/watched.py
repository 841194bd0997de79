"""The games that a camera can watch: their rules, places and tableaux, and the hidden order that the twin deals."""

from collections.abc import Callable
from functools import cache
from typing import Any, cast

import msgspec

from companion.errors import Unusable
from companion.games.catalogue import UnknownGameError, facet, game_named, packages
from companion.games.dealing import Twin
from companion.games.vocabulary import Cue, Game, Place, Shown, Tableau

NEEDED = ("places", "seen", "twin")
"""The facets without which the twin cannot play a game before a camera."""


class Watched(msgspec.Struct, frozen=True):
    """One such game."""

    rules: Game
    twin: Twin
    places: Callable[[Any], tuple[Place, ...]]
    tableau: Callable[[Any], Tableau]
    shows: Callable[[Any], Shown]
    cues: Callable[[Any, Any, Any], tuple[Cue, ...]]
    dump_setup: Callable[[Any], dict[str, Any]]


@cache
def watched(game: str) -> Watched:
    """A game by its name. Raises ``Unusable`` where there is none, or no camera can watch it."""
    try:
        missing = lacking(game)
        rules = game_named(game)
    except UnknownGameError as error:
        raise Unusable(str(error)) from error
    if missing:
        raise Unusable(f"{game}: no camera can watch it yet; it has no {' and no '.join(missing)}")
    seen, twin = cast("Any", facet(game, "seen")), cast("Any", facet(game, "twin"))
    cues = getattr(rules, "cues", _silent)
    return Watched(rules, twin.TWIN, seen.places, seen.tableau, seen.shows, cues, _dump(game, rules))


def lacking(game: str) -> tuple[str, ...]:
    """The facets that a game would need to be played by the twin. Raises ``UnknownGameError``."""
    return tuple(name for name in NEEDED if facet(game, name) is None)


def _silent(before: Any, move: Any, after: Any) -> tuple[Cue, ...]:  # noqa: ARG001 - a game without sounds
    return ()


def watchable() -> tuple[str, ...]:
    """The games that can be watched, by name."""
    return tuple(game for game in packages() if not lacking(game))


def _dump(game: str, rules: Any) -> Callable[[Any], dict[str, Any]]:
    own: Callable[[Any], dict[str, Any]] | None = getattr(rules, "dump_setup", None)
    return own or (lambda setup: {**msgspec.to_builtins(setup), "game": game})
