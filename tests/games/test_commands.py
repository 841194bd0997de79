"""score, referee and simulate as a user calls them: output, exit codes, one clear line for what is unusable."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from companion import cli

SETUP = {"setup": {"game": "architects", "wonders": ["giza", "rhodes"], "first": 0, "progress": ["tactics"]}}
TAKE = {"seat": 0, "move": "take", "from": "left", "card": "vp3"}


@pytest.fixture
def command(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Any:
    """Runs the command line in this process: exit code, standard output, standard error."""

    def run(*arguments: object) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["companion", *map(str, arguments)])
        try:
            cli.main()
        except SystemExit as stop:
            code = stop.code if isinstance(stop.code, int) else 1
        else:
            code = 0
        out = capsys.readouterr()
        return code, out.out, out.err

    return run


def write(path: Path, *objects: object) -> Path:
    path.write_text("\n".join(json.dumps(obj) for obj in objects) + "\n", encoding="utf-8")
    return path


def test_score_prints_one_document_as_in_the_contract(command: Any, tmp_path: Path) -> None:
    players = [{"wonder": "giza", "built": ["giza_1"], "cards": {"vp3": 1}, "cat": True}, {"wonder": "rhodes"}]
    file = write(tmp_path / "position.json", {"game": "architects", "players": players})
    code, out, err = command("score", file, "--json")
    sheet = json.loads(out)
    assert (code, err) == (0, "")
    categories = {"stages": 4, "cat": 2, "blue": 3, "military": 0, "progress": 0, "medals": 0}
    assert sheet["players"][0] == {"seat": 0, "categories": categories, "total": 9}
    assert sheet["winners"] == [0]
    assert sum(line["points"] for line in sheet["explain"] if line["seat"] == 0) == 9
    assert {"seat", "points", "why", "rule"} <= set(sheet["explain"][0])


def test_score_without_json_is_a_table_to_read(command: Any, tmp_path: Path) -> None:
    file = write(tmp_path / "position.json", {"game": "architects", "players": [{"wonder": "giza", "military": 2}]})
    code, out, _ = command("score", file)
    assert code == 0
    assert "2 military tokens at 3 each" in out


@pytest.mark.parametrize(
    ("content", "part"),
    [
        ('{"game": "architects", "players": [{"wonder": "atlantis"}]}', "no wonder 'atlantis'"),
        ('{"game": "chess", "players": []}', "no game 'chess'"),
        ('{"players": []}', "no game"),
        ("[1]", "JSON object"),
        ("{", "not a JSON document"),
        (None, "no such file"),
    ],
)
def test_score_says_in_one_line_what_is_unusable(command: Any, tmp_path: Path, content: str | None, part: str) -> None:
    file = tmp_path / "position.json"
    if content is not None:
        file.write_text(content, encoding="utf-8")
    code, out, err = command("score", file, "--json")
    assert (code, out) == (2, "")
    assert part in err
    assert err.count("\n") == 1


def test_referee_reports_findings_checks_and_the_sheet(command: Any, tmp_path: Path) -> None:
    again = {"seat": 0, "move": "take", "from": "left", "card": "vp3"}
    checks = [
        {"check": "score", "seat": 0, "value": {"blue": 6, "total": 6}},
        {"check": "shields", "seat": 0, "value": 0},
        {"check": "state", "value": {"to_move": 1, "seats": [{"cards": {"vp3": 2}}, {}]}},
    ]
    code, out, _ = command("referee", write(tmp_path / "game.jsonl", SETUP, TAKE, again, *checks), "--json")
    report = json.loads(out)
    assert code == 0
    assert [(found["line"], found["code"], found["seat"]) for found in report["findings"]] == [(3, "out_of_turn", 0)]
    assert {"line", "code", "message", "rule", "seat", "legal"} == set(report["findings"][0])
    assert [check["ok"] for check in report["checks"]] == [True, True, True]
    assert report["sheet"]["players"][0]["total"] == 6
    assert report["finished"] is False


def test_a_failed_check_makes_the_exit_code_1(command: Any, tmp_path: Path) -> None:
    wrong = {"check": "score", "seat": 0, "value": {"total": 4}}
    code, out, _ = command("referee", write(tmp_path / "game.jsonl", SETUP, TAKE, wrong), "--json")
    assert code == 1
    assert json.loads(out)["checks"] == [{"line": 3, "ok": False, "expected": {"total": 4}, "actual": {"total": 3}}]
    code, out, _ = command("referee", tmp_path / "game.jsonl")
    assert code == 1
    assert "expected" in out


@pytest.mark.parametrize(
    ("lines", "part"),
    [
        ([], "the file is empty"),
        ([TAKE], "line 1: the first line must be the set-up"),
        ([{"setup": {"game": "architects", "wonders": ["giza"]}}], "line 1: 1 players"),
        ([SETUP, {"seat": 0, "move": "take", "from": "left", "card": "gold"}], "line 2: no card 'gold'"),
        ([SETUP, TAKE, {"check": "coins", "seat": 0, "value": 1}], "line 3: there is no check 'coins'"),
        ([SETUP, {"check": "score", "value": 1}], "needs a seat"),
        ([SETUP, {"check": "score", "seat": 5, "value": 1}], "no seat 5"),
        ([SETUP, {"check": "score", "seat": 0}], "needs a value"),
    ],
)
def test_referee_says_in_one_line_what_is_unusable(command: Any, tmp_path: Path, lines: list[Any], part: str) -> None:
    code, out, err = command("referee", write(tmp_path / "game.jsonl", *lines), "--json")
    assert (code, out) == (2, "")
    assert part in err
    assert err.count("\n") == 1


@pytest.mark.parametrize("policy", ["random", "greedy"])
def test_simulate_is_repeatable(command: Any, policy: str) -> None:
    call = ("simulate", "architects", "--players", 3, "--games", 5, "--seed", 4, "--policy", policy, "--json")
    results = [json.loads(command(*call)[1]) for _ in range(2)]
    for result in results:
        assert result.pop("games_per_second") > 1
        result.pop("seconds")
    assert results[0] == results[1]
    assert results[0]["score"]["min"] <= results[0]["score"]["p50"] <= results[0]["score"]["max"]
    assert sum(wonder["games"] for wonder in results[0]["wonders"].values()) == 15


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        (("architects", "--players", 8), "8 players"),
        (("architects", "--games", 0), "at least 1 game"),
        (("architects", "--policy", "wild"), "wild"),
    ],
)
def test_simulate_says_in_one_line_what_is_unusable(command: Any, arguments: tuple[Any, ...], part: str) -> None:
    code, out, err = command("simulate", *arguments)
    assert (code, out) == (2, "")
    assert part in err
    assert err.count("\n") == 1


def test_the_installed_command_exits_with_these_codes(tmp_path: Path) -> None:
    file = write(tmp_path / "position.json", {"game": "architects", "players": [{"wonder": "atlantis"}]})
    call = [sys.executable, "-c", "from companion.cli import main; main()", "score", str(file)]
    done = subprocess.run(call, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
