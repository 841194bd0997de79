"""Pieces that are only remembered: nothing of them is seen, for others lie exactly on them."""

from collections.abc import Collection, Iterable, Mapping

from msgspec.structs import replace

from companion.referee.inference.baseline import Baseline
from vision.sighting import Quad, SeenPiece, Sighting

_EXACTLY = 6.0
"""mm between the corners of a piece and those of one that hides it: nobody lays two cards like that (by hand)."""


class Beneath:
    """Leaves out what lies hidden in places that are set aside, and that nothing ever explained.

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
        unknown = [one for one in seen.pieces if one.track not in baseline.known and (anew or one.track in before)]
        hidden = frozenset(one.track for one in unknown if _is_hidden(one, seen.pieces))
        if not hidden:
            return seen
        self._hidden[seen.zone] = hidden
        return replace(seen, pieces=tuple(one for one in seen.pieces if one.track not in hidden))


def _is_hidden(piece: SeenPiece, pieces: tuple[SeenPiece, ...]) -> bool:
    """Whether one of the pieces that lie above it lies exactly on it, and is no strange thing."""
    above = pieces[pieces.index(piece) + 1 :]
    return piece.spot is None and any(one.faces and _coincide(piece.quad, one.quad) for one in above)


def _coincide(one: Quad, other: Quad) -> bool:
    """Whether two pieces lie in one place, either way up."""
    return any(
        all((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 <= _EXACTLY**2 for a, b in zip(one, turned, strict=True))
        for turned in (other, (*other[2:], *other[:2]))
    )
