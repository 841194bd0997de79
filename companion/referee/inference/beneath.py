"""Pieces that are only remembered: nothing of them is seen, for others lie exactly on them."""

from collections.abc import Collection, Iterable, Mapping

from msgspec.structs import replace

from companion.referee.inference.baseline import ANY, Baseline
from companion.referee.inference.exactly_on import is_covered
from vision.sighting import Sighting


class Beneath:
    """Leaves out what lies hidden in places that are set aside, and that nothing ever explained, or nobody has read.

    Where vision took a picture of other faces for cards that were laid on those that lie there, and cards on those
    again, what it remembers beneath the last ones is no evidence. It stays left out while it is hidden.
    """

    def __init__(self) -> None:
        self._hidden: dict[str, frozenset[int]] = {}

    def without(
        self, seen: Iterable[Sighting], aside: Collection[str], baseline: Mapping[str, Baseline]
    ) -> tuple[Sighting, ...]:
        """The same places without such pieces. ``aside``: those that are set aside."""
        return tuple(self._shown(one, baseline.get(one.zone), anew=one.zone in aside) for one in seen)

    def _shown(self, seen: Sighting, baseline: Baseline | None, *, anew: bool) -> Sighting:
        before = self._hidden.pop(seen.zone, frozenset())
        if baseline is None or isinstance(baseline.expected, int) or not (anew or before):
            return seen
        known = baseline.known
        unknown = [one for one in seen.pieces if known.get(one.track, ANY) == ANY and (anew or one.track in before)]
        hidden = frozenset(one.track for one in unknown if is_covered(one, seen))
        if not hidden:
            return seen
        self._hidden[seen.zone] = hidden
        return replace(seen, pieces=tuple(one for one in seen.pieces if one.track not in hidden))
