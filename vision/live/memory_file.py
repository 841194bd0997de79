"""One mat's memory as a file: records one after the other, each with what had changed since the one before.

The first record holds everything. A record that is not whole (the power went while it was written) was never
answered for, and is left out. Pictures are stored as they are: packing them took longer than all the rest.
"""

import struct
import zlib
from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from pathlib import Path
from typing import NamedTuple

import cv2
import msgspec
import numpy as np

from companion.durable import append_durably, write_durably
from vision.geometry.difference import Area
from vision.geometry.image import Image
from vision.geometry.plane import PX_PER_MM, Plane
from vision.geometry.pose import Pose
from vision.live.pieces import Piece
from vision.sighting import FaceProbability

_MAGIC = b"eyes 2\n"
_HEAD = struct.Struct("<II")
_LONG = 6 << 20
"""Bytes: three whole mats; reading that takes a moment at the start."""
_SCALE = round(PX_PER_MM)
_GROWN = 9
"""mm (odd): places closer than that are cut out as one rectangle."""
_MOST_PARTS = 12
"""Rectangles: with more the whole mat is written, which is about as much."""


class Damaged(Exception):
    """A file that holds no whole mat: one line, what is wrong with it."""


class Entry(msgspec.Struct, frozen=True):
    """One piece. ``patch``: rows, columns, pixels; None: as an earlier record has it for this track."""

    track: int
    pose: Pose
    faces: tuple[FaceProbability, ...]
    spot: int | None
    patch: tuple[int, int, bytes] | None
    faint: tuple[FaceProbability, ...] = ()

    @classmethod
    def of(cls, piece: Piece, fresh: AbstractSet[int]) -> "Entry":
        """A piece; its picture as well, where its track is among ``fresh``."""
        rows, columns = piece.patch.shape[:2]
        patch = (rows, columns, piece.patch.tobytes()) if piece.track in fresh else None
        return cls(piece.track, piece.pose, piece.faces, piece.spot, patch, piece.faint)


class Part(msgspec.Struct, frozen=True):
    """A rectangle of the mat (mm: top, left, rows, columns): the pixels of sheet, bare mat and what is known of it."""

    top: int
    left: int
    rows: int
    columns: int
    sheet: bytes
    bare: bytes
    bare_known: bytes

    @classmethod
    def of(cls, area: Area, sheet: Image, bare: Image, bare_known: Image) -> "Part":
        """Cut it out of the whole mat's pictures."""
        rows, columns = area
        return cls(
            rows.start, columns.start, rows.stop - rows.start, columns.stop - columns.start,
            sheet[_fine(area)].tobytes(), bare[area].tobytes(), bare_known[area].tobytes(),
        )  # fmt: skip

    @property
    def area(self) -> Area:
        """Rows and columns at one pixel a mm."""
        return slice(self.top, self.top + self.rows), slice(self.left, self.left + self.columns)


class Record(msgspec.Struct, frozen=True):
    """What has changed of a mat; pieces and plane are always all there."""

    mat: int
    last_track: int
    to_frame: tuple[float, ...]
    corners: dict[int, tuple[float, ...]]
    pieces: dict[str, tuple[Entry, ...]]
    parts: tuple[Part, ...]


class Whole(NamedTuple):
    """A mat as its file has it."""

    plane: Plane
    last_track: int
    sheet: Image
    bare: Image
    bare_known: Image
    pieces: dict[str, tuple[Piece, ...]]


class MatFile:
    """The file of one mat."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._length = 0

    @property
    def long(self) -> bool:
        """Whether to begin anew with a record of everything, when there is time."""
        return self._length > _LONG

    @property
    def much_too_long(self) -> bool:
        """Whether to begin anew at once."""
        return self._length > 4 * _LONG

    def write(self, record: Record, *, whole: bool) -> None:
        """Add a record, durably. ``whole``: it holds everything, so that those before it can go."""
        data = msgspec.msgpack.encode(record)
        framed = _HEAD.pack(len(data), zlib.crc32(data)) + data
        if whole:
            write_durably(self._path, _MAGIC + framed)
            self._length = len(_MAGIC) + len(framed)
        else:
            append_durably(self._path, framed, self._length)
            self._length += len(framed)

    def read(self) -> Whole:
        """The mat after the last whole record. Raises ``Damaged`` or ``OSError``."""
        data = self._path.read_bytes()
        if not data.startswith(_MAGIC):
            raise Damaged("not of this version")
        self._length = len(_MAGIC)
        patches: dict[int, Image] = {}
        try:
            records = list(_records(data))
            if not records:
                raise Damaged("no whole record in it")
            shape = _shape(records[0][0])
            sheet, bare = np.zeros((_SCALE * shape[0], _SCALE * shape[1], 3), np.uint8), np.zeros((*shape, 3), np.uint8)
            bare_known = np.zeros(shape, bool)
            for record, end in records:
                for part in record.parts:
                    _put(sheet[_fine(part.area)], part.sheet)
                    _put(bare[part.area], part.bare)
                    _put(bare_known[part.area], part.bare_known)
                patches |= _patches(record)
                self._length = end
            last = records[-1][0]
            return Whole(_plane(last, shape), last.last_track, sheet, bare, bare_known, _pieces(last, patches))
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError, ValueError, KeyError) as error:
            raise Damaged(f"a record of it makes no sense: {error}") from error


def cut_outs(stale: Image) -> list[Area]:
    """Rectangles (rows and columns, mm) that hold every place that is marked; everything, where that is simpler."""
    whole = [(slice(0, stale.shape[0]), slice(0, stale.shape[1]))]
    if stale.all():
        return whole
    grown = cv2.dilate(stale.astype(np.uint8), np.ones((_GROWN, _GROWN), np.uint8))
    count, _, boxes, _ = cv2.connectedComponentsWithStats(grown)
    if count - 1 > _MOST_PARTS:
        return whole
    return [
        (slice(int(top), int(top + rows)), slice(int(left), int(left + columns)))
        for left, top, columns, rows, _ in boxes[1:]
    ]


def _records(data: bytes) -> Iterator[tuple[Record, int]]:
    """The whole records, each with where it ends."""
    decoder = msgspec.msgpack.Decoder(Record)
    at = len(_MAGIC)
    while at + _HEAD.size <= len(data):
        size, check = _HEAD.unpack_from(data, at)
        body = data[at + _HEAD.size : at + _HEAD.size + size]
        if len(body) < size or zlib.crc32(body) != check:
            return
        at += _HEAD.size + size
        yield decoder.decode(body), at


def _fine(area: Area) -> Area:
    """The same rectangle in pixels of the sheet."""
    rows, columns = area
    return slice(rows.start * _SCALE, rows.stop * _SCALE), slice(columns.start * _SCALE, columns.stop * _SCALE)


def _shape(first: Record) -> tuple[int, int]:
    """Rows and columns of the mat at one pixel a mm: the first record holds all of it. Raises ``Damaged``."""
    if len(first.parts) != 1 or (first.parts[0].top, first.parts[0].left) != (0, 0):
        raise Damaged("its first record is not of the whole mat")
    return first.parts[0].rows, first.parts[0].columns


def _put(where: Image, data: bytes) -> None:
    where[:] = np.frombuffer(data, where.dtype).reshape(where.shape)


def _patches(record: Record) -> dict[int, Image]:
    return {
        entry.track: np.frombuffer(entry.patch[2], np.uint8).reshape(entry.patch[0], entry.patch[1], 3)
        for entries in record.pieces.values()
        for entry in entries
        if entry.patch is not None
    }


def _plane(record: Record, shape: tuple[int, int]) -> Plane:
    corners = {marker: np.array(quad, np.float32).reshape(4, 2) for marker, quad in record.corners.items()}
    return Plane(record.mat, (float(shape[1]), float(shape[0])), np.array(record.to_frame).reshape(3, 3), corners)


def _pieces(record: Record, patches: dict[int, Image]) -> dict[str, tuple[Piece, ...]]:
    return {
        zone: tuple(
            Piece(one.track, one.pose, one.faces, patches[one.track], one.spot, faint=one.faint) for one in entries
        )
        for zone, entries in record.pieces.items()
    }
