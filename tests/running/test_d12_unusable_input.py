"""D12: input that breaks a reader (too deep, too long, a time that no clock shows, a full disk) is one clear line."""

import subprocess
import sys
import time
from pathlib import Path

import pytest

from companion import cli
from companion.durable import private_folder
from companion.referee.events import Draft
from companion.referee.journal.journal import Journal
from tests.house.tree import ROOT
from tests.running.test_d6_read_only_card import NAMESPACE, can_mount

DEEP = "[" * 200_000
"""Deeper than any reader goes."""
FILES = {
    "deep.json": DEEP,
    "deep.jsonl": '{"setup": ' + DEEP,
    "later.jsonl": '{"setup": {"game": "duel"}}\n' + DEEP,
    "deep/box.toml": "a = " + DEEP,
    "long/box.toml": "[architects.rome]\nx = " + "9" * 5_000,
    "frames/table.json": '{"setup": ' + DEEP,
    "frames/a.png": "",
    "latin.json": '{"game": "architects", "players": [{"wonder": "\xe9"}]}',
    "latin.jsonl": '{"setup": {"game": "duel"}, "note": "\xe9"}',
    "latin/box.toml": "# \xe9",
}


@pytest.mark.parametrize(
    "words",
    [
        "score deep.json",
        "score latin.json",
        "referee latin.jsonl",
        "box latin",
        "referee deep.jsonl",
        "referee later.jsonl",
        "simulate --from deep.jsonl",
        "box deep",
        "box long",
        "enrol deep --game architects --from frames",
        "enrol long --game architects --from frames",
        "run --camera frames --screen none --state state",
    ],
)
def test_d12_what_no_reader_can_read_is_one_line_that_names_the_file(
    words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        # Letters beyond ASCII as an old editor writes them: no UTF-8.
        (tmp_path / name).write_text(text, encoding="latin-1")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", ["companion", *words.split()])
    with pytest.raises(SystemExit) as left:
        cli.main()
    said = capsys.readouterr().err
    assert left.value.code == 2, said
    assert said.count("\n") == 1
    assert any(word in said for word in words.split() if (tmp_path / word).exists())
    assert not (tmp_path / "state").exists()


@pytest.mark.parametrize("wall", [1e300, -1e300, 1e18])
@pytest.mark.parametrize("words", ["show", "export --format bgstats", "export --format csv"])
def test_d12_a_time_that_no_clock_shows_hides_no_game(
    wall: float, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game-0001.sqlite"
    with monkeypatch.context() as patched, Journal(path) as kept:
        patched.setattr(time, "time", lambda: wall)
        kept.append(Draft("setup", {"game": "duel", "names": ["Anna", "Ben"]}, "finger"))
    command, *options = words.split()
    monkeypatch.setattr(sys, "argv", ["companion", "journal", command, str(path), *options])
    with pytest.raises(SystemExit) as left:
        cli.main()
    assert left.value.code == 0
    assert "Anna" in capsys.readouterr().out


FULL = """
import subprocess, sys
from pathlib import Path
from companion.api.protocol import Command
from companion.referee.game_files import GameFiles
from companion.referee.referee import Referee

card = Path(sys.argv[1])
subprocess.run(["mount", "-t", "tmpfs", "-o", "size=256k", "none", str(card)], check=True)
referee = Referee(GameFiles(card / "state"))
filling = card / "filling"
try:
    with filling.open("wb", buffering=0) as file:
        while file.write(b"x" * 1024):
            pass
except OSError:
    pass
for number in range(3):
    reply = referee.handle(Command(f"full-{number}", "setup", {"game": "duel"})).reply
    assert not reply.ok, reply
left = [path.name for path in (card / "state" / "games").iterdir() if path.name != "lock"]
assert left == [], left
filling.unlink()
reply = referee.handle(Command("free", "setup", {"game": "duel"})).reply
assert reply.ok, reply
assert (card / "state" / "games" / "game-0001.sqlite").is_file()
print("all held")
"""


@pytest.mark.skipif(not can_mount(), reason="no mount namespace may be made here")
def test_d12_a_full_disk_keeps_no_empty_games(tmp_path: Path) -> None:
    card = tmp_path / "card"
    card.mkdir()
    done = subprocess.run(
        [*NAMESPACE, sys.executable, "-c", FULL, str(card)],
        capture_output=True, text=True, check=False, timeout=120, cwd=ROOT,
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (0, "all held\n"), done.stderr


def test_d12_a_folder_that_somebody_else_has_made_is_not_used(tmp_path: Path) -> None:
    assert private_folder(tmp_path / "mine") == private_folder(tmp_path / "mine")
    (tmp_path / "open").mkdir(mode=0o755)
    (tmp_path / "link").symlink_to(tmp_path / "mine")
    for name in ("open", "link"):
        with pytest.raises(PermissionError, match=name):
            private_folder(tmp_path / name)
