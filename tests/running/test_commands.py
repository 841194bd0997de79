"""``companion run``, ``journal`` and ``doctor`` as a person meets them."""

import csv
import io
import json
import shutil
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.games.architects import rules as architects
from companion.games.architects.rules.deal import play_set_up
from companion.games.playing import random_policy
from companion.referee.events import Draft
from companion.referee.journal.journal import Journal
from tests.conftest import Command


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A finished game, in a state folder."""
    played = play_set_up(architects.Setup(("giza", "rhodes", "babylon")), Random(3), random_policy)
    path = tmp_path / "state" / "games" / "game-0001.sqlite"
    path.parent.mkdir(parents=True)
    setup = {"wonders": ["giza", "rhodes", "babylon"], "progress": list(played.setup.progress)}
    with Journal(path) as journal:
        journal.append(Draft("setup", setup, "finger"))
        for move in played.moves:
            journal.append(Draft("move", architects.dump_move(move), "camera"))
    return path


def total(document: Any) -> list[int]:
    return [player["total"] for player in document["sheet"]["players"]]


def test_a_sound_journal_is_verified(command: Command, game: Path) -> None:
    ran = command("journal", "verify", str(game))
    assert ran.code == 0
    assert "every one as it was written" in ran.out
    assert json.loads(command("journal", "verify", str(game.parent.parent), "--json").out)["intact"]


def test_a_truncated_journal_is_one_line_with_what_is_intact(command: Command, game: Path) -> None:
    data = game.read_bytes()
    game.write_bytes(data[: len(data) // 2])
    for words in (("verify", str(game)), ("show", str(game))):
        ran = command("journal", *words)
        assert ran.code == 1
        assert ran.err.count("\n") == 1
        assert "intact up to event" in ran.err


def test_a_shown_game_ends_with_its_score(command: Command, game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    document = json.loads(command("journal", "show", str(game), "--json").out)
    assert document["finished"]
    monkeypatch.setenv("COLUMNS", "200")
    ran = command("journal", "show", str(game))
    assert ran.code == 0
    assert all(str(points) in ran.out for points in total(document))


def test_every_export_has_the_same_scores(command: Command, game: Path) -> None:
    forms = ("json", "bgstats", "csv")
    exported = {form: command("journal", "export", str(game), "--format", form) for form in forms}
    assert [ran.code for ran in exported.values()] == [0, 0, 0]
    points = total(json.loads(exported["json"].out))
    play_of = json.loads(exported["bgstats"].out)["plays"][0]
    assert [int(score["score"]) for score in play_of["playerScores"]] == points
    rows = list(csv.DictReader(io.StringIO(exported["csv"].out)))
    assert [int(row["total"]) for row in rows] == points


def test_a_printed_sheet_bears_the_hash_that_verify_tells_and_leaves_no_half_of_it(
    command: Command, game: Path, tmp_path: Path
) -> None:
    sheet = tmp_path / "sheet.pdf"
    ran = command("journal", "export", str(game), "--format", "pdf", "--language", "hu", "--out", str(sheet))
    assert (ran.code, ran.out, ran.err) == (0, "", "")
    printed = subprocess.run(["pdftotext", str(sheet), "-"], capture_output=True, text=True, check=True).stdout
    seal = json.loads(command("journal", "verify", str(game), "--json").out)["sha256"]
    assert f"SHA-256 {seal}" in printed
    assert f"SHA-256 {seal}" in command("journal", "verify", str(game)).out
    ran = command("journal", "export", str(game), "--format", "pdf", "--out", str(tmp_path / "no" / "sheet.pdf"))
    assert ran.code == 2
    assert ran.err.count("\n") == 1


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("journal", "verify", "none.sqlite"), "no such journal"),
        (("journal", "export", "none.sqlite", "--format", "pdf"), "--out"),
        (("journal", "export", "none.sqlite", "--format", "doc"), "pdf"),
        (("journal", "export", "none.sqlite", "--language", "xx"), "hu"),
        (("run", "--players", "8"), "2 to 7"),
        (("run", "--game", "chess"), "chess"),
        (("run", "--game", "duel", "--players", "3"), "duel is for 2 players"),
        (("run", "--camera", "nowhere"), "nowhere"),
        (("run", "--camera", "usb:97"), "usb:97"),
        (("run", "--screen", "big"), "big"),
        (("run", "--scene", "moon"), "moon"),
        (("run", "--box", "nowhere", "--players", "3"), "nowhere"),
    ],
)
def test_what_cannot_be_used_is_one_line_and_writes_nothing(
    tmp_path: Path,
    words: tuple[str, ...],
    said: str,
    command: Command,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    state = tmp_path / "state"
    more = ("--state", str(state)) if words[0] == "run" else ()
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    ran = command(*words, *more)
    assert ran.code == 2
    assert ran.err.count("\n") == 1
    assert said in ran.err
    assert list(tmp_path.iterdir()) == []


def test_a_bad_table_file_is_one_line(command: Command, tmp_path: Path) -> None:
    folder = tmp_path / "frames"
    folder.mkdir()
    (folder / "a.png").write_bytes(b"")
    for text in ("{", "[]", '{"setup": {"wonders": ["giza", "atlantis"]}}', '{"setup": 3}'):
        (folder / "table.json").write_text(text)
        ran = command("run", "--camera", str(folder), "--state", str(tmp_path / "state"), "--screen", "none")
        assert ran.code == 2
        assert ran.err.count("\n") == 1
        assert "table.json" in ran.err
    assert not (tmp_path / "state").exists()


def test_the_doctor_finds_a_damaged_journal_and_says_how_to_mend_it(command: Command, game: Path) -> None:
    state = str(game.parent.parent)
    sound = json.loads(command("doctor", "--json", "--state", state).out)
    assert {check["name"]: check["verdict"] for check in sound["checks"]}["journals"] == "well"
    game.write_bytes(game.read_bytes()[:7000])
    ran = command("doctor", "--json", "--state", state)
    assert ran.code == 1
    finding = next(check for check in json.loads(ran.out)["checks"] if check["name"] == "journals")
    assert finding["verdict"] == "mend"
    assert "intact up to event" in finding["found"]
    assert finding["mend"]


def test_the_doctor_finds_a_box_that_is_none(command: Command, tmp_path: Path) -> None:
    ran = command("doctor", "--json", "--state", str(tmp_path), "--box", str(tmp_path))
    assert ran.code == 1
    finding = next(check for check in json.loads(ran.out)["checks"] if check["name"] == "box")
    assert "companion enrol" in finding["mend"]


@pytest.mark.proof
def test_a_recording_without_a_move_ends_by_itself_with_its_score(command: Command, tmp_path: Path) -> None:
    """Black pictures: every part starts, the set-up is taken from the folder, and all ends in order."""
    import cv2  # noqa: PLC0415 - only to draw
    import numpy as np  # noqa: PLC0415 - only to draw

    folder = tmp_path / "frames"
    folder.mkdir()
    for n in range(3):
        cv2.imwrite(str(folder / f"frame-{n:06}-{n / 10:.3f}.jpg"), np.zeros((120, 160, 3), np.uint8))
    (folder / "table.json").write_text(json.dumps({"setup": {"wonders": ["giza", "rhodes"]}}))
    state = tmp_path / "state"
    words = ("run", "--camera", str(folder), "--state", str(state), "--screen", "none", "--json")
    process = (sys.executable, "-c", "from companion.cli import main; main()", *words)
    # A machine that has never run it learns the practice pieces first (about 100 s of CPU).
    ran = subprocess.run(process, capture_output=True, text=True, check=False, timeout=600)
    assert ran.returncode == 0, ran.stderr
    document = json.loads(ran.stdout)
    assert total(document) == [0, 0]
    assert (document["finished"], document["seq"], document["questions"]) == (False, 1, 0)
    assert command("journal", "verify", str(state)).code == 0
    assert not list(state.glob("*.sock"))
    shutil.rmtree(state)
