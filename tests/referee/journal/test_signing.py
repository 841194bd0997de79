"""What a table has written is signed: nobody else can write in its name; what was written before is read as it is."""

import sqlite3
from pathlib import Path

import pytest

from companion.referee.events import Draft, Event, digest
from companion.referee.game_files import GameFiles
from companion.referee.journal import store
from companion.referee.journal.chain import Row
from companion.referee.journal.journal import Journal, verify
from companion.referee.journal.signing import Signer, is_signed, signer, vouched

DRAFT = Draft("move", {"n": 1}, "finger")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "game-0001.sqlite"


@pytest.fixture
def mine(tmp_path: Path) -> Signer:
    found = signer(tmp_path)
    assert found is not None
    return found


def test_each_event_written_is_signed_by_the_table(path: Path, mine: Signer) -> None:
    with Journal(path, signer=mine) as journal:
        for n in range(3):
            journal.append(DRAFT)
            signed = verify(path).signed
            assert signed is not None
            assert (signed.seq, signed.key) == (n + 1, mine.key)
            assert is_signed(mine.key, digest(journal.events[-1].record()), signed.signature)


def test_a_whole_game_written_by_somebody_without_the_key_is_found_out(path: Path, mine: Signer) -> None:
    with Journal(path, signer=mine) as journal:
        journal.append(DRAFT, DRAFT)
    with sqlite3.connect(path) as connection:
        kept = store.signatures(connection)
        connection.execute("DROP TRIGGER event_stays")
        head = "0" * 64
        for seq in (1, 2):
            record = Event(seq, Draft("move", {"n": 2}, "finger"), 0.0, "", 0.0, head).record()
            head = digest(record)
            connection.execute("UPDATE event SET record = ?, hash = ? WHERE seq = ?", (record, head, seq))
        assert store.signatures(connection) == kept
    connection.close()
    store.copy_path(path).unlink()
    assert "is not the one that the table signed" in verify(path).trouble


def test_a_journal_without_signatures_opens_as_before_and_is_vouched_for_by_its_own_table(
    path: Path, mine: Signer
) -> None:
    with Journal(path) as journal:
        journal.append(DRAFT)
    assert (verify(path).trouble, verify(path).signed) == ("", None)
    with Journal(path, signer=mine) as journal:
        assert not journal.trouble
        signed = verify(path).signed
        assert signed is not None
        assert signed.seq == 1
        journal.append(DRAFT)
    assert len(verify(path).events) == 2


def test_a_damaged_journal_that_is_made_whole_is_signed_again(path: Path, mine: Signer) -> None:
    with Journal(path, signer=mine) as journal:
        journal.append(DRAFT, DRAFT)
    path.write_bytes(path.read_bytes()[:5000])
    with Journal(path, signer=mine) as journal:
        assert "which is kept" in journal.trouble
    verdict = verify(path)
    assert (verdict.trouble, verdict.signed and verdict.signed.seq) == ("", 2)


def test_the_key_stays_the_same_and_only_the_table_may_read_it(tmp_path: Path, mine: Signer) -> None:
    again = signer(tmp_path)
    assert again is not None
    assert again.key == mine.key
    assert (tmp_path / "table.key").stat().st_mode & 0o077 == 0


def test_a_key_that_is_damaged_is_set_aside_and_the_table_plays_on(tmp_path: Path, mine: Signer) -> None:
    (tmp_path / "table.key").write_text("rotten")
    files = GameFiles(tmp_path)
    assert files.signer is not None
    assert files.signer.key != mine.key
    assert (tmp_path / "table.key.damaged").read_text() == "rotten"
    files.close()


def test_a_signature_of_one_thing_is_none_of_another(mine: Signer) -> None:
    seal = digest(b"an event")
    signed = mine.sign(1, seal).signature
    other = Signer(bytes(31) + b"\1")
    assert is_signed(mine.key, seal, signed)
    assert not is_signed(other.key, seal, signed)
    assert not is_signed(mine.key, digest(b"another"), signed)
    assert not is_signed(b"short", seal, signed)
    assert not vouched(mine.key, "pair", seal.encode(), signed)
    assert vouched(mine.key, "pair", b"code", mine.vouch("pair", b"code"))


def test_a_row_that_is_not_signed_leaves_the_rest_signed(path: Path, mine: Signer) -> None:
    with Journal(path, signer=mine) as journal:
        journal.append(DRAFT)
        last = journal.events[-1]
    record = Event(2, DRAFT, 0.0, "", 0.0, digest(last.record())).record()
    with store.connect(path) as connection:
        store.insert(connection, [Row(2, record, digest(record))])
    connection.close()
    verdict = verify(path)
    assert (len(verdict.events), verdict.signed and verdict.signed.seq) == (2, 1)
