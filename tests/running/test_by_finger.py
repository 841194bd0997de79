"""``companion run`` for games that no camera sees: dealt, stopped, gone on with, scored."""

import json
import signal
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from companion.api.protocol import View
from companion.games.watched import rules_of
from companion.referee.journal.journal import verify
from tests.referee.running import Screen


class Run:
    """A running ``companion run --game …``, with somebody at a screen of it."""

    def __init__(self, state: Path, game: str) -> None:
        self.socket, self.state = state / "link.sock", state
        self.words = ["run", "--game", game, "--camera", "none", "--screen", "none", "--board", "none"]
        self.start()

    def start(self) -> None:
        command = [sys.executable, "-c", "from companion.cli import main; main()", *self.words]
        command += ["--state", str(self.state), "--json", "--until-end"]
        self.running = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)

    def stop(self) -> int:
        self.running.send_signal(signal.SIGINT)
        return self.running.wait(30)


def table_of(screen: Screen) -> View:
    for message in screen.messages:
        if isinstance(message, View) and message.table is not None:
            return message
    raise AssertionError("hung up")


def play(screen: Screen, view: View, rng: Random, most: int) -> View:
    """Somebody who sees this taps at the screen: any legal moves."""
    while most and view.table is not None and not view.table.finished:
        reply = screen.do("move", rng.choice(view.table.moves))
        assert (reply.ok, reply.findings) == (True, ()), reply
        view, most = screen.view(reply.seq), most - 1
    return view


@pytest.mark.proof
@pytest.mark.parametrize("game", ["architects", "seven_wonders", "duel"])
def test_a_game_by_finger_is_set_up_gone_on_with_and_scored(tmp_path: Path, game: str) -> None:
    run, rng = Run(tmp_path / "state", game), Random(1)
    screen = Screen(run)
    try:
        setup = rules_of(game).play(min(4, max(rules_of(game).PLAYERS)), rng, rules_of(game).POLICIES["random"]).setup
        assert screen.do("setup", {**msgspec.to_builtins(setup), "game": game}).ok
        before = play(screen, table_of(screen), rng, 9)
        assert before.game == game
        assert run.stop() == 0
        run.start()
        again = table_of(screen)
        assert again.log == before.log, "the game goes on"
        view = play(screen, again, rng, 1000)
        said, _ = run.running.communicate(timeout=60)
    finally:
        screen.link.close()
        run.running.kill()
    sheet: dict[str, Any] = json.loads(said)["sheet"]
    events = verify(run.state / "games" / "game-0001.sqlite").events
    rules = rules_of(game)
    state = rules.begin(rules.parse_setup(events[0].draft.body))
    for event in events[1:]:
        state = rules.apply(state, rules.parse_move(event.draft.body))
    scores = rules.scores(state)
    assert [player["total"] for player in sheet["players"]] == list(scores.totals)
    assert sheet["winners"] == list(scores.winners)
    assert view.explain == scores.explain
    assert not list(run.state.glob("games/game-0002*")), "it was one game"
