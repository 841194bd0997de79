"""The games a referee can judge, as it sees them: the rules' functions, and what moves look like."""

from collections.abc import Mapping
from typing import Any, Protocol

from companion.errors import Unusable
from companion.games import architects
from companion.games.common import Cue, Finding, Place, Sheet, Tableau
from companion.referee.ground import Expected


class Rules(Protocol):
    """What a game's module offers the referee (more than ``companion.games.common.Game``)."""

    NAME: str

    def parse_setup(self, obj: Any, /) -> Any:
        """The set-up out of the contract's JSON object. Raises ``InvalidSetup``."""

    def begin(self, setup: Any, /) -> Any:
        """The first state."""

    def legal(self, state: Any, /) -> tuple[Any, ...]:
        """Every legal move."""

    def irregular(self, state: Any, /) -> tuple[Any, ...]:
        """Moves that are mistakes which people make."""

    def judge(self, state: Any, move: Any, /) -> tuple[Finding, ...]:
        """What is irregular about a move."""

    def apply(self, state: Any, move: Any, /, *, strict: bool = True) -> Any:
        """The state after a move."""

    def scores(self, state: Any, /) -> Sheet:
        """The score sheet as of now."""

    def tableau(self, state: Any, /) -> Tableau:
        """What should lie where."""

    def places(self, state: Any, /) -> tuple[Place, ...]:
        """Where pieces may lie."""

    def cues(self, before: Any, move: Any, after: Any, /) -> tuple[Cue, ...]:
        """What is to be heard after a move."""

    def parse_move(self, obj: Any, /) -> Any:
        """A move out of its JSON object. Raises ``ValueError``."""

    def dump_move(self, move: Any, /) -> dict[str, Any]:
        """A move as its JSON object."""

    def obligations(self, state: Any, /) -> tuple[str, ...]:
        """What the player to move must do now."""


_GAMES: dict[str, Rules] = {"architects": architects}


def rules_of(name: str) -> Rules:
    """The rules of a game by its name. Raises ``Unusable`` with the names that there are."""
    if name not in _GAMES:
        raise Unusable(f"there is no game {name!r}; choose of {', '.join(_GAMES)}")
    return _GAMES[name]


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
