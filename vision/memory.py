"""What vision remembers of each mat, in its head and on disk: last pictures, pieces, where the mat lies.

Saved before anything is said about it: what has been said once is then found again after a kill at any
moment, under the same track numbers.
"""

from dataclasses import dataclass, field
from pathlib import Path

import cv2
import msgspec
import numpy as np

from vision.difference import COARSE
from vision.fresh import Fresh
from vision.image import BadPicture, Image, decode, encode_png
from vision.pieces import Piece, Pose
from vision.plane import SHEET, Plane
from vision.sighting import FaceProbability
from vision.storing import write_durably

_VERSION = 1


@dataclass
class MatMemory:
    """One mat. ``sheet``: how it looked when last read (``SHEET``), None before that.

    ``bare`` and ``bare_known``: the mat without pieces at one pixel a mm, as far as seen.
    ``pieces``: by zone, in the order in which they lie on each other.
    """

    sheet: Image | None = None
    bare: Image = field(default_factory=lambda: np.zeros((COARSE[1], COARSE[0], 3), np.uint8))
    bare_known: Image = field(default_factory=lambda: np.zeros((COARSE[1], COARSE[0]), bool))
    pieces: dict[str, tuple[Piece, ...]] = field(default_factory=dict)


class _StoredPiece(msgspec.Struct, frozen=True):
    track: int
    pose: Pose
    faces: tuple[FaceProbability, ...]
    patch: bytes
    spot: int | None


class _StoredMat(msgspec.Struct, frozen=True):
    version: int
    mat: int
    last_track: int
    to_frame: tuple[float, ...]
    corners: dict[int, tuple[float, ...]]
    sheet: bytes
    bare: bytes
    bare_known: bytes
    pieces: dict[str, tuple[_StoredPiece, ...]]


class Memory:
    """All mats; ``folder`` None: nothing is kept beyond this process."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self.mats: dict[int, MatMemory] = {}
        self.planes: dict[int, Plane] = {}
        self.fresh = Fresh()
        self.trouble = ""
        self._encoded: dict[int, tuple[Image, bytes]] = {}
        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True)
            for path in sorted(folder.glob("mat-*.eyes")):
                self._load(path)

    def of(self, mat: int) -> MatMemory:
        """What is remembered of a mat; nothing yet, if it is new."""
        return self.mats.setdefault(mat, MatMemory())

    def save(self, mat: int, plane: Plane) -> None:
        """Put one mat on disk, durably."""
        memory = self.mats[mat]
        if self._folder is None or memory.sheet is None:
            return
        stored = _StoredMat(
            _VERSION,
            mat,
            self.fresh.last,
            tuple(plane.to_frame.ravel().tolist()),
            {marker: tuple(quad.ravel().tolist()) for marker, quad in plane.corners.items()},
            encode_png(memory.sheet),
            encode_png(memory.bare),
            encode_png(memory.bare_known.astype(np.uint8) * 255),
            {zone: tuple(self._store(piece) for piece in pieces) for zone, pieces in memory.pieces.items()},
        )
        write_durably(self._folder / f"mat-{mat}.eyes", msgspec.msgpack.encode(stored))

    def _store(self, piece: Piece) -> _StoredPiece:
        known = self._encoded.get(piece.track)
        # A patch that has not changed since is the same object: encoding it again takes the most time.
        if known is None or known[0] is not piece.patch:
            known = (piece.patch, encode_png(piece.patch))
            self._encoded[piece.track] = known
        return _StoredPiece(piece.track, piece.pose, piece.faces, known[1], piece.spot)

    def _load(self, path: Path) -> None:
        try:
            stored = msgspec.msgpack.decode(path.read_bytes(), type=_StoredMat)
            memory = _unpacked(stored)
            corners = {marker: np.array(quad, np.float32).reshape(4, 2) for marker, quad in stored.corners.items()}
            plane = Plane(stored.mat, np.array(stored.to_frame).reshape(3, 3), corners)
        except (OSError, msgspec.DecodeError, UnicodeDecodeError, ValueError, BadPicture) as error:
            # Without its memory the mat is simply read anew.
            self.trouble = f"{path}: cannot be used ({error}); this mat is read anew"
            return
        self.mats[stored.mat], self.planes[stored.mat] = memory, plane
        self.fresh.last = max(self.fresh.last, stored.last_track)


def _unpacked(stored: _StoredMat) -> MatMemory:
    if stored.version != _VERSION:
        raise ValueError(f"format {stored.version}")
    sheet, bare = decode(stored.sheet, "sheet"), decode(stored.bare, "bare")
    known = cv2.cvtColor(decode(stored.bare_known, "bare"), cv2.COLOR_BGR2GRAY) > 127
    if sheet.shape[1::-1] != SHEET or bare.shape[1::-1] != COARSE or known.shape[::-1] != COARSE:
        raise ValueError("of another size")
    pieces = {
        zone: tuple(Piece(one.track, one.pose, one.faces, decode(one.patch, "patch"), one.spot) for one in kept)
        for zone, kept in stored.pieces.items()
    }
    return MatMemory(sheet, bare, known, pieces)
