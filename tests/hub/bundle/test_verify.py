"""A tournament's bundle is checked by anybody, without the hub; whatever was changed in it is found."""

import time
import zipfile
from collections.abc import Callable
from pathlib import Path
from random import Random

import msgspec
import pytest

from companion.errors import Unusable
from companion.hub.bundle.verifying import verify
from companion.hub.bundle.writing import bundle
from companion.hub.event.acts import ResultIn
from companion.hub.ingest.taking import Posted, Taking
from companion.hub.load.played import Written, drafts, written
from companion.hub.store import acts, database, migration, schema
from companion.hub.store.tournaments import open_tournament
from companion.referee.events import Event, digest
from companion.referee.fold import fold
from companion.referee.journal.signing import Signer
from companion.uplink.messages import Batch

SIGNER = Signer(bytes(range(32)))


def scores(game: Written) -> tuple[int, ...]:
    played = fold([Event.parse(bytes(entry.record)) for entry in game.entries])
    return tuple(played.rules.scores(played.state).totals)


@pytest.fixture
def made(tmp_path: Path) -> Path:
    """The bundle of a tournament of one game, whose result was taken from its journal."""
    url = database.url_of("", tmp_path)
    migration.migrate(url)
    engine = database.connect(url)
    game = written(SIGNER, drafts("architects", 3, Random(1)))
    with engine.begin() as connection:
        number = open_tournament(connection, "cup", "Cup", {})
        row = {"id": SIGNER.table, "key": SIGNER.key, "tournament_id": number, "number": 1, "name": "Table 1"}
        connection.execute(schema.tables.insert().values(**row, paired=time.time()))
    receipts = Taking(engine).take([Posted(SIGNER.table, Batch(game.game, "game-0001", game.entries))])
    assert receipts[0].receipt.head.seq == len(game.entries)
    result = ResultIn("all", 1, 1, scores(game), (1, 2, 3), "journal", game.game, game.entries[-1].hash)
    with engine.begin() as connection:
        acts.add(connection, number, result, by="Table 1", role="table", at=1.0, after=0)
        path = tmp_path / "cup.zip"
        path.write_bytes(bundle(connection, number))
    return path


def test_a_bundle_as_it_was_made_is_sound_and_its_result_follows_from_the_journal(made: Path) -> None:
    found = verify(made)
    assert (found.troubles, found.results, found.contents.acts) == ((), 1, 1)
    assert found.events == found.contents.games[0].seq > 20


def changed(path: Path, name: str, change: Callable[[bytes], bytes]) -> Path:
    """The same bundle with one file of it changed."""
    other = path.with_name("changed.zip")
    with zipfile.ZipFile(path) as old, zipfile.ZipFile(other, "w") as new:
        for info in old.infolist():
            content = old.read(info)
            new.writestr(info.filename, change(content) if info.filename.startswith(name) else content)
    return other


def last_line_gone(content: bytes) -> bytes:
    return b"".join(content.splitlines(keepends=True)[:-1])


def rewritten(_content: bytes) -> bytes:
    """A whole game by somebody who has not the key, under the old signatures."""
    forged = written(Signer(bytes(32)), drafts("architects", 3, Random(2)))
    return b"".join(msgspec.json.encode(entry) + b"\n" for entry in forged.entries)


@pytest.mark.parametrize(
    ("name", "change", "trouble"),
    [
        ("games/", lambda content: content.replace(b'"seat":0', b'"seat":1', 1), "is not what was written"),
        ("games/", last_line_gone, "events are missing at its end"),
        ("games/", rewritten, "events are missing"),
        ("acts", lambda content: content.replace(b'"scores":[', b'"scores":[9', 1), "is not what was written"),
        ("acts", last_line_gone, "acts are missing"),
        ("bundle.json", lambda content: content.replace(b'"key": "', b'"key": "AAAA'), "its key is another's"),
    ],
)
def test_whatever_is_changed_in_a_bundle_is_found(
    made: Path, name: str, change: Callable[[bytes], bytes], trouble: str
) -> None:
    assert trouble in " ".join(verify(changed(made, name, change)).troubles)


def test_a_result_that_does_not_follow_from_its_journal_is_found(made: Path) -> None:
    def forge(content: bytes) -> bytes:
        act = msgspec.json.decode(content)
        entry = msgspec.json.decode(msgspec.json.encode(act[1]), type=acts.Entry)
        deed = msgspec.json.decode(bytes(entry.deed), type=ResultIn)
        told = msgspec.structs.replace(deed, scores=(99, *deed.scores[1:]))
        record = msgspec.json.encode(msgspec.structs.replace(entry, deed=msgspec.Raw(msgspec.json.encode(told))))
        return msgspec.json.encode([1, msgspec.Raw(record), digest(record)])

    assert any("the journal comes to" in each for each in verify(changed(made, "acts", forge)).troubles)


def test_what_is_no_bundle_is_told_in_one_line(tmp_path: Path) -> None:
    path = tmp_path / "none.zip"
    path.write_bytes(b"PK no")
    with pytest.raises(Unusable, match="no bundle can be read"):
        verify(path)
