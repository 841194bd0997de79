"""Since when each place has not looked as it should, whatever explains it."""

from collections.abc import Mapping

from companion.referee.inference.baseline import Baseline, Expected, cannot_be_read, looks_right
from companion.referee.inference.named import best
from vision.sighting import Sighting


class Unlike:
    """The places that do not look as they should; of stacks those that should have grown and did not."""

    def __init__(self) -> None:
        self._since: dict[str, float] = {}
        self._compared: dict[str, tuple[object, bool]] = {}

    def compare(
        self,
        expected: Mapping[str, Expected],
        seen: Mapping[str, Sighting],
        baseline: Mapping[str, Baseline],
        now: float,
    ) -> None:
        """Remember since when (s, the camera's clock) each place has not looked as is expected; it is ``now``."""
        unlike = {
            zone
            for zone, should in expected.items()
            if zone in seen and not self._as_it_should(seen[zone], baseline.get(zone), should)
        }
        self._since = {zone: self._since.get(zone, now) for zone in unlike}

    def lasting(self, now: float, seconds: float) -> frozenset[str]:
        """The places that have not looked as they should for so long."""
        return frozenset(zone for zone, since in self._since.items() if now - since >= seconds)

    def forget(self) -> None:
        """The camera's clock begins anew."""
        self._since = {}

    def _as_it_should(self, seen: Sighting, baseline: Baseline | None, should: Expected) -> bool:
        if not isinstance(should, int):
            # Nearly always nothing has changed since the last look.
            now = (seen.pieces, seen.unenrolled, seen.unreadable, should)
            if seen.zone not in self._compared or self._compared[seen.zone][0] != now:
                self._compared[seen.zone] = now, looks_right(seen, should) and not cannot_be_read(seen)
            return self._compared[seen.zone][1]
        if baseline is None or not isinstance(baseline.expected, int) or should <= baseline.expected:
            return True
        return first_track(seen) != first_track(baseline.seen)


def first_track(seen: Sighting) -> int:
    """The track of the piece that is seen first; none: -1."""
    return seen.pieces[0].track if seen.pieces else -1


def same_on_top(one: Sighting, other: Sighting) -> bool:
    """Whether both show the same on top, or nothing."""
    return list(map(best, one.pieces[:1])) == list(map(best, other.pieces[:1]))
