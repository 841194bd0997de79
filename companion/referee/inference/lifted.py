"""What lay in a place and was taken up: all of it, until it is played (somebody has it in hand), or what is unread."""

import math
from collections.abc import Mapping

from companion.referee.inference.baseline import ANY, Baseline
from vision.sighting import Sighting


class Lifted:
    """The places from which it was taken.

    ``since``: when, whatever has been laid there since; ``together``: those where, within ``within`` seconds, it was
    taken from others too.
    """

    def __init__(self, within: float) -> None:
        self._within = within
        self.since: dict[str, float] = {}
        self.together: set[str] = set()

    def note(self, now: Sighting, baseline: Baseline | None) -> None:
        """Note a place from which all that lay there has been taken, and from which others at the same time."""
        if now.pieces or baseline is None or not baseline.seen.pieces:
            return
        recent = (zone for zone, when in self.since.items() if now.exposed - when < self._within)
        with_it = {*recent} - {now.zone}
        self.together |= with_it | {now.zone} if with_it else set()
        self.since[now.zone] = now.exposed

    def alone(self, until: float) -> frozenset[str]:
        """The places from which it was taken by this moment, and from no others at the same time."""
        return frozenset(zone for zone, when in self.since.items() if when <= until) - self.together

    def put_down(self, zone: str) -> None:
        """What was taken up there lies where it was played."""
        self.since.pop(zone, None)
        self.together.discard(zone)

    def forget(self) -> None:
        """The camera's clock begins anew."""
        self.since, self.together = {}, set()


class Parted:
    """When pieces were first seen to be gone from where they lay: those that nobody had read, and any.

    ``within``: a piece that is only moved is seen again so soon (s): what comes later is another one.
    """

    def __init__(self, within: float) -> None:
        self._within = within
        self._since: dict[str, dict[int, float]] = {}
        self._any: dict[str, dict[int, float]] = {}

    def note(self, now: Sighting, baseline: Baseline | None) -> None:
        """Note what lies in a place no more."""
        if baseline is None:
            return
        there, earlier = {piece.track for piece in now.pieces}, self._since.get(now.zone, {})
        known = self._any.get(now.zone, {})
        self._any[now.zone] = {one: known.get(one, now.exposed) for one in baseline.known.keys() - there}
        unread = {track for track, face in baseline.known.items() if face == ANY}
        # What was gone when its place was explained last, and is missed there yet, is gone still.
        unread |= earlier.keys() - baseline.known.keys() if ANY in baseline.absent else set()
        self._since[now.zone] = {track: earlier.get(track, now.exposed) for track in unread - there}

    def last(self, zone: str, baseline: Baseline | None) -> float:
        """When the last piece that was known to lie in a place went from there; infinite: none is missed."""
        known = baseline.known if baseline is not None else {}
        return max((when for one, when in self._any.get(zone, {}).items() if one in known), default=math.inf)

    def before(self, zone: str, came: float, baseline: Baseline) -> bool:
        """Whether all that have gone from a place had done so well before this moment, at which a piece came there."""
        missed = ANY in baseline.absent
        gone = [
            when
            for track, when in self._since.get(zone, {}).items()
            if baseline.known.get(track, ANY if missed else "") == ANY
        ]
        return bool(gone) and came - max(gone) >= self._within

    def lasting(self, now: float, seconds: float, baselines: Mapping[str, Baseline]) -> frozenset[str]:
        """The places from which one has been gone for so long, and nothing has explained it."""
        return frozenset(
            zone
            for zone, gone in self._since.items()
            for track, since in gone.items()
            if zone in baselines and baselines[zone].known.get(track) == ANY and now - since >= seconds
        )

    def forget(self) -> None:
        """The camera's clock begins anew."""
        self._since, self._any = {}, {}
