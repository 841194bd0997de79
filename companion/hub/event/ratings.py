"""How strong players are, by all their tables: Plackett-Luce as openskill has it, for two to seven at a table."""

from collections.abc import Iterable
from typing import NamedTuple

from openskill.models import PlackettLuce, PlackettLuceRating

from companion.hub.event.standings import Row


class Rating(NamedTuple):
    """``mu`` and ``sigma`` of a player's strength (25 and 8.33 before his first table), and the careful guess."""

    mu: float
    sigma: float

    @property
    def shown(self) -> float:
        """What he is worth at least, with 99.7 % (mu - 3 sigma)."""
        return self.mu - 3 * self.sigma


def rated(tables: Iterable[Row]) -> dict[str, Rating]:
    """Everybody's rating after these tables.

    They count by round and table, whatever order they came in: the same results give the same ratings.
    """
    model = PlackettLuce()
    known: dict[str, PlackettLuceRating] = {}
    for row in sorted(tables, key=lambda row: (row.place.section, row.place.round, row.place.table)):
        teams = [[known.get(player) or model.rating()] for player in row.seats]
        after = model.rate(teams, ranks=[float(place) for place in row.result.places])
        known.update(zip(row.seats, (team[0] for team in after), strict=True))
    return {player: Rating(one.mu, one.sigma) for player, one in known.items()}
