"""Games as the referee and the twin see them: the rules' functions, and what moves look like on the table."""

from collections.abc import Sequence
from functools import cache
from typing import Any, Protocol, cast

import msgspec

from companion.errors import Unusable
from companion.games.catalogue import Together, UnknownGameError, facet, game_named, packages
from companion.games.dealing import Twin
from companion.games.mats import Place
from companion.games.vocabulary import AnyMove, AnyState, Cue, Game, Lying, Shown, Tableau

NEEDED = ("places", "seen", "twin")
"""The facets without which the twin cannot play a game before a camera."""


class Rules(Game, Protocol):
    """A game as the referee needs it: its rules, and its facet ``seen``.

    A game without that facet no camera sees: it has no places and is played by finger.
    """

    @property
    def DECK_FACES(self) -> int:  # noqa: N802 - a module's constant
        """How many different faces may lie on top of a deck."""

    @property
    def READ_KEYS(self) -> tuple[str, ...]:  # noqa: N802 - a module's constant
        """The keys of a move whose values the camera has read, so that it may have misread them."""

    def irregular(self, state: AnyState, /) -> tuple[AnyMove, ...]:
        """Moves that are mistakes which people make."""

    def unread_may_allow(self, state: AnyState, move: AnyMove, /) -> bool:
        """Whether a piece that nobody has read may be why one of these is right (as far as it is known: it may)."""

    def reveals(self, state: AnyState, /) -> tuple[AnyMove, ...]:
        """The moves that are nobody's: what lies there is turned up or read; also after the end, when none is legal."""

    def cues(self, before: AnyState, move: AnyMove, after: AnyState, /) -> tuple[Cue, ...]:
        """What is to be heard after a move."""

    def tableau(self, state: AnyState, /) -> Tableau:
        """What should lie where."""

    def places(self, state: AnyState, /) -> tuple[Place, ...]:
        """Where pieces may lie, every one of which the tableau speaks about."""

    def shows(self, move: AnyMove, /) -> Shown:
        """What a move brings to light."""

    def told(self, state: AnyState, seen: Lying, /) -> tuple[AnyMove, ...]:
        """The moves that ``legal`` does not list and that what lies there tells (twenty cards laid out)."""

    def otherwise(self, move: AnyMove, seen: Lying, /) -> tuple[AnyMove, ...]:
        """What a move that ``told`` told may have been as well, by what lies there since."""

    def awaits(self, state: AnyState, /) -> frozenset[str]:
        """The places in which something is laid out piece by piece, that is understood when all of it lies there."""

    def by_sight(self, state: AnyState, /) -> tuple[AnyMove, ...]:
        """The moves that are told apart by looking; of those that look alike one.

        The legal ones, and those that are legal by what nobody has read.
        """

    def common(self, moves: Sequence[AnyMove], /) -> AnyMove | None:
        """What these moves agree in, as a move that leaves the rest unread; ``None``: the game knows no such move."""

    def is_back(self, face: str, /) -> bool:
        """Whether this is the back of a card, which says nothing of its face."""

    def dump_setup(self, setup: Any, /) -> dict[str, Any]:
        """A set-up as the JSON object that files and messages hold."""


class Watched(Rules, Protocol):
    """A game that a camera can watch, with what its facet ``twin`` knows: the hidden order that the twin deals."""

    @property
    def TWIN(self) -> Twin:  # noqa: N802 - a module's constant
        """What the twin needs to know of it."""


class _ByFinger:
    """What is true of a game that says nothing of it: nobody sees it, nothing is heard."""

    DECK_FACES = 1
    READ_KEYS: tuple[str, ...] = ()

    def __init__(self, game: str) -> None:
        self._game = game

    @staticmethod
    def irregular(_: AnyState) -> tuple[AnyMove, ...]:
        return ()

    @staticmethod
    def unread_may_allow(_state: AnyState, _move: AnyMove) -> bool:
        return True

    @staticmethod
    def reveals(_: AnyState) -> tuple[AnyMove, ...]:
        return ()

    @staticmethod
    def cues(_before: AnyState, _move: AnyMove, _after: AnyState) -> tuple[Cue, ...]:
        return ()

    @staticmethod
    def tableau(_: AnyState) -> Tableau:
        return Tableau({}, {}, {})

    @staticmethod
    def places(_: AnyState) -> tuple[Place, ...]:
        return ()

    @staticmethod
    def shows(_: AnyState) -> Shown:
        return Shown()

    @staticmethod
    def told(_state: AnyState, _seen: Lying) -> tuple[AnyMove, ...]:
        return ()

    @staticmethod
    def otherwise(_move: AnyMove, _seen: Lying) -> tuple[AnyMove, ...]:
        return ()

    @staticmethod
    def awaits(_: AnyState) -> frozenset[str]:
        return frozenset()

    def by_sight(self, state: AnyState) -> tuple[AnyMove, ...]:
        return game_named(self._game).legal(state)

    @staticmethod
    def common(_: Sequence[AnyMove]) -> AnyMove | None:
        return None

    @staticmethod
    def is_back(_: str) -> bool:
        return False

    def dump_setup(self, setup: Any) -> dict[str, Any]:
        return {**msgspec.to_builtins(setup), "game": self._game}


@cache
def rules_of(name: str) -> Rules:
    """The rules of a game by its name. Raises ``Unusable`` with the names that there are."""
    try:
        return cast("Rules", Together(facet(name, "seen"), game_named(name), _ByFinger(name)))
    except UnknownGameError as error:
        raise Unusable(str(error)) from error


@cache
def watched(game: str) -> Watched:
    """A game by its name. Raises ``Unusable`` where there is none, or no camera can watch it."""
    rules, missing = rules_of(game), lacking(game)
    if missing:
        raise Unusable(f"{game}: no camera can watch it yet; it has no {' and no '.join(missing)}")
    return cast("Watched", Together(rules, facet(game, "twin")))


def lacking(game: str) -> tuple[str, ...]:
    """The facets that a game would need to be played by the twin. Raises ``UnknownGameError``."""
    return tuple(name for name in NEEDED if facet(game, name) is None)


def watchable() -> tuple[str, ...]:
    """The games that can be watched, by name."""
    return tuple(game for game in packages() if not lacking(game))
