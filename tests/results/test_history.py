"""History and statistics: what the journals say, whatever state they are in."""

from pathlib import Path

import pytest

from companion.referee.events import Draft
from companion.referee.journal.journal import Journal
from companion.referee.messages import PastGame, PastPlayer
from companion.results.history import MEMORY, past_games
from companion.results.kept import Kept, read
from companion.results.statistics import statistics
from tests.results.games import keep


@pytest.fixture
def shelf(tmp_path: Path) -> Path:
    """Three games, one of each kind; the second was given up."""
    keep(tmp_path, "architects", 2, 5, names=("Anna", "Bo"), number=1)
    keep(tmp_path, "seven_wonders", 3, 1, names=("anna", "Bo", "Cé"), number=2, moves=20)
    keep(tmp_path, "duel", 2, 1, names=("Bo", " Anna"), number=3)
    return tmp_path


def test_history_tells_every_game_as_its_sheet_has_it_the_newest_first(shelf: Path) -> None:
    told = past_games(shelf)
    assert told.troubles == ()
    assert [game.name for game in told.games] == ["game-0003", "game-0002", "game-0001"]
    assert [game.game for game in told.games] == ["duel", "seven_wonders", "architects"]
    for game in told.games:
        kept = read(shelf / f"{game.name}.sqlite")
        assert tuple(player.score for player in game.players) == kept.sheet.totals
        assert tuple(player.categories for player in game.players) == kept.sheet.categories
        assert [player.name for player in game.players] == list(kept.state.names)
        assert game.moves == len(kept.fold.played)
        won = tuple(seat for seat, player in enumerate(game.players) if player.won)
        assert won == (kept.sheet.winners if game.finished else ())
    assert [game.finished for game in told.games] == [True, False, True]


def test_a_game_lasts_as_long_as_was_played_whatever_the_clock_did_and_however_long_the_pause(tmp_path: Path) -> None:
    whole = keep(tmp_path / "a", "duel", 2, 1, step=10.0)
    moves = len(read(whole).fold.played)
    assert read(whole).seconds == pytest.approx(10.0 * moves, rel=0.01)
    overnight = keep(tmp_path / "b", "duel", 2, 1, step=2 * 3600.0)
    assert read(overnight).seconds == 0.0


def test_a_damaged_journal_is_said_in_a_line_and_hides_no_other(shelf: Path) -> None:
    broken = shelf / "game-0001.sqlite"
    data = broken.read_bytes()
    broken.write_bytes(data[: len(data) // 2])
    with Journal(shelf / "game-0004.sqlite") as other:
        other.append(Draft("setup", {"game": "chess"}, "finger"))
    with Journal(shelf / "game-0005.sqlite") as other:
        other.append(Draft("setup", {"game": "duel", "no such thing": 1}, "finger"))
    (shelf / "game-0006.sqlite").write_bytes(b"no database at all")
    told = past_games(shelf)
    assert [game.name for game in told.games] == ["game-0003", "game-0002"]
    assert [line.count("\n") for line in told.troubles] == [0] * 4
    for number, line in zip((6, 5, 4, 1), told.troubles, strict=True):
        assert f"game-{number:04}" in line


def test_a_journal_is_read_again_only_when_it_has_changed(shelf: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = past_games(shelf)
    seen: list[str] = []

    def watched(path: Path) -> Kept:
        seen.append(path.stem)
        return read(path)

    monkeypatch.setattr("companion.results.history.read", watched)
    assert past_games(shelf) == first
    assert seen == []
    with Journal(shelf / "game-0002.sqlite") as journal:
        journal.append(Draft("undo", {"seq": 20}, "finger"))
    assert past_games(shelf).games[1].moves == first.games[1].moves - 1
    assert seen == ["game-0002"]
    (shelf / MEMORY).write_bytes(b"{}")
    assert past_games(shelf).games[0] == first.games[0]
    assert len(seen) == 4


def test_a_shelf_that_is_empty_or_not_there_has_no_past(tmp_path: Path) -> None:
    assert past_games(tmp_path).games == ()
    assert past_games(tmp_path / "nowhere").games == ()


def player(name: str, score: int, *, won: bool = False, wonder: str = "giza") -> PastPlayer:
    return PastPlayer(name, (wonder,), score, {"stages": score - 2, "cat": 2}, won)


def game(*players: PastPlayer, finished: bool = True, kind: str = "architects") -> PastGame:
    return PastGame("game-0001", kind, 0.0, 60.0, finished, players, 10)


def test_statistics_count_finished_games_by_name_and_wonder_a_shared_victory_in_full() -> None:
    told = statistics(
        [
            game(player("Anna", 40, won=True), player("Bo", 40, won=True, wonder="rhodes")),
            game(player("ANNA ", 30), player("Cé", 32, won=True, wonder="rhodes")),
            game(player("Anna", 99, won=True), player("Bo", 1), finished=False),
        ]
    )
    (anna, *others) = told.players["architects"]
    assert (anna.name, anna.games, anna.wins, anna.best, anna.mean) == ("Anna", 2, 1, 40, 35.0)
    assert {record.name: (record.games, record.wins) for record in others} == {"Bo": (1, 1), "Cé": (1, 1)}
    assert {record.name: record.wins for record in told.wonders["architects"]} == {"giza": 1, "rhodes": 2}
    assert told.categories["architects"] == {"stages": 33.5, "cat": 2.0}


def test_who_gave_no_name_is_nobodys_record() -> None:
    told = statistics([game(player("Giza", 40, won=True), player("Seat 1", 40), kind="duel")])
    assert told.players.get("duel", ()) == ()
    assert [record.name for record in told.wonders["duel"]] == ["giza"]


def test_the_games_are_told_apart(shelf: Path) -> None:
    told = statistics(past_games(shelf).games)
    assert set(told.players) == {"architects", "duel"}
    assert {record.name.strip() for record in told.players["duel"]} == {"Anna", "Bo"}
