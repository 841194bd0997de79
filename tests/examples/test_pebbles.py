"""A fourth game moves in: a distribution of its own, installed beside the product, which is not touched."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.house.tree import ROOT

PEBBLES = ROOT / "examples" / "pebbles"


@pytest.fixture(scope="module")
def beside(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The environment of a machine on which Pebbles is installed as pip installs it."""
    site = tmp_path_factory.mktemp("site")
    pip = [sys.executable, "-m", "pip", "install", "-q", "--disable-pip-version-check", "--no-deps", "--no-index"]
    subprocess.run([*pip, "--no-build-isolation", "--target", str(site), str(PEBBLES)], check=True, timeout=120)
    return {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), str(site)])}


def companion(beside: dict[str, str], *words: str) -> Any:
    """What a command says in JSON."""
    command = [sys.executable, "-c", "from companion.cli import main; main()", *words, "--json"]
    ran = subprocess.run(command, check=False, env=beside, cwd=ROOT, capture_output=True, text=True, timeout=900)
    assert ran.returncode == 0, ran.stderr
    return json.loads(ran.stdout)


def test_the_product_does_not_know_it() -> None:
    rooms = ("companion", "vision", "ui", "hw")
    found = subprocess.run(
        ["git", "grep", "-il", "pebble", "--", *rooms], check=False, cwd=ROOT, capture_output=True, text=True
    )
    assert found.stdout == ""


def test_it_is_simulated_scored_and_judged(beside: dict[str, str], tmp_path: Path) -> None:
    assert companion(beside, "simulate", "pebbles", "--players", "2", "--games", "20", "--seed", "1")["games"] == 20
    position = tmp_path / "position.json"
    position.write_text('{"game": "pebbles", "players": [{"cards": {"pearl": 2, "shell": 3}, "starfish": 1}, {}]}')
    assert [player["total"] for player in companion(beside, "score", str(position))["players"]] == [10, 0]
    moves = [
        {"setup": {"game": "pebbles"}},
        {"seat": 0, "move": "take", "from": "left", "card": "crab"},
        {"seat": 0, "move": "take", "from": "left", "card": "pearl"},
        {"check": "score", "seat": 0, "value": 2},
    ]
    replay = tmp_path / "moves.jsonl"
    replay.write_text("\n".join(map(json.dumps, moves)))
    report = companion(beside, "referee", str(replay))
    assert [finding["code"] for finding in report["findings"]] == ["out_of_turn"]
    assert report["checks"][0]["ok"]


@pytest.mark.parametrize("which", ["not proof", pytest.param("proof", marks=pytest.mark.proof)])
def test_it_is_played_by_finger_and_seen_on_phones_in_every_language(which: str, beside: dict[str, str]) -> None:
    """On the touchscreen in Ukrainian; ``make proof`` plays it there in the other languages, too."""
    tests = ROOT / "tests" / "examples" / "pebbles_beside.py"
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:xdist", "-m", which, str(tests)]
    ran = subprocess.run(command, check=False, env=beside, cwd=ROOT, capture_output=True, text=True, timeout=600)
    assert ran.returncode == 0, ran.stdout[-3000:]


@pytest.mark.proof
def test_it_is_seen_by_the_camera_to_the_last_card(beside: dict[str, str]) -> None:
    total = companion(beside, "rehearse", "pebbles", "--players", "2", "--seed", "1", "--games", "1")["total"]
    assert (total["wrong"], total["missed"], total["score_exact"], total["state_exact"]) == (0, 0, 1, 1)
