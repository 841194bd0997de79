"""Places that look again as they did before their last change, again and again; those that nobody can look at."""

from collections.abc import Iterator, Mapping

from companion.referee.inference.baseline import Baseline
from companion.referee.inference.named import best
from vision.sighting import SeenPiece, Sighting

_UNSTEADY, _WITHIN = 4, 5.0
"""So many times within so many seconds: no hand does that."""


class Flicker:
    """What each place looked like before its last change, and when it looked so again."""

    def __init__(self) -> None:
        self._earlier: dict[str, Sighting] = {}
        self._returns: dict[str, list[float]] = {}

    def since(self, now: Sighting, before: Sighting) -> float | None:
        """Since when a place that has just changed flickers; ``None``: it does not."""
        zone = now.zone
        earlier, self._earlier[zone] = self._earlier.get(zone), before
        if earlier is None or differs(now, earlier):
            return None
        self._returns[zone] = [when for when in self._returns.get(zone, ()) if now.exposed - when < _WITHIN]
        self._returns[zone].append(now.exposed)
        return self._returns[zone][0] if len(self._returns[zone]) >= _UNSTEADY else None

    def showed(self, zone: str) -> tuple[SeenPiece, ...]:
        """What lay in a place before its last change."""
        earlier = self._earlier.get(zone)
        return earlier.pieces if earlier is not None else ()


def out_of_sight(seen: Mapping[str, Sighting], baseline: Mapping[str, Baseline]) -> Iterator[str]:
    """The places that nobody can look at now: they are said to be unreadable, and to look as they did.

    What can be told of one on whose spots several pieces lie is told of the others all the same.
    """
    for zone, now in seen.items():
        if now.unreadable and zone in baseline and not differs(now, baseline[zone].seen):
            named = all(piece.faces for piece in now.pieces)
            if named and sum(piece.spot is not None for piece in now.pieces) <= 1:
                yield zone


def differs(now: Sighting, before: Sighting | None) -> bool:
    """Whether other pieces lie there now, or the same ones look like something else."""
    if before is None or now is before:
        return before is None
    return {(p.track, best(p)) for p in now.pieces} != {(p.track, best(p)) for p in before.pieces}
