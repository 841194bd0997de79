"""A power cut, below SQLite: what was not synced is dropped, reordered or torn, and nothing acknowledged is lost."""

import itertools
from pathlib import Path
from random import Random

import pytest

from companion.referee.events import START, Draft, Event, digest
from companion.referee.journal import store
from companion.referee.journal.chain import Row
from companion.referee.journal.journal import Journal

apsw = pytest.importorskip("apsw", reason="apsw brings the file system that loses power")

SECTOR = 512
NAMES = itertools.count()


class PowerGoneError(Exception):
    """The supply has gone."""


class Disk:
    """What is durable and what is merely written, a file each."""

    def __init__(self, rng: Random) -> None:
        self.rng, self.budget, self.dead = rng, 10**9, False
        self.durable: dict[str, bytearray] = {}
        self.pending: dict[str, list[tuple[int, bytes | None]]] = {}

    def tick(self) -> None:
        self.budget -= 1
        if self.budget <= 0 and not self.dead:
            self.dead = True
            raise PowerGoneError

    def write(self, name: str, offset: int, data: bytes | None) -> None:
        """Data at an offset; ``None``: cut off there. Nothing arrives any more once the power is gone."""
        if not self.dead:
            self.pending.setdefault(name, []).append((offset, data))

    def sync(self, name: str) -> None:
        if not self.dead:
            image = self.durable.setdefault(name, bytearray())
            for offset, data in self.pending.pop(name, []):
                put(image, offset, data)

    def delete(self, name: str) -> None:
        if not self.dead:
            self.durable.pop(name, None)
            self.pending.pop(name, None)

    def leave(self, folder: Path) -> None:
        """One of the states in which the medium may be found afterwards."""
        for name in sorted(self.durable.keys() | self.pending.keys()):
            image = bytearray(self.durable.get(name, b""))
            fate = self.rng.choice(("none", "all", "some", "torn"))
            for offset, data in self.pending.get(name, []):
                if fate == "none" or (fate != "all" and self.rng.random() < 0.5):
                    continue
                if fate == "torn" and data is not None:
                    for at in range(0, len(data), SECTOR):
                        if self.rng.random() < 0.5:
                            put(image, offset + at, data[at : at + SECTOR])
                else:
                    put(image, offset, data)
            if image:
                (folder / Path(name).name).write_bytes(image)


def put(image: bytearray, offset: int, data: bytes | None) -> None:
    if data is None:
        del image[offset:]
        return
    image.extend(b"\0" * (offset - len(image)))
    image[offset : offset + len(data)] = data


class CutFiles(apsw.VFS):  # type: ignore[misc, name-defined]
    """The file system over such a disk."""

    def __init__(self, name: str, disk: Disk) -> None:
        self.disk = disk
        super().__init__(name, "unix")

    def xOpen(self, name: object, flags: list[int]) -> "CutFile":  # noqa: N802 - SQLite's names
        return CutFile(self.disk, name, flags)

    def xDelete(self, name: str, sync: bool) -> None:  # noqa: FBT001, N802
        self.disk.tick()
        self.disk.delete(name)
        super().xDelete(name, sync)


class CutFile(apsw.VFSFile):  # type: ignore[misc, name-defined]
    """One file on it."""

    def __init__(self, disk: Disk, name: object, flags: list[int]) -> None:
        self.disk = disk
        self.name = name.filename() if isinstance(name, apsw.URIFilename) else str(name)
        super().__init__("unix", name, flags)

    def xWrite(self, data: bytes, offset: int) -> None:  # noqa: N802
        self.disk.tick()
        super().xWrite(data, offset)
        self.disk.write(self.name, offset, bytes(data))

    def xTruncate(self, size: int) -> None:  # noqa: N802
        self.disk.tick()
        super().xTruncate(size)
        self.disk.write(self.name, size, None)

    def xSync(self, flags: int) -> None:  # noqa: N802
        self.disk.tick()
        super().xSync(flags)
        self.disk.sync(self.name)


def lost(tmp_path: Path, seed: int, sync: str, *, emptied: bool) -> int:
    """Write until the power goes; how many acknowledged events the real journal does not find afterwards."""
    rng = Random(seed)
    work, after = tmp_path / f"w{seed}", tmp_path / f"a{seed}"
    work.mkdir()
    after.mkdir()
    disk = Disk(rng)
    name = f"cut-{next(NAMES)}"
    files = CutFiles(name, disk)
    acknowledged, head = 0, START
    try:
        connection = apsw.Connection(str(work / "game-0001.sqlite"), vfs=name)
        connection.execute("PRAGMA locking_mode=EXCLUSIVE")
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute(f"PRAGMA synchronous={sync}")
        connection.execute(store._SCHEMA)
        disk.budget = rng.randint(5, 600)
        while not disk.dead:
            row, head = next_row(acknowledged + 1, head, rng)
            connection.execute("INSERT INTO event VALUES (?, ?, ?)", row)
            acknowledged += not disk.dead
            if emptied:
                connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    except (PowerGoneError, apsw.Error):
        assert disk.dead
    files.unregister()
    disk.leave(after)
    with Journal(after / "game-0001.sqlite") as journal:
        return max(0, acknowledged - len(journal.events))


def next_row(seq: int, head: str, rng: Random) -> tuple[Row, str]:
    draft = Draft("move", {"text": "x" * rng.randint(1, 900)}, "camera")
    record = Event(seq, draft, 0.0, "", 0.0, head).record()
    return Row(seq, record, digest(record)), digest(record)


@pytest.mark.parametrize("cuts", [range(12), pytest.param(range(12, 120), marks=pytest.mark.proof)], ids=len)
@pytest.mark.parametrize("emptied", [True, False], ids=["log emptied", "log kept"])
def test_no_acknowledged_event_is_lost_in_a_power_cut(tmp_path: Path, cuts: range, *, emptied: bool) -> None:
    assert [seed for seed in cuts if lost(tmp_path, seed, "FULL", emptied=emptied)] == []


def test_the_power_cut_is_real(tmp_path: Path) -> None:
    """The control: with ``synchronous=NORMAL`` acknowledged events are lost, or this test bench is broken."""
    assert any(lost(tmp_path, seed, "NORMAL", emptied=False) for seed in range(60))
