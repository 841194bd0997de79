"""The states of a watched table, and what leads from one to the next.

Moving    -- nothing moves and nothing is in the way --> Draft
Draft     -- it has lain still for long enough --> Settled       says what has changed
Settled   -- ``LOOKS`` still frames --> Confirmed                says what their mean shows better
Confirmed -- each second --> Confirmed                           one mat is reviewed, says what has changed; at once
                                                                 one of which a change was not explained
Confirmed -- the mat that is reviewed was pushed --> Moving
any       -- something moves --> Moving, or Draft at once where an arm has just left the picture
any       -- other zones, other mats, a new listener --> Moving
any       -- a zone begins or ends to move without a pause --> Moving: meanwhile it is said to be unreadable

A Draft that something moves over is kept while it moves: only what looks otherwise is read again.
"""

from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass

from vision.geometry.image import Image
from vision.geometry.plane import Plane
from vision.live.mat_reader import Drafted
from vision.live.memory import MatMemory


@dataclass(frozen=True)
class Moving:
    """Something moves, or is in the way, or the table must be read for another reason.

    ``draft``: what has been read since the table was settled last.
    """

    draft: "Draft | None" = None


@dataclass(frozen=True)
class Read:
    """What was read from one frame.

    By mat: the zones that were read, what would be remembered, the rectified picture. ``planes``: the sheets that are
    only thought of and have followed what was pushed. ``rest``: what is left to be learned of it
    (``MatReader.update``).
    """

    zones: dict[int, frozenset[str]]
    memories: dict[int, MatMemory]
    sheets: dict[int, Image]
    planes: dict[int, Plane]
    rest: tuple[Callable[[], None], ...]

    def of(self, mat: int) -> Drafted | None:
        """What was read of a mat but for what is set aside; None: nothing was, or its place was not certain."""
        if mat not in self.zones or mat in self.planes:
            return None
        pieces = self.memories[mat].known
        return Drafted(self.sheets[mat], {name: pieces[name] for name in self.zones[mat] & pieces.keys()})


@dataclass(frozen=True)
class Draft:
    """Nothing moves: what is seen now is being read, to be said once the table has lain still for long enough.

    ``grey``: the small frame. ``reading``: done by other threads, while the next frames show whether anything moves.
    """

    grey: Image
    reading: Future[Read]


@dataclass(frozen=True)
class Settled:
    """The table lies still and has been read at ``read_at`` (seconds); its pictures are gathered.

    ``frames``: how many were. By mat: the zones (names) that are new, and the sum of the rectified pictures (uint16).
    """

    read_at: float
    frames: int
    zones: dict[int, frozenset[str]]
    sums: dict[int, Image]


@dataclass(frozen=True)
class Confirmed:
    """The table still lies as it was read; looked at again at ``reviewed_at`` (seconds)."""

    reviewed_at: float


State = Moving | Draft | Settled | Confirmed
