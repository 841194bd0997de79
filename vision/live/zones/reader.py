"""What reads a zone: one class for each kind, all with the same two questions."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence

from vision.live.comparison import Comparison
from vision.live.pieces import Piece
from vision.sighting import Zone

NewTrack = Callable[[], int]
"""Gives the next number for a piece that is seen for the first time."""


class ZoneReader(ABC):
    """Reads zones of one kind."""

    @abstractmethod
    def read(
        self, zone: Zone, comparison: Comparison, before: Sequence[Piece] | None, new_track: NewTrack
    ) -> tuple[Piece, ...]:
        """The pieces now, in the order in which they lie on each other; one that stayed keeps its track.

        ``before``: the same a moment ago. None: the zone was never read (``comparison`` then has no history).
        """

    @property
    def waiting(self) -> frozenset[str]:
        """The zones (names) that are to be looked at more closely when nobody waits."""
        return frozenset()

    def renew(self, zone: Zone, comparison: Comparison, pieces: Sequence[Piece]) -> tuple[Piece, ...]:  # noqa: ARG002
        """The same pieces, their remembered pictures renewed where they are seen now, if this kind needs it."""
        return tuple(pieces)
