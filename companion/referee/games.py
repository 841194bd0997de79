"""The games a referee can judge, as it sees them: the rules' functions, and what moves look like on the table."""

from functools import cache
from typing import Protocol, cast

from companion.errors import Unusable
from companion.games.catalogue import Together, UnknownGameError, facet, game_named
from companion.games.vocabulary import AnyMove, AnyState, Cue, Game, Place, Shown, Tableau


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

    def cues(self, before: AnyState, move: AnyMove, after: AnyState, /) -> tuple[Cue, ...]:
        """What is to be heard after a move."""

    def tableau(self, state: AnyState, /) -> Tableau:
        """What should lie where."""

    def places(self, state: AnyState, /) -> tuple[Place, ...]:
        """Where pieces may lie, every one of which the tableau speaks about."""

    def shows(self, move: AnyMove, /) -> Shown:
        """What a move brings to light."""

    def is_back(self, face: str, /) -> bool:
        """Whether this is the back of a card, which says nothing of its face."""


class _ByFinger:
    """What is true of a game that says nothing of it: nobody sees it, nothing is heard."""

    DECK_FACES = 1
    READ_KEYS: tuple[str, ...] = ()

    @staticmethod
    def irregular(_: AnyState) -> tuple[AnyMove, ...]:
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
    def is_back(_: str) -> bool:
        return False


@cache
def rules_of(name: str) -> Rules:
    """The rules of a game by its name. Raises ``Unusable`` with the names that there are."""
    try:
        return cast("Rules", Together(facet(name, "seen"), game_named(name), _ByFinger))
    except UnknownGameError as error:
        raise Unusable(str(error)) from error
