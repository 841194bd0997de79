"""What was taken from the middle of the table, and lies there yet: its place is seen as it was."""

from collections.abc import Iterable

from companion.games.mats import Place
from companion.referee.inference.expected import taken_from
from companion.referee.inference.observations import Observations


def untaken(places: Iterable[Place], observed: Observations) -> frozenset[str]:
    """The places in the middle where a piece lies that should have gone, by what was taken and came elsewhere."""
    return frozenset(zone for zone in taken_from(places) & observed.seen.keys() if observed.is_old(zone))
