"""What lay in a place and was taken up, all of it, until it is played: somebody has it in hand, or it lies unseen."""

from companion.referee.inference.baseline import Baseline
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
