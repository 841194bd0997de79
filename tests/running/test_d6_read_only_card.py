"""D6: on a card that can only be read (any more) the table runs, shows what was kept, says so, and mends itself.

A real file system in a mount namespace of the test's own, which the kernel makes read-only in the middle of a game.
"""

import shutil
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from companion import words
from companion.api.protocol import why
from companion.games.vocabulary import Line
from companion.referee.events import Draft
from companion.referee.journal import journal
from companion.referee.journal.journal import Journal, NotSavedError, OnlyReadError
from companion.words.language import LANGUAGES, speaking
from tests.house.tree import ROOT

TABLE = """
import os, signal, subprocess, sys, time
from pathlib import Path
from companion.api.protocol import View
from companion.run.plan import Wish, make_plan
from companion.run.running import Session

card = Path(sys.argv[1])
subprocess.run(["mount", "-t", "tmpfs", "-o", "size=32m", "none", str(card)], check=True)
plan = make_plan(Wish("duel", camera="none", screen="none", state=card / "state", board="none"))
LIMIT = 60


def until(session, done):
    end = time.monotonic() + LIMIT
    while not done():
        assert time.monotonic() < end, (session.view and session.view.parts)
        session._supervisor.tend()
        time.sleep(0.02)


def journal_of(session):
    parts = session.view.parts if session.view is not None else ()
    return next((part.trouble for part in parts if part.name == "journal"), "")


session = Session(plan, Path("none.faces"))
session.begin()
assert session._do("setup", {"game": "duel", "names": ["Anna", "Ben"]}).ok
until(session, lambda: session.view.table is not None)
reply = session._do("move", session.view.table.moves[0])
assert reply.ok, reply
before = reply.seq

# The referee dies, and the card with it: it opens what there is, and says so.
first = session._supervisor.pid("referee")
os.kill(first, signal.SIGKILL)
os.waitid(os.P_PID, first, os.WEXITED | os.WNOWAIT)
subprocess.run(["mount", "-o", "remount,ro", str(card)], check=True)
until(session, lambda: session._supervisor.pid("referee") not in (None, first))
session.view = None
until(session, lambda: session.view is not None and "only be read" in journal_of(session))
assert session.view.seq == before and session.view.table is not None
assert [player.name for player in session.view.table.players] == ["Anna", "Ben"]
reply = session._do("move", session.view.table.moves[0])
assert not reply.ok and reply.why.code == "only_read", reply
reply = session._do("setup", {"game": "duel"})
assert not reply.ok, reply
session.close()

# The whole table begins on such a card.
session = Session(plan, Path("none.faces"))
session.begin()
until(session, lambda: "only be read" in journal_of(session))
assert session.view.seq == before
session.close()

# And all is as before when it can be written again.
subprocess.run(["mount", "-o", "remount,rw", str(card)], check=True)
session = Session(plan, Path("none.faces"))
session.begin()
until(session, lambda: session.view.table is not None)
assert journal_of(session) == ""
assert session.view.seq == before
assert session._do("move", session.view.table.moves[0]).ok
session.close()
print("all held")
"""

NAMESPACE = ["unshare", "--user", "--map-root-user", "--mount"]


def can_mount() -> bool:
    if shutil.which("unshare") is None:
        return False
    return (
        subprocess.run(
            [*NAMESPACE, "mount", "-t", "tmpfs", "none", "/mnt"], check=False, capture_output=True
        ).returncode
        == 0
    )


@pytest.mark.skipif(not can_mount(), reason="no mount namespace may be made here")
def test_d6_a_table_whose_card_can_only_be_read_shows_what_was_kept_and_says_so(tmp_path: Path) -> None:
    card = tmp_path / "card"
    card.mkdir()
    done = subprocess.run(
        [*NAMESPACE, sys.executable, "-c", textwrap.dedent(TABLE), str(card)],
        capture_output=True, text=True, check=False, timeout=300, cwd=ROOT,
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (0, "all held\n"), done.stderr


def test_d6_a_card_that_dies_under_a_game_is_told_as_such(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Journal(tmp_path / "game-0001.sqlite") as kept:
        kept.append(Draft("setup", {"game": "duel"}, "finger"))
        # What SQLite says when the kernel has made the file system read-only below it.
        kept._connection.execute("PRAGMA query_only=ON")
        monkeypatch.setattr(journal, "only_read", lambda folder: folder == tmp_path)
        with pytest.raises(NotSavedError, match="can only be read") as refused:
            kept.append(Draft("end", {}, "finger"))
        assert refused.value.code == "only_read"
        assert len(kept.events) == 1


def test_d6_it_is_said_in_every_language() -> None:
    said = set()
    for code in LANGUAGES:
        with speaking(code):
            said.add(words.refusal("", why(OnlyReadError(Path("/state/games")))))
            said.add(words.refusal("", Line("only_read")))
    assert len(said) == len(LANGUAGES)
