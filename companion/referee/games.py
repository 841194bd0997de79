"""The games a referee can judge, as it sees them: the rules' functions, and what moves look like."""

from collections.abc import Mapping
from typing import Any, Protocol, cast

from companion.errors import Unusable
from companion.games.catalogue import UnknownGameError, game_named
from companion.games.vocabulary import Cue, Game, Place, Tableau
from companion.referee.inference.baseline import Expected


class Rules(Game, Protocol):
    """What a game's module offers the referee: more than every ``Game`` does.

    A game that no camera sees yet has no ``places`` and an empty ``tableau``: it is played by finger.
    """

    def irregular(self, state: Any, /) -> tuple[Any, ...]:
        """Moves that are mistakes which people make."""

    def tableau(self, state: Any, /) -> Tableau:
        """What should lie where."""

    def places(self, state: Any, /) -> tuple[Place, ...]:
        """Where pieces may lie."""

    def cues(self, before: Any, move: Any, after: Any, /) -> tuple[Cue, ...]:
        """What is to be heard after a move."""


def rules_of(name: str) -> Rules:
    """The rules of a game by its name. Raises ``Unusable`` with the names that there are."""
    try:
        return cast("Rules", game_named(name))
    except UnknownGameError as error:
        raise Unusable(str(error)) from error


def faces_named(game: str, move: Any) -> tuple[str, ...]:
    """The faces that a move brings to light, by the fields that name a piece (card, token, stage)."""
    found = []
    for field, pattern in (("card", "{}/{}"), ("token", "{}/progress/{}"), ("stage", "{}/stage/{}/built")):
        name = getattr(move, field, None)
        if name is not None:
            found.append(pattern.format(game, name))
    return tuple(found)


def on_the_way(game: str, move: Any, before: Mapping[str, Expected]) -> Mapping[str, Expected]:
    """What lies where when the move is made but nothing that follows from it: the card taken lies in the city.

    A horn card may win its battle and leave at once by rule; people put it down first.
    """
    zone = f"seat/{getattr(move, 'seat', None)}/city"
    city, card = before.get(zone), getattr(move, "card", None)
    if card is None or not isinstance(city, tuple):
        return {}
    return {zone: tuple(sorted((*city, *faces_named(game, move))))}


def from_the_top(move: Any) -> bool:
    """Whether a card was the top one of its deck: not where several are looked at and one is chosen."""
    return getattr(move, "because", None) != "halicarnassus"
