"""From the pieces seen in photographs of finished cities to the position that is scored: one photograph a player."""

from collections.abc import Sequence
from typing import Any

from companion.games.architects import photo as architects
from companion.games.duel import photo as duel
from companion.games.seven_wonders import photo as seven_wonders
from companion.photographed.seen import City, questions

__all__ = ["City", "position_of"]

_GAMES = {
    "architects": architects.position,
    "seven_wonders": seven_wonders.position,
    "duel": duel.position,
}


def position_of(game: str, cities: Sequence[City], wonders: Sequence[str] = ()) -> tuple[dict[str, Any], list[str]]:
    """The described position (see ``companion score FILE``) and what a person should look at.

    ``cities`` in seat order; ``wonders``: what a person says, in the same order, for photographs that do not show
    it. What no photograph shows is asked about and left out. Raises ``Unusable`` where nothing can be scored.
    """
    position, asked = _GAMES[game](cities, wonders)
    return position, [*(line for city in cities for line in questions(city)), *asked]
