"""What lay in a place and was taken up: all of it, until it is played (somebody has it in hand), or what is unread."""

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

    def put_down(self, zone: str) -> None:
        """What was taken up there lies where it was played."""
        self.since.pop(zone, None)
        self.together.discard(zone)

    def forget(self) -> None:
        """The camera's clock begins anew."""
        self.since, self.together = {}, set()


class Parted:
    """When pieces that nobody had read were first seen to be gone from where they lay.

    ``within``: a piece that is only moved is seen again so soon (s): what comes later is another one.
    """

    def __init__(self, within: float) -> None:
        self._within = within
        self._since: dict[str, dict[int, float]] = {}

    def note(self, now: Sighting, baseline: Baseline | None) -> None:
        """Note what lies in a place no more."""
        there = {piece.track for piece in now.pieces}
        known = baseline.known if baseline is not None else {}
        earlier = self._since.get(now.zone, {})
        self._since[now.zone] = {
            track: earlier.get(track, now.exposed)
            for track, face in known.items()
            if face == ANY and track not in there
        }

    def before(self, zone: str, came: float, baseline: Baseline) -> bool:
        """Whether all that have gone from a place had done so well before this moment, at which a piece came there."""
        gone = self._gone(zone, baseline)
        return bool(gone) and came - max(gone) >= self._within

    def lasting(self, now: float, seconds: float, baselines: Mapping[str, Baseline]) -> frozenset[str]:
        """The places from which one has been gone for so long, and nothing has explained it."""
        known = {zone: self._gone(zone, baselines[zone]) for zone in self._since if zone in baselines}
        return frozenset(zone for zone, gone in known.items() if gone and now - min(gone) >= seconds)

    def _gone(self, zone: str, baseline: Baseline) -> list[float]:
        return [when for track, when in self._since.get(zone, {}).items() if baseline.known.get(track) == ANY]

    def forget(self) -> None:
        """The camera's clock begins anew."""
        self._since = {}
