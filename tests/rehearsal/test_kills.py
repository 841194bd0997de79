"""SIGKILL of any process at any moment of a game: no accepted event is lost, and the game goes on."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest

from companion.referee.game_files import games
from companion.referee.journal.journal import Journal, verify
from companion.rehearsal.rehearsal import Rehearsal, rehearsal
from companion.rehearsal.report import Plan
from tests.hub.engines import until


class _Killer(threading.Thread):
    """Kills one of the processes at random moments while the game goes on; counts."""

    def __init__(self, game: Rehearsal, kills: int, rng: Random) -> None:
        super().__init__(name="killer", daemon=True)
        self._game, self._left, self._rng = game, kills, rng
        self._enough = threading.Event()

    def run(self) -> None:
        while self._left and not self._enough.wait(self._rng.uniform(0.2, 3.0)):
            up = [part.name for part in self._game.supervisor.parts() if part.state == "up"]
            if up:
                self._game.kill(self._rng.choice(up))
                self._left -= 1

    def stop(self) -> None:
        self._enough.set()
        self.join()


@contextmanager
def _killing(game: Rehearsal, kills: int, rng: Random) -> Iterator[None]:
    killer = _Killer(game, kills, rng)
    killer.start()
    try:
        yield
    finally:
        killer.stop()


def _storm(plan: Plan, moves: int, kills: int) -> None:
    with rehearsal(plan) as game:
        played = 0
        with _killing(game, kills, Random(plan.seed)):
            while (played < moves or game.kills < kills) and game.step():
                played += 1
        report = game.report()
        path = games(game.state_folder / "games")[-1]
        assert not verify(path).trouble
        with Journal(path) as journal:
            kept = {event.seq: event for event in journal.events}
        for seq, entry in game.person.told.items():
            assert kept[seq].draft.kind == entry.kind
            if entry.kind == "move":
                assert kept[seq].draft.body == entry.move
    assert report.kills > 0
    assert report.wrong == 0
    assert report.missed == 0
    assert report.state_exact


@pytest.fixture(autouse=True)
def _no_hardware(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every part runs: the touchscreen without a screen, the horn on pins that only remember."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "offscreen")
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "mock")
    monkeypatch.setenv("GPIOZERO_MOCK_PIN_CLASS", "mockpwmpin")


def test_a_storm_of_kills_loses_nothing(proxies: Path) -> None:
    _storm(Plan("architects", 2, 2, proxies), moves=5, kills=3)


@pytest.mark.proof
def test_fifty_kills_of_any_process_lose_nothing(proxies: Path) -> None:
    _storm(Plan("architects", 4, 5, proxies, screen=True), moves=0, kills=50)


@pytest.mark.proof
def test_a_move_is_waited_for_while_vision_pauses_before_it_is_started_again(proxies: Path) -> None:
    def ended_as_the_table_rests(game: Rehearsal) -> None:
        """The fifth and sixth time within a minute, just as the move is to be read: it pauses for ten seconds each."""
        until(lambda: game.theatre.still_frames == 0, "a move is played")
        until(lambda: game.theatre.still_frames > 0, "the table lies still")
        game.kill("vision")
        until(lambda: game.supervisor.pid("vision") is None, "vision has ended")
        until(lambda: game.supervisor.pid("vision") is not None, "vision is started again")
        game.kill("vision")

    with rehearsal(Plan("architects", 2, 2, proxies)) as game:
        assert game.step()
        for _ in range(4):
            game._until(lambda: _vision(game) == "up")
            game.kill("vision")
            game._until(lambda: _vision(game) != "up")
        game._until(lambda: _vision(game) == "up")
        killer = threading.Thread(target=ended_as_the_table_rests, args=(game,), daemon=True)
        killer.start()
        assert game.step()
        killer.join()
        assert (game.kills, game.report().missed) == (6, 0)


def _vision(game: Rehearsal) -> str:
    return next(part.state for part in game.supervisor.parts() if part.name == "vision")
