"""The journal keeps what it acknowledged, through kills, full disks and rotten bits, and shows any damage."""

import contextlib
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from companion.errors import Unusable
from companion.referee.events import Draft
from companion.referee.journal.journal import Journal, NotSavedError, verify
from companion.referee.journal.store import copy_path

STEPS = ("begin", "insert", "commit", "committed", "checkpointed", "copied")


class PowerGoneError(Exception):
    """The supply goes away at a step."""


def draft(n: int) -> Draft:
    return Draft("move", {"n": n, "text": "x" * (n * 37 % 900)}, "finger")


def numbers(path: Path) -> list[int]:
    return [event.draft.body["n"] for event in verify(path).events]


def written(path: Path, count: int) -> None:
    with Journal(path) as journal:
        for n in range(count):
            journal.append(draft(n))


def test_what_was_appended_is_read_back_in_order(tmp_path: Path) -> None:
    path = tmp_path / "game-0001.sqlite"
    written(path, 20)
    assert numbers(path) == list(range(20))
    with Journal(path) as journal:
        assert [event.seq for event in journal.events] == list(range(1, 21))
        assert journal.trouble == ""


def test_events_appended_together_are_all_there_or_none(tmp_path: Path) -> None:
    path = tmp_path / "game-0001.sqlite"
    steps = iter(STEPS[:3])

    def trip(name: str) -> None:
        if name == "commit" and next(steps, None) is None:
            raise PowerGoneError

    journal = Journal(path, tripwire=trip)
    for n in range(3):
        journal.append(draft(2 * n), draft(2 * n + 1))
    with pytest.raises(PowerGoneError):
        journal.append(draft(6), draft(7))
    journal.close()
    assert numbers(path) == list(range(6))


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("at", [1, 2, 5])
def test_a_kill_at_any_step_loses_nothing_that_was_acknowledged(tmp_path: Path, step: str, at: int) -> None:
    path, count = tmp_path / "game-0001.sqlite", 0

    def trip(name: str) -> None:
        nonlocal count
        count += name == step
        if name == step and count == at:
            raise PowerGoneError

    journal, acknowledged = Journal(path, tripwire=trip), 0
    with contextlib.suppress(PowerGoneError):
        while True:
            journal.append(draft(acknowledged))
            acknowledged += 1
    assert count == at
    shutil.copytree(tmp_path, tmp_path / "after")  # as a kill leaves it: nothing is closed
    with Journal(tmp_path / "after" / path.name) as after:
        got = [event.draft.body["n"] for event in after.events]
        assert got in (list(range(acknowledged)), list(range(acknowledged + 1)))
        assert after.trouble == ""
        after.append(draft(len(got)))
    assert numbers(tmp_path / "after" / path.name) == [*got, len(got)]
    journal.close()


@pytest.mark.parametrize("statement", ["UPDATE event SET record = x'00'", "DELETE FROM event WHERE seq = 3"])
def test_an_event_is_never_changed_or_deleted(tmp_path: Path, statement: str) -> None:
    path = tmp_path / "game-0001.sqlite"
    written(path, 3)
    with sqlite3.connect(path) as connection, pytest.raises(sqlite3.Error):
        connection.execute(statement)
    connection.close()
    assert numbers(path) == [0, 1, 2]


@pytest.mark.parametrize("seq", [1, 3, 5])
def test_an_event_only_follows_the_last_one(tmp_path: Path, seq: int) -> None:
    path = tmp_path / "game-0001.sqlite"
    written(path, 3)
    with sqlite3.connect(path) as connection, pytest.raises(sqlite3.Error):
        connection.execute("INSERT OR REPLACE INTO event VALUES (?, x'00', '')", (seq,))
    connection.close()
    assert numbers(path) == [0, 1, 2]


def flipped(path: Path, to: Path, rng: random.Random) -> None:
    data = bytearray(path.read_bytes())
    place = rng.randrange(len(data))
    data[place] ^= 1 << rng.randrange(8)
    to.write_bytes(data)


def test_a_flipped_bit_never_changes_what_is_read(tmp_path: Path) -> None:
    path, bad = tmp_path / "game-0001.sqlite", tmp_path / "bad.sqlite"
    written(path, 30)
    whole = verify(path).events
    noticed = 0
    rng = random.Random(7)
    for _ in range(200):
        flipped(path, bad, rng)
        events, trouble, *_ = verify(bad)
        # Either it was in a byte that means nothing, or it is told where the chain breaks.
        assert events == whole[: len(events)]
        assert trouble or events == whole
        assert "\n" not in trouble
        noticed += bool(trouble)
    assert noticed > 100


def test_with_the_copy_beside_it_a_damaged_journal_is_whole_again(tmp_path: Path) -> None:
    rng = random.Random(3)
    written(tmp_path / "sound.sqlite", 30)
    for n in range(25):
        path = tmp_path / f"game-{n:04}.sqlite"
        flipped(tmp_path / "sound.sqlite", path, rng)
        shutil.copy(copy_path(tmp_path / "sound.sqlite"), copy_path(path))
        with Journal(path) as journal:
            assert [event.draft.body["n"] for event in journal.events] == list(range(30))
            if journal.trouble:
                assert "intact up to event 30" in journal.trouble
            journal.append(draft(30))
        assert numbers(path) == list(range(31))


def test_a_truncated_journal_says_in_one_line_what_is_intact_and_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "game-0001.sqlite"
    written(path, 60)
    copy_path(path).unlink()
    data = path.read_bytes()
    path.write_bytes(data[: len(data) * 2 // 3])
    events, trouble, *_ = verify(path)
    kept = len(events)
    assert 0 < kept < 60
    assert [event.draft.body["n"] for event in events] == list(range(kept))
    assert f"intact up to event {kept}" in trouble
    assert "\n" not in trouble
    damaged = path.read_bytes()
    with Journal(path) as journal:
        assert len(journal.events) == kept
        assert f"intact up to event {kept}" in journal.trouble
        journal.append(draft(kept))
    assert numbers(path) == list(range(kept + 1))
    assert (tmp_path / "game-0001.damaged-1.sqlite").read_bytes() == damaged


def test_a_journal_cut_short_is_made_whole_from_its_copy(tmp_path: Path) -> None:
    path = tmp_path / "game-0001.sqlite"
    written(path, 60)
    path.write_bytes(path.read_bytes()[:5000])
    assert "the copy beside it still has" in verify(path).trouble
    with Journal(path) as journal:
        assert len(journal.events) == 60


def test_a_copy_that_was_damaged_is_written_anew(tmp_path: Path) -> None:
    path = tmp_path / "game-0001.sqlite"
    written(path, 10)
    good = copy_path(path).read_bytes()
    copy_path(path).write_bytes(good[:300])
    with Journal(path) as journal:
        assert journal.trouble == ""
    assert copy_path(path).read_bytes() == good


@pytest.mark.parametrize("content", [b"", b"not a database", os.urandom(9000)])
def test_a_file_that_is_no_journal_is_set_aside_not_deleted(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "game-0001.sqlite"
    path.write_bytes(content)
    with Journal(path) as journal:
        assert journal.events == []
        assert bool(journal.trouble) == bool(content)
        journal.append(draft(0))
    assert numbers(path) == [0]
    assert [aside.read_bytes() for aside in tmp_path.glob("*damaged*.sqlite")] == ([content] if content else [])


def test_a_missing_journal_is_one_clear_line(tmp_path: Path) -> None:
    with pytest.raises(Unusable, match="no such journal"):
        verify(tmp_path / "none.sqlite")


def test_verify_leaves_no_trace(tmp_path: Path) -> None:
    path = tmp_path / "game-0001.sqlite"
    written(path, 5)
    before = sorted(p.name for p in tmp_path.iterdir())
    verify(path)
    assert sorted(p.name for p in tmp_path.iterdir()) == before


_FULL = """
import resource, signal, sys
from pathlib import Path
from companion.referee.events import Draft
from companion.referee.journal.journal import Journal, NotSavedError
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
journal = Journal(Path(sys.argv[1]))
resource.setrlimit(resource.RLIMIT_FSIZE, (150_000, resource.RLIM_INFINITY))
acked = 0
try:
    for n in range(1000):
        journal.append(Draft("move", {"n": n, "text": "x" * 800}, "finger"))
        acked += 1
except NotSavedError as error:
    print(acked, len(journal.events), str(error).count("\\n"))
resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
journal.append(Draft("move", {"n": acked}, "finger"))
print("went on")
"""


def test_a_full_disk_refuses_visibly_loses_nothing_and_goes_on_after(tmp_path: Path) -> None:
    path = tmp_path / "game-0001.sqlite"
    ran = subprocess.run([sys.executable, "-c", _FULL, path], capture_output=True, text=True, check=True, timeout=60)
    first, last = ran.stdout.splitlines()
    acked, kept, newlines = map(int, first.split())
    assert acked == kept > 0
    assert newlines == 0
    assert last == "went on"
    assert numbers(path) == list(range(acked + 1))


_WRITER = """
import sys
from pathlib import Path
from companion.referee.events import Draft
from companion.referee.journal.journal import Journal
journal = Journal(Path(sys.argv[1]))
n = len(journal.events)
while True:
    journal.append(Draft("move", {"n": n}, "finger"))
    sys.stdout.write(f"{n}\\n")
    sys.stdout.flush()
    n += 1
"""


@pytest.mark.parametrize("kills", [12, pytest.param(50, marks=pytest.mark.proof)])
def test_kills_lose_no_acknowledged_event(tmp_path: Path, kills: int) -> None:
    path, rng = tmp_path / "game-0001.sqlite", random.Random(1)
    acknowledged = -1
    for _ in range(kills):
        with subprocess.Popen([sys.executable, "-c", _WRITER, path], stdout=subprocess.PIPE, text=True) as writer:
            assert writer.stdout is not None
            acknowledged = int(writer.stdout.readline())
            time.sleep(rng.uniform(0, 0.05))  # the moment of the kill is what is random here
            writer.send_signal(signal.SIGKILL)
            for line in writer.stdout.read().splitlines():
                acknowledged = int(line) if line.isdecimal() else acknowledged
        got = numbers(path)
        assert got == list(range(len(got)))
        assert len(got) > acknowledged
    assert verify(path).trouble == ""


def test_what_cannot_be_saved_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "game-0001.sqlite"
    with Journal(path) as journal:
        journal.append(draft(0))
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        journal._connection.execute("PRAGMA busy_timeout=10")
        with pytest.raises(NotSavedError, match="not saved"):
            journal.append(draft(1))
        other.execute("ROLLBACK")
        other.close()
        assert len(journal.events) == 1
        journal.append(draft(1))
    assert numbers(path) == [0, 1]
