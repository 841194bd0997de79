"""Zones in which a change has left something unexplained: a photograph of them tells what is missing.

Cards that are laid down together show a strip each, which no single new piece explains.
"""

from collections import Counter
from collections.abc import Callable
from functools import cached_property
from threading import Thread

from vision.geometry.plane import PX_PER_MM
from vision.live.pieces import Piece, as_numbered
from vision.recognition.library import Library
from vision.stills.photograph import StillReader

_TAKEN_UP = 4
"""Pieces: few payments are as dear."""


class Photographs:
    """Reads zones like photographs. Learning how all faces look in one takes seconds, and most games need none."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._unexplained: frozenset[str] = frozenset()
        self._learning: Thread | None = None

    @cached_property
    def reader(self) -> StillReader:
        """What reads them."""
        return StillReader(self._library, px_per_mm=PX_PER_MM)

    @property
    def waiting(self) -> frozenset[str]:
        """The zones (names) that are to be read so when nobody waits; none while it is still being learned."""
        return self._unexplained if self._learning is not None and not self._learning.is_alive() else frozenset()

    def note(self, zone: str, *, left: bool, gone: int) -> None:
        """A zone has changed; ``left``: not all of it was explained. With the first one it begins to be learned.

        Or when so many pieces have ``gone`` that they were hardly paid: they will be laid down again.
        """
        self._unexplained = self._unexplained | {zone} if left else self._unexplained - {zone}
        if (left or gone >= _TAKEN_UP) and self._learning is None:
            self._learning = Thread(target=self.reader.prepare, name="photographs", daemon=True)
            self._learning.start()

    def looked_over(
        self, zone: str, pieces: tuple[Piece, ...], look: Callable[[], tuple[Piece, ...]]
    ) -> tuple[Piece, ...]:
        """The pieces of a zone that waited, and those beneath them, if a first ``look`` at it finds all and more.

        What has no name and lies about where one is found that nobody knew of was a part of that.
        """
        self._unexplained -= {zone}
        found, named = look(), [piece for piece in pieces if piece.faces]
        missed = Counter(piece.face for piece in named) - Counter(piece.face for piece in found)
        if missed or len(found) <= len(named):
            return pieces
        known = {piece.track for piece in pieces}
        numbered = as_numbered(found, named)
        more = [piece for piece in numbered if piece.track not in known]
        strange = [piece for piece in pieces if not piece.faces]
        return (*numbered, *(one for one in strange if not any(_lies_about(one, piece) for piece in more)))


def _lies_about(one: Piece, other: Piece) -> bool:
    """Whether the middle of one piece may lie on another."""
    return one.pose.distance(other.pose) < other.pose.height / 2
