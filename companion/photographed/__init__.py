"""From the pieces seen in photographs of finished cities to the position that is scored: one photograph a player."""

from collections.abc import Sequence
from typing import Any, Protocol, cast

from companion.errors import Unusable
from companion.games.catalogue import facet
from companion.photographed.seen import City, questions

__all__ = ["City", "position_of"]


class Photo(Protocol):
    """What this room asks of a game: its facet ``photo``."""

    @staticmethod
    def position(cities: Sequence[City], wonders: Sequence[str]) -> tuple[dict[str, Any], list[str]]:
        """The described position, and what no photograph shows. Raises ``Unusable`` where nothing can be scored."""


def position_of(game: str, cities: Sequence[City], wonders: Sequence[str] = ()) -> tuple[dict[str, Any], list[str]]:
    """The described position (see ``companion score FILE``) and what a person should look at.

    ``cities`` in seat order; ``wonders``: what a person says, in the same order, for photographs that do not show
    it. What no photograph shows is asked about and left out. Raises ``Unusable`` where nothing can be scored.
    """
    photo = facet(game, "photo")
    if photo is None:
        raise Unusable(f"{game} cannot be scored from photographs; describe the position in a file")
    position, asked = cast("Photo", photo).position(cities, wonders)
    return position, [*(line for city in cities for line in questions(city)), *asked]
