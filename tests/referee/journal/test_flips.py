"""Every bit of every file of a small game, flipped: it opens with all that was written, and takes the next event."""

import random
import shutil
import sqlite3
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.referee.events import Draft, Event, digest
from companion.referee.journal import store
from companion.referee.journal.chain import Row, splice
from companion.referee.journal.journal import Journal, NotSavedError, verify

EVENTS = 6
NAME = "game-0001.sqlite"
FILES = ("closed", ".sqlite"), ("closed", ".copy.jsonl"), ("live", ".sqlite"), ("live", ".sqlite-wal")
"""In which of two folders, by their ends: a game that was closed; one that was killed while somebody read it, of which
the last two events lie in the log only."""
_SAMPLE = 40
"""Bits of each file; `make proof` flips every one."""


def draft(n: int) -> Draft:
    return Draft("move", {"n": n, "text": "x" * (n * 37 % 200)}, "finger")


@pytest.fixture(scope="module")
def sound() -> Iterator[Path]:
    """The two folders; in memory, where there is that."""
    memory = Path("/dev/shm")  # noqa: S108 - a folder of our own is made in it
    with tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else None) as made:
        path = Path(made) / "game" / NAME
        path.parent.mkdir()
        with Journal(path) as journal:
            journal.append(*(draft(n) for n in range(EVENTS - 2)))
            # Somebody who reads keeps the log from being moved into the database.
            reader = sqlite3.connect(path, isolation_level=None)
            reader.execute("BEGIN")
            reader.execute("SELECT COUNT(*) FROM event").fetchone()
            journal.append(draft(EVENTS - 2))
            journal.append(draft(EVENTS - 1))
            shutil.copytree(path.parent, Path(made) / "live", ignore=shutil.ignore_patterns("*-shm"))
            reader.close()
        shutil.move(path.parent, Path(made) / "closed")
        assert {(each.parent.name, each.name) for each in Path(made).rglob("game*")} == {
            *((folder, f"game-0001{end}") for folder, end in FILES), ("live", "game-0001.copy.jsonl")
        }  # fmt: skip
        yield Path(made)


def outcome(sound: Path, file: tuple[str, str], bit: int | None) -> str:
    """What becomes of the game when this bit of this file is another."""
    folder = sound / "flipped"
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(sound / file[0], folder)
    bad, path = folder / f"game-0001{file[1]}", folder / NAME
    if bit is not None:
        data = bytearray(bad.read_bytes())
        data[bit // 8] ^= 1 << bit % 8
        bad.write_bytes(data)
    verdict = verify(path)
    assert [event.draft.body["n"] for event in verdict.events] == list(range(len(verdict.events)))
    assert "\n" not in verdict.trouble
    with Journal(path) as journal:
        assert [event.draft.body["n"] for event in journal.events] == list(range(EVENTS)), journal.trouble
        assert "\n" not in journal.trouble
        journal.append(draft(EVENTS))
    assert [event.draft.body["n"] for event in verify(path).events] == list(range(EVENTS + 1))
    return "mended" if journal.trouble else "as it was"


def bits(sound: Path, file: tuple[str, str]) -> int:
    return 8 * (sound / file[0] / f"game-0001{file[1]}").stat().st_size


def test_d3_d4_a_sample_of_flipped_bits_and_all_of_the_header(sound: Path) -> None:
    rng = random.Random(13)
    assert {outcome(sound, file, None) for file in FILES} == {"as it was"}
    found = Counter(outcome(sound, FILES[0], bit) for bit in range(100 * 8))
    for file in FILES:
        found.update(outcome(sound, file, rng.randrange(bits(sound, file))) for _ in range(_SAMPLE))
    assert set(found) == {"mended", "as it was"}


@pytest.mark.proof
@pytest.mark.parametrize("file", FILES, ids="".join)
def test_d3_d4_every_single_bit_flip_of_every_file(sound: Path, file: tuple[str, str]) -> None:
    found = Counter(outcome(sound, file, bit) for bit in range(bits(sound, file)))
    print(file, dict(found))
    assert set(found) <= {"mended", "as it was"}


def test_d3_a_number_where_bytes_should_be_hides_only_its_own_row(tmp_path: Path) -> None:
    path = tmp_path / NAME
    with Journal(path) as journal:
        journal.append(*(draft(n) for n in range(EVENTS)))
    with sqlite3.connect(path) as connection:
        connection.execute("DROP TRIGGER event_stays")
        connection.execute("PRAGMA writable_schema=ON")
        connection.execute("UPDATE sqlite_schema SET sql = replace(sql, ') STRICT', ')')")
    connection.close()
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE event SET record = ? WHERE seq = 3", (1 << 60,))
    connection.close()
    with Journal(path) as journal:
        assert len(journal.events) == EVENTS
        assert f"intact up to event {EVENTS}" in journal.trouble


def test_d2_an_event_does_not_wait_for_who_reads_the_journal(tmp_path: Path) -> None:
    path = tmp_path / NAME
    with Journal(path) as journal:
        journal.append(draft(0))
        reader = sqlite3.connect(path, isolation_level=None)
        reader.execute("BEGIN")
        reader.execute("SELECT COUNT(*) FROM event").fetchone()
        started = time.monotonic()
        journal.append(draft(1))
        assert time.monotonic() - started < store.PATIENCE_MS / 2000
        reader.close()
        journal.append(draft(2))
        assert path.with_name(path.name + "-wal").stat().st_size == 0
    assert len(verify(path).events) == 3


def test_d4_on_a_full_disk_a_damaged_journal_stays_as_it_is_until_there_is_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / NAME
    with Journal(path) as journal:
        journal.append(*(draft(n) for n in range(EVENTS)))
    path.write_bytes(path.read_bytes()[:5000])
    before = {each.name: each.read_bytes() for each in tmp_path.iterdir()}

    def full(*_: object) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    with monkeypatch.context() as patched:
        patched.setattr(store, "insert", full)
        with pytest.raises(NotSavedError, match="free some space"):
            Journal(path)
    assert {each.name: each.read_bytes() for each in tmp_path.iterdir()} == before
    with Journal(path) as journal:
        assert len(journal.events) == EVENTS


def forged(row: Row) -> Row:
    """A record of somebody's own, with its own hash right."""
    event = Event.parse(row.record)
    record = Event(event.seq, draft(99), event.monotonic, event.boot, event.wall, event.prev).record()
    return Row(row.seq, record, digest(record))


@pytest.mark.parametrize("place", range(EVENTS - 1))
def test_d5_one_forged_record_costs_no_event_of_the_whole_copy(sound: Path, place: int) -> None:
    with store.looking(sound / "closed" / NAME) as connection:
        rows = store.rows(connection)
    bad = (*rows[:place], forged(rows[place]), *rows[place + 1 :])
    assert splice(bad, rows) == splice(rows, bad) == rows


def test_d5_where_two_stories_are_both_whole_it_is_said_and_both_are_kept(tmp_path: Path) -> None:
    path = tmp_path / NAME
    with Journal(path) as journal:
        journal.append(*(draft(n) for n in range(EVENTS)))
    rows = store.copied(path)
    store.write_copy(path, (*rows[:-1], forged(rows[-1])))
    assert f"tells otherwise of event {EVENTS}" in verify(path).trouble
    with Journal(path) as journal:
        assert len(journal.events) == EVENTS
        assert f"tells otherwise of event {EVENTS}" in journal.trouble
    assert store.copied(tmp_path / "game-0001.damaged-1.sqlite")[-1] == forged(rows[-1])
    assert verify(path).trouble == ""


def test_d12_a_journal_that_never_ends_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / NAME
    with sqlite3.connect(path) as connection:
        connection.execute(
            "CREATE VIEW event AS WITH RECURSIVE n(k) AS (SELECT 1 UNION ALL SELECT k + 1 FROM n) "
            "SELECT -k AS seq, x'00' AS record, '' AS hash FROM n"
        )
    connection.close()
    monkeypatch.setattr(store, "_LONGEST_LOOK", 0.2)
    verdict = verify(path)
    assert verdict.events == ()
    assert verdict.trouble
