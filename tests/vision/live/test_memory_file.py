"""One mat's memory on disk: what was written is read, record by record, and half a record is none."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.geometry.image import Image
from vision.geometry.plane import PX_PER_MM
from vision.geometry.pose import Pose
from vision.live.memory_file import Damaged, Entry, MatFile, Part, Record, cut_outs
from vision.live.pieces import Piece
from vision.sighting import FaceProbability

SHAPE = 40, 60
ALL = slice(0, SHAPE[0]), slice(0, SHAPE[1])
SCALE = round(PX_PER_MM)


def pictures(seed: int) -> tuple[Image, Image, Image]:
    """A sheet, a bare mat, and what is known of it."""
    random = np.random.default_rng(seed)
    sheet = random.integers(0, 255, (SHAPE[0] * SCALE, SHAPE[1] * SCALE, 3), np.uint8)
    return sheet, random.integers(0, 255, (*SHAPE, 3), np.uint8), random.random(SHAPE) < 0.5


def piece(track: int) -> Piece:
    pose = Pose(20.0, 20.0 + track, 0.0, 12.0, 16.0)
    return Piece(track, pose, (FaceProbability("a/face", 0.9),), np.full((32, 24, 3), 40 + track, np.uint8), spot=track)


def record(seed: int, pieces: tuple[Piece, ...], fresh: set[int], *areas: tuple[slice, slice]) -> Record:
    entries = {"zone": tuple(Entry.of(one, fresh) for one in pieces)}
    corners = {7: tuple(float(n) for n in range(8))}
    parts = tuple(Part.of(area, *pictures(seed)) for area in areas)
    return Record(3, 9, tuple(np.eye(3).ravel().tolist()), corners, entries, parts)


def written(path: Path) -> MatFile:
    file = MatFile(path)
    file.write(record(1, (piece(1),), {1}, ALL), whole=True)
    return file


def test_what_was_written_is_read(tmp_path: Path) -> None:
    written(tmp_path / "mat")
    read = MatFile(tmp_path / "mat").read()
    for one, other in zip((read.sheet, read.bare, read.bare_known), pictures(1), strict=True):
        assert (one == other).all()
    assert (read.plane.mat, read.last_track, list(read.plane.corners)) == (3, 9, [7])
    (kept,) = read.pieces["zone"]
    assert (kept.track, kept.pose, kept.faces, kept.spot) == (1, piece(1).pose, piece(1).faces, 1)
    assert (kept.patch == piece(1).patch).all()


def test_what_a_piece_without_a_name_faintly_looks_like_is_remembered(tmp_path: Path) -> None:
    nameless = replace(piece(1), faces=(), faint=(FaceProbability("a/face", 0.3),))
    MatFile(tmp_path / "mat").write(record(1, (nameless,), {1}, ALL), whole=True)
    (kept,) = MatFile(tmp_path / "mat").read().pieces["zone"]
    assert (kept.faces, kept.faint) == ((), nameless.faint)


def test_a_later_record_changes_only_what_it_has_and_a_picture_is_written_once(tmp_path: Path) -> None:
    file, area = written(tmp_path / "mat"), (slice(5, 15), slice(10, 30))
    file.write(record(2, (piece(1), piece(2)), {2}, area), whole=False)
    read = MatFile(tmp_path / "mat").read()
    assert (read.bare[area] == pictures(2)[1][area]).all()
    away = np.ones(SHAPE, bool)
    away[area] = False
    assert (read.bare[away] == pictures(1)[1][away]).all()
    assert [one.track for one in read.pieces["zone"]] == [1, 2]
    assert (read.pieces["zone"][0].patch == piece(1).patch).all()


@settings(max_examples=20, deadline=None)
@given(st.floats(0, 1, exclude_max=True))
def test_half_a_record_was_never_written_and_the_next_one_takes_its_place(share: float) -> None:
    from tempfile import TemporaryDirectory  # noqa: PLC0415 - hypothesis has no folder a run

    with TemporaryDirectory() as folder:
        path = Path(folder) / "mat"
        file = written(path)
        whole = path.stat().st_size
        file.write(record(2, (piece(2),), {2}, (slice(0, 4), slice(0, 4))), whole=False)
        added = path.stat().st_size - whole
        with path.open("r+b") as cut:
            cut.truncate(whole + int(share * added))
        again = MatFile(path)
        assert [one.track for one in again.read().pieces["zone"]] == [1]
        again.write(record(2, (piece(2),), {2}, (slice(0, 4), slice(0, 4))), whole=False)
        assert [one.track for one in MatFile(path).read().pieces["zone"]] == [2]


@pytest.mark.parametrize("data", [b"", b"eyes 1\n", b"eyes 2\n", b"eyes 2\n" + bytes(64), b"\x00" * 100])
def test_a_file_that_holds_no_whole_mat_is_said_to_be_damaged(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "mat").write_bytes(data)
    with pytest.raises(Damaged):
        MatFile(tmp_path / "mat").read()


def test_a_file_whose_first_record_is_a_part_is_said_to_be_damaged(tmp_path: Path) -> None:
    MatFile(tmp_path / "mat").write(record(1, (), set(), (slice(3, 9), slice(0, 9))), whole=True)
    with pytest.raises(Damaged, match="whole mat"):
        MatFile(tmp_path / "mat").read()


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 39), st.integers(0, 59)), max_size=20))
def test_every_place_that_is_marked_is_in_a_rectangle(places: list[tuple[int, int]]) -> None:
    stale = np.zeros(SHAPE, bool)
    for row, column in places:
        stale[row, column] = True
    inside = np.zeros(SHAPE, bool)
    for area in cut_outs(stale):
        inside[area] = True
    assert inside[stale].all()
    assert places or not inside.any()
