"""What vision remembers of each mat, in its head and on disk: last pictures, pieces, where the mat lies.

Saved before anything is said about it: what has been said once is then found again after a kill at any
moment, under the same track numbers.
"""

import threading
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np

from vision.geometry.difference import box
from vision.geometry.image import Image
from vision.geometry.plane import PX_PER_MM, Plane, Size
from vision.live.memory_file import Damaged, Entry, MatFile, Part, Record, cut_outs
from vision.live.pieces import Piece

_MARGIN_MM = 4.0
"""Around a piece that was moved: its picture at rest and its edge are put on disk with it."""
_CELL_MM = 14.0
"""Cells in which the light on a kept sheet is compared: light changes over centimetres, print within them."""
_OTHER_LIGHT, _SHARE = 0.06, 0.1
"""Logarithm of brightness (6 %) that is another light, and the share of cells that makes a file worth rewriting."""


class TrackNumbers:
    """Numbers for new tracks: counted up, never used twice, kept on disk; safe for several threads."""

    def __init__(self, last: int = 0) -> None:
        self.last = last
        self._lock = threading.Lock()

    def __call__(self) -> int:
        """The next number."""
        with self._lock:
            self.last += 1
            return self.last


@dataclass
class MatMemory:
    """One mat. ``sheet``: how it looked when last read (``Plane.rectify``), None before that.

    ``bare`` and ``bare_known``: the mat without pieces at one pixel a mm, as far as seen.
    ``pieces``: by zone, in the order in which they lie on each other.
    ``stale``: where the mat has changed since it was last put on disk (bool, one pixel a mm).
    ``first_seen``: the zones that were never read before the last reading. ``set_aside``: those whose last reading
    ended in an error: their pieces are what was known before it.
    """

    sheet: Image | None
    bare: Image
    bare_known: Image
    pieces: dict[str, tuple[Piece, ...]]
    stale: Image
    first_seen: frozenset[str] = frozenset()
    set_aside: frozenset[str] = frozenset()

    @property
    def known(self) -> dict[str, tuple[Piece, ...]]:
        """The pieces of the zones that are not set aside."""
        return {zone: pieces for zone, pieces in self.pieces.items() if zone not in self.set_aside}

    @classmethod
    def blank(cls, size: Size) -> "MatMemory":
        """A mat of this size (mm) that was never read."""
        shape = round(size[1]), round(size[0])
        return cls(None, np.zeros((*shape, 3), np.uint8), np.zeros(shape, bool), {}, np.ones(shape, bool))

    def fits(self, size: Size) -> bool:
        """Whether it is of a mat of this size (mm)."""
        return self.bare_known.shape == (round(size[1]), round(size[0]))

    def copy(self) -> "MatMemory":
        """The same, to be changed without changing this one. Pieces and the sheet are never changed, only replaced."""
        return replace(
            self, bare=self.bare.copy(), bare_known=self.bare_known.copy(), pieces=self.pieces.copy(),
            stale=self.stale.copy(),
        )  # fmt: skip


@dataclass
class _Kept:
    """What the file of one mat holds: pieces by track, the place where the mat was, what was known to be bare.

    ``light``: how bright the sheet in the file is (``_light``).
    """

    file: MatFile
    pieces: dict[int, Piece]
    to_frame: Image
    bare_known: Image
    light: Image


class Memory:
    """All mats; ``folder`` None: nothing is kept beyond this process."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self.mats: dict[int, MatMemory] = {}
        self.planes: dict[int, Plane] = {}
        self.new_track = TrackNumbers()
        self.trouble = ""
        self._kept: dict[int, _Kept] = {}
        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True)
            for path in sorted(folder.glob("mat-*.eyes")):
                self._load(path)

    def of(self, plane: Plane) -> MatMemory:
        """What is remembered of a mat; nothing yet, if it is new or another sheet has its number now."""
        known = self.mats.get(plane.mat)
        if known is None or not known.fits(plane.size):
            known = self.mats[plane.mat] = MatMemory.blank(plane.size)
        return known

    def save(self, plane: Plane) -> None:
        """Put on disk, durably, what has changed of one mat since it was last put there."""
        mat, memory = plane.mat, self.of(plane)
        if self._folder is None or memory.sheet is None:
            return
        kept = self._kept.get(mat)
        light = _light(memory.sheet)
        if (
            kept is None
            or kept.light.shape != light.shape
            or (kept.to_frame != plane.to_frame).any()
            or kept.file.much_too_long
        ):
            file = kept.file if kept else MatFile(self._folder / f"mat-{mat}.eyes")
            kept = self._kept[mat] = _Kept(file, {}, plane.to_frame, memory.bare_known, light)
            memory.stale[:] = True
        fresh = self._changed(memory, kept)
        record = Record(
            mat,
            self.new_track.last,
            tuple(plane.to_frame.ravel().tolist()),
            {marker: tuple(quad.ravel().tolist()) for marker, quad in plane.corners.items()},
            {zone: tuple(Entry.of(piece, fresh) for piece in pieces) for zone, pieces in memory.known.items()},
            tuple(Part.of(area, memory.sheet, memory.bare, memory.bare_known) for area in cut_outs(memory.stale)),
        )
        kept.file.write(record, whole=bool(memory.stale.all()))
        anew = cv2.resize(memory.stale.astype(np.float32), light.shape[::-1], interpolation=cv2.INTER_AREA) > 0
        kept.light[anew] = light[anew]
        kept.pieces = {piece.track: piece for pieces in memory.known.values() for piece in pieces}
        kept.bare_known = memory.bare_known.copy()
        memory.stale[:] = False

    def tidy(self, plane: Plane) -> None:
        """Put all of a mat on disk anew, where it is time: call it when nobody waits.

        A file has become long, or was put together from pictures in different light.
        """
        kept, memory = self._kept.get(plane.mat), self.of(plane)
        if kept is None or memory.sheet is None:
            return
        apart = np.abs(_light(memory.sheet) - kept.light) > _OTHER_LIGHT
        if kept.file.long or apart.mean() > _SHARE:
            kept.pieces.clear()
            memory.stale[:] = True
            self.save(plane)

    def _changed(self, memory: MatMemory, kept: _Kept) -> frozenset[int]:
        """The tracks whose pictures must be stored; marks the places that must be as well."""
        memory.stale |= memory.bare_known != kept.bare_known
        pieces = [piece for some in memory.known.values() for piece in some]
        moved = [piece for piece in pieces if _pose_of(kept, piece.track) != piece.pose]
        for piece in moved:
            corners = np.array(piece.pose.quad())
            (left, top), (right, bottom) = corners.min(0), corners.max(0)
            memory.stale[box(memory.stale.shape, left, top, right - left, bottom - top, margin=_MARGIN_MM)] = True
        # Where nothing has changed a picture was renewed for the light's sake only: the older one does as well.
        renewed = [
            piece
            for piece in pieces
            if kept.pieces.get(piece.track) is not piece and memory.stale[piece.stamp.rows, piece.stamp.columns].any()
        ]
        return frozenset(piece.track for piece in (*moved, *renewed))

    def _load(self, path: Path) -> None:
        file = MatFile(path)
        try:
            whole = file.read()
        except (OSError, Damaged) as error:
            # Without its memory the mat is simply read anew.
            self.trouble = f"{path}: cannot be used ({error}); this mat is read anew"
            return
        memory = MatMemory(
            whole.sheet, whole.bare, whole.bare_known, whole.pieces, np.zeros(whole.bare_known.shape, bool)
        )
        kept = {piece.track: piece for pieces in whole.pieces.values() for piece in pieces}
        self.mats[whole.plane.mat], self.planes[whole.plane.mat] = memory, whole.plane
        light = _light(whole.sheet)
        self._kept[whole.plane.mat] = _Kept(file, kept, whole.plane.to_frame, whole.bare_known.copy(), light)
        self.new_track.last = max(self.new_track.last, whole.last_track)


def _light(sheet: Image) -> Image:
    """How bright a rectified mat is, in cells of ``_CELL_MM`` (logarithm)."""
    height, width = (round(side / PX_PER_MM / _CELL_MM) for side in sheet.shape[:2])
    grey = cv2.cvtColor(cv2.resize(sheet, (width, height), interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY)
    light: Image = np.log(grey.astype(np.float32) + 8)
    return light


def _pose_of(kept: _Kept, track: int) -> object:
    known = kept.pieces.get(track)
    return known and known.pose
