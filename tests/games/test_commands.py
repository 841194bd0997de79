"""score, referee and simulate as a user calls them: output, exit codes, one clear line for what is unusable."""

import json
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from companion.games.catalogue import GAMES
from companion.referee.events import Draft
from companion.referee.journal.journal import Journal
from tests.conftest import Command
from tests.games.manuals import MANUALS
from tests.games.manuals.manual import Manual

SETUP = {"setup": {"game": "architects", "wonders": ["giza", "rhodes"], "first": 0, "progress": ["tactics"]}}
TAKE = {"seat": 0, "move": "take", "from": "left", "card": "vp3"}


def write(path: Path, *objects: object) -> Path:
    path.write_text("\n".join(json.dumps(obj) for obj in objects) + "\n", encoding="utf-8")
    return path


def test_score_prints_one_document_as_in_the_contract(command: Command, tmp_path: Path) -> None:
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


def test_score_without_json_is_a_table_to_read(command: Command, tmp_path: Path) -> None:
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
def test_score_says_in_one_line_what_is_unusable(
    command: Command, tmp_path: Path, content: str | None, part: str
) -> None:
    file = tmp_path / "position.json"
    if content is not None:
        file.write_text(content, encoding="utf-8")
    code, out, err = command("score", file, "--json")
    assert (code, out) == (2, "")
    assert part in err
    assert err.count("\n") == 1


def test_referee_reports_findings_checks_and_the_sheet(command: Command, tmp_path: Path) -> None:
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


def test_a_failed_check_makes_the_exit_code_1(command: Command, tmp_path: Path) -> None:
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
def test_referee_says_in_one_line_what_is_unusable(
    command: Command, tmp_path: Path, lines: list[Any], part: str
) -> None:
    code, out, err = command("referee", write(tmp_path / "game.jsonl", *lines), "--json")
    assert (code, out) == (2, "")
    assert part in err
    assert err.count("\n") == 1


EACH_GAME = pytest.mark.parametrize("game", list(GAMES))


@EACH_GAME
def test_a_whole_game_written_down_is_refereed_without_a_finding(command: Command, tmp_path: Path, game: str) -> None:
    """And its final position, where a check asks for it, is scored as it was played."""
    rules = GAMES[game]
    played = rules.play(max(2, min(rules.PLAYERS)), Random(3), rules.POLICIES["greedy"])
    sheet = rules.scores(played.final)
    checks = [
        {"check": "score", "seat": seat, "value": {**row, "total": total}}
        for seat, (row, total) in enumerate(zip(sheet.categories, sheet.totals, strict=True))
    ]
    setup = {"setup": {"game": game, **msgspec.to_builtins(played.setup)}}
    file = write(tmp_path / "game.jsonl", setup, *map(rules.dump_move, played.moves), *checks)
    code, out, err = command("referee", file, "--json")
    report = json.loads(out)
    assert (code, err) == (0, "")
    assert report["findings"] == []
    assert [check["ok"] for check in report["checks"]] == [True] * len(sheet.totals)
    assert (report["finished"], report["sheet"]["winners"]) == (True, list(sheet.winners))
    assert [tuple(player["categories"]) for player in report["sheet"]["players"]] == [rules.CATEGORIES] * len(checks)


@pytest.mark.parametrize("manual", MANUALS, ids=lambda manual: manual.rules.NAME)
def test_the_manuals_examples_are_what_the_commands_read(command: Command, tmp_path: Path, manual: Manual) -> None:
    setup, position = {"setup": manual.setups[0]}, manual.positions[0]
    code, out, _ = command("referee", write(tmp_path / "game.jsonl", setup, *manual.moves, *manual.checks), "--json")
    assert code in (0, 1), "moves out of their context are findings, checks may fail"
    assert len(json.loads(out)["checks"]) == len(manual.checks)
    code, out, _ = command("score", write(tmp_path / "position.json", position), "--json")
    assert code == 0
    assert [tuple(player["categories"]) for player in json.loads(out)["players"]] == [manual.rules.CATEGORIES] * len(
        position["players"]
    )


def test_checks_can_ask_about_the_free_city_but_not_its_score(command: Command, tmp_path: Path) -> None:
    setup = {"game": "seven_wonders", "wonders": [["giza", "A"], ["rhodes", "B"]], "free_city": ["babylon", "A"]}
    coins = {"check": "coins", "seat": 2, "value": 3}
    code, _, _ = command("referee", write(tmp_path / "game.jsonl", {"setup": setup}, coins), "--json")
    assert code == 0
    score = {"check": "score", "seat": 2, "value": 3}
    code, _, err = command("referee", write(tmp_path / "game.jsonl", {"setup": setup}, score), "--json")
    assert code == 2
    assert "no seat 2" in err


@EACH_GAME
def test_a_house_rule_that_there_is_not_is_named_in_one_line(command: Command, tmp_path: Path, game: str) -> None:
    manual = next(manual for manual in MANUALS if game == manual.rules.NAME)
    rules = {"setup": {**manual.setups[0], "house_rules": {"no_such_rule": True}}}
    code, out, err = command("referee", write(tmp_path / "game.jsonl", rules), "--json")
    assert (code, out) == (2, "")
    assert "no_such_rule" in err
    assert err.count("\n") == 1


@EACH_GAME
def test_a_line_that_is_no_move_is_named_in_one_line(command: Command, tmp_path: Path, game: str) -> None:
    setup = {"setup": next(manual for manual in MANUALS if game == manual.rules.NAME).setups[0]}
    for bad in ([1], "take", {"seat": 0}, {"seat": 0, "move": "fly"}, {"seat": "x", "move": "build", "card": "altar"}):
        code, out, err = command("referee", write(tmp_path / "game.jsonl", setup, bad), "--json")
        assert (code, out) == (2, "")
        assert "game.jsonl: line 2: not a move: " in err
        assert err.count("\n") == 1


@EACH_GAME
@pytest.mark.parametrize("policy", ["random", "greedy"])
def test_simulate_is_repeatable(command: Command, game: str, policy: str) -> None:
    call = ("simulate", game, "--games", 5, "--seed", 4, "--policy", policy, "--json")
    results = [json.loads(command(*call)[1]) for _ in range(2)]
    for result in results:
        assert result.pop("games_per_second") > 1
        result.pop("seconds")
    assert results[0] == results[1]
    assert results[0]["score"]["min"] <= results[0]["score"]["p50"] <= results[0]["score"]["max"]
    assert tuple(results[0]["categories"]) == GAMES[game].CATEGORIES
    assert results[0]["players"] == min(4, max(GAMES[game].PLAYERS))


def test_simulate_counts_each_wonder_that_played(command: Command) -> None:
    _, out, _ = command("simulate", "architects", "--players", 3, "--games", 5, "--json")
    wonders = json.loads(out)["wonders"].values()
    assert sum(wonder["games"] for wonder in wonders) == 15
    assert sum(wonder["wins"] * wonder["games"] for wonder in wonders) == pytest.approx(5, abs=0.01)


def test_simulate_plays_with_expansions(command: Command) -> None:
    call = ("simulate", "architects", "--games", 5, "--json")
    plain, with_medals = (json.loads(command(*call, *more)[1]) for more in ((), ("--expansions", "medals")))
    assert plain["categories"]["medals"] == 0
    assert with_medals["categories"]["medals"] > 0
    assert (plain["expansions"], with_medals["expansions"]) == ([], ["medals"])


def test_simulate_from_a_file_gives_each_seats_chance(command: Command, tmp_path: Path) -> None:
    file = write(tmp_path / "game.jsonl", SETUP, TAKE)
    code, out, err = command("simulate", "--from", file, "--playouts", 30, "--seed", 2, "--json")
    result = json.loads(out)
    assert (code, err) == (0, "")
    assert (result["game"], result["moves"], result["playouts"], result["finished"]) == ("architects", 1, 30, False)
    assert [seat["name"] for seat in result["seats"]] == ["giza", "rhodes"]
    assert sum(seat["chance"] for seat in result["seats"]) == pytest.approx(1)
    assert all(seat["low"] <= seat["chance"] <= seat["high"] for seat in result["seats"])
    code, out, _ = command("simulate", "--from", file, "--playouts", 30)
    assert code == 0
    assert "giza: " in out


@pytest.mark.parametrize("manual", MANUALS, ids=lambda manual: manual.rules.NAME)
def test_simulate_goes_on_from_any_game(command: Command, tmp_path: Path, manual: Manual) -> None:
    for number, setup in enumerate(manual.setups):
        file = write(tmp_path / f"game{number}.jsonl", {"setup": setup})
        code, out, err = command("simulate", "--from", file, "--playouts", 4, "--json")
        assert (code, err) == (0, "")
        result = json.loads(out)
        assert (result["game"], result["playouts"], len(result["seats"])) == (manual.rules.NAME, 4, result["players"])


def test_simulate_from_a_journal_is_the_same_as_from_its_moves(command: Command, tmp_path: Path) -> None:
    with Journal(tmp_path / "game-0001.sqlite") as journal:
        journal.append(Draft("setup", dict(SETUP["setup"]), "finger"), Draft("move", TAKE, "finger"))
    file = write(tmp_path / "game.jsonl", SETUP, TAKE)
    results = [
        json.loads(command("simulate", "--from", path, "--playouts", 20, "--json")[1])["seats"]
        for path in (tmp_path / "game-0001.sqlite", file)
    ]
    assert results[0] == results[1]


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        (("architects", "--players", 8), "--players 8"),
        (("architects", "--games", 0), "at least 1 game"),
        (("duel", "--players", 3), "duel is for 2 players"),
        (("chess",), "no game 'chess'"),
        (("duel", "--expansions", "medals"), "duel has none"),
        ((), "say which game"),
        (("architects", "--from", "game.jsonl"), "leave out GAME"),
        (("--from", "no.jsonl"), "no such file"),
        (("--from", "no.jsonl", "--playouts", 0), "at least once"),
        (("architects", "--policy", "wild"), "wild"),
    ],
)
def test_simulate_says_in_one_line_what_is_unusable(command: Command, arguments: tuple[Any, ...], part: str) -> None:
    code, out, err = command("simulate", *arguments)
    assert (code, out) == (2, "")
    assert part in err
    assert err.count("\n") == 1


def test_the_installed_command_exits_with_these_codes(tmp_path: Path) -> None:
    file = write(tmp_path / "position.json", {"game": "architects", "players": [{"wonder": "atlantis"}]})
    call = [sys.executable, "-c", "from companion.cli import main; main()", "score", str(file)]
    done = subprocess.run(call, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
