"""A result handed on says what the sheet says, in every form."""

import csv
import io
import json
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
import segno

from companion.errors import Unusable
from companion.games.catalogue import game_named
from companion.referee.events import Draft
from companion.referee.journal.journal import Journal
from companion.referee.messages import Ask, History, Result, Statistics
from companion.results.answers import Answers
from companion.results.handing import FORMS, handed
from companion.results.kept import read
from tests.results.games import keep

GAMES = (
    "architects 2", "architects 7", "architects unnamed", "seven_wonders 2", "seven_wonders 7", "duel", "duel unnamed",
)  # fmt: skip
NUMBERS = {"architects": 346703, "seven_wonders": 68448, "duel": 173346}


def linked(link: str) -> dict[str, Any]:
    """The play in a link."""
    (data,) = parse_qs(urlsplit(link).query, strict_parsing=True)["data"]
    return dict(json.loads(data))


@pytest.mark.parametrize("name", ['=HYPERLINK("http://x")', "+1", "-2+3", "@SUM(A1)", " =1+1"])
def test_d12_a_name_in_csv_is_no_formula(tmp_path: Path, name: str) -> None:
    """A spreadsheet must not reckon with what somebody has typed as a name."""
    written = handed(keep(tmp_path, "duel", 2, 1, names=(name, "Ben")), "csv").content.decode()
    assert [row["name"] for row in csv.DictReader(io.StringIO(written, newline=""))] == [f"'{name}", "Ben"]


@pytest.mark.parametrize("name", GAMES)
def test_csv_has_a_line_a_player_that_agrees_with_the_sheet(kept_games: Mapping[str, Path], name: str) -> None:
    kept = read(kept_games[name])
    rows = list(csv.DictReader(io.StringIO(handed(kept_games[name], "csv").content.decode(), newline="")))
    assert [row["name"] for row in rows] == list(kept.names)
    assert [int(row["total"]) for row in rows] == list(kept.sheet.totals)
    for row, categories in zip(rows, kept.sheet.categories, strict=True):
        assert {category: int(row[category]) for category in categories} == categories
    assert [int(row["seat"]) for row in rows if row["winner"] == "1"] == list(kept.sheet.winners)


@pytest.mark.parametrize("name", GAMES)
def test_json_holds_the_moves_that_come_to_its_sheet(kept_games: Mapping[str, Path], name: str) -> None:
    told = json.loads(handed(kept_games[name], "json").content)
    rules = game_named(told["setup"]["game"])
    state = rules.begin(rules.parse_setup(told["setup"]))
    for move in told["moves"]:
        state = rules.apply(state, rules.parse_move(move), strict=False)
    sheet = rules.scores(state)
    assert [player["total"] for player in told["sheet"]["players"]] == list(sheet.totals)
    assert told["sheet"]["winners"] == list(sheet.winners)
    assert sum(line["points"] for line in told["sheet"]["explain"]) == sum(sheet.totals)
    assert told["finished"]


@pytest.mark.parametrize("name", GAMES)
def test_bg_stats_gets_the_same_by_file_and_by_link(kept_games: Mapping[str, Path], name: str) -> None:
    kept = read(kept_games[name])
    file = json.loads(handed(kept_games[name], "bgstats").content)
    play = file["plays"][0]
    assert [int(score["score"]) for score in play["playerScores"]] == list(kept.sheet.totals)
    assert file["games"][0]["bggId"] == NUMBERS[kept.game.NAME]
    link = handed(kept_games[name], "link").content.decode().strip()
    pushed = linked(link)
    assert link.startswith("https://app.bgstatsapp.com/createPlay.html?data=")
    assert {"sourceName", "sourcePlayId"} <= set(pushed)
    assert pushed["game"]["bggId"] == NUMBERS[kept.game.NAME]
    assert play["playDate"] == "2023-11-14 22:13:40"
    # BG Stats dates what is pushed to it by its end.
    begun, ended = (datetime.fromisoformat(when["playDate"]) for when in (play, pushed))
    assert pushed["durationMin"] == play["durationMin"] == round((ended - begun).total_seconds() / 60) > 0
    assert [player["name"] for player in pushed["players"]] == list(kept.names)
    assert [player["score"] for player in pushed["players"]] == list(kept.sheet.totals)
    won = tuple(seat for seat, player in enumerate(pushed["players"]) if player.get("winner"))
    assert won == kept.sheet.winners == tuple(k for k, score in enumerate(play["playerScores"]) if score["winner"])


@pytest.mark.parametrize("name", GAMES)
def test_the_link_is_a_code_that_a_phone_reads_at_arms_length(kept_games: Mapping[str, Path], name: str) -> None:
    link = handed(kept_games[name], "link").content.decode().strip()
    # 117 modules and the white around them: 0.6 mm each where the code is 75 mm wide, on a 7-inch panel.
    assert int(segno.make(link, error="l", micro=False).version) <= 25
    assert link.isascii()
    assert not set(link) & set(' "{}[]<>\\^`|')


def test_a_player_keeps_the_same_number_from_game_to_game_and_no_two_share_one(
    kept_games: Mapping[str, Path], tmp_path: Path
) -> None:
    again = keep(tmp_path, "duel", 2, 3, names=("bo", "ANNA"))
    plays = [linked(handed(path, "link").content.decode().strip()) for path in (kept_games["duel"], again)]
    numbers = [[player["sourcePlayerId"] for player in play["players"]] for play in plays]
    assert numbers[0] == numbers[1][::-1]
    assert numbers[0][0] != numbers[0][1]
    assert plays[0]["sourcePlayId"] != plays[1]["sourcePlayId"]


@pytest.mark.parametrize("form", FORMS)
def test_a_damaged_journal_is_nobodys_result(tmp_path: Path, form: Any) -> None:
    path = keep(tmp_path, "duel", 2, 1)
    data = path.read_bytes()
    path.write_bytes(data[: len(data) // 2])
    with pytest.raises(Unusable, match="game-0001"):
        handed(path, form)


def test_what_a_screen_asks_of_the_past_is_answered(tmp_path: Path) -> None:
    keep(tmp_path, "duel", 2, 1, names=("Anna", "Bo"), number=1)
    keep(tmp_path, "architects", 2, 1, number=2, moves=5)
    answers = Answers(tmp_path)
    history = answers.answer(Ask("1", "history")).body
    assert isinstance(history, History)
    assert len(history.games) == 2
    statistics = answers.answer(Ask("2", "statistics")).body
    assert isinstance(statistics, Statistics)
    assert set(statistics.players) == {"duel"}
    newest = answers.answer(Ask("3", "result"), "http://table:8080/").body
    assert isinstance(newest, Result)
    assert newest.game.name == "game-0002"
    # Of a game that is not over there is no result to keep yet.
    assert newest.links == {}
    first = answers.answer(Ask("4", "result", {"game": "game-0001"}), "http://table:8080/").body
    assert isinstance(first, Result)
    assert first.links["pdf"] == "http://table:8080/results/game-0001.pdf"
    assert linked(first.links["bgstats"])["players"][0]["name"] == "Anna"


@pytest.mark.parametrize("body", [{"game": "../lock"}, {"game": 7}, {"game": "game-0009"}])
def test_a_question_without_an_answer_gets_one_line(tmp_path: Path, body: dict[str, Any]) -> None:
    assert "no game" in Answers(tmp_path).answer(Ask("1", "result", body)).error
    keep(tmp_path, "duel", 2, 1)
    answer = Answers(tmp_path).answer(Ask("1", "result", body))
    assert answer.body is None
    assert answer.error.count("\n") == 0
    assert "history" in answer.error


def test_a_journal_of_rules_that_we_do_not_know_is_answered_in_one_line_too(tmp_path: Path) -> None:
    with Journal(tmp_path / "game-0001.sqlite") as journal:
        journal.append(
            Draft("setup", {"game": "duel"}, "finger"),
            Draft("move", {"move": "castle", "seat": 0}, "finger"),
        )
    answer = Answers(tmp_path).answer(Ask("1", "result"))
    assert answer.body is None
    assert "game-0001.sqlite" in answer.error
    assert answer.error.count("\n") == 0
