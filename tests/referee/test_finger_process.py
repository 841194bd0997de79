"""Whole games by finger through the referee's process: killed, taken back and corrected at random, nothing is lost."""

from pathlib import Path
from random import Random
from typing import Any
from uuid import uuid4

import msgspec
import pytest

from companion.api.client import Link
from companion.api.protocol import Alternatives, Command, History, View
from companion.games.catalogue import GAMES
from companion.games.watched import Rules, rules_of
from companion.referee.fold import fold
from companion.referee.journal.journal import verify
from companion.referee.public import public
from tests.referee.fingers import TABLES, dealt, set_up
from tests.referee.running import Process, Screen


class Clumsy:
    """Plays a game by finger, and now and then takes a move back, changes it, changes it again; a killer is about."""

    def __init__(self, process: Process, rules: Rules, rng: Random) -> None:
        self.process, self.rules, self.rng = process, rules, rng
        self.screen = Screen(process)
        self.seq = 0

    def do(self, do: Any, body: dict[str, Any], *, kill: bool = False) -> None:
        command = Command(uuid4().hex, do, body)
        self.screen.link.send(command)
        if kill:
            # With the command on its way, at the server, on disk, or acknowledged: who knows.
            self.process.kill()
            self.process.start()
        reply = self.screen.answer(command.id)
        assert reply.ok, reply.error
        self.seq = max(self.seq, reply.seq)

    def move(self, state: Any, move: Any, *, kill: bool) -> Any:
        body = self.rules.dump_move(move)
        whim = self.rng.random()
        if whim < 0.1:
            self.do("move", body)
            self.do("undo", {}, kill=kill)
            self.do("move", body)
        elif whim < 0.2 and (others := self.rules.legal(state)):
            self.do("move", self.rules.dump_move(self.rng.choice(others)))
            self.do("correct", {"seq": self.seq, "move": body}, kill=kill)
        else:
            self.do("move", body, kill=kill)
        return self.rules.apply(state, move)


def play_clumsily(folder: Path, name: str, players: int, policy: str) -> None:
    rules, rng = rules_of(name), Random(f"{name} {players} {policy}")
    through = dealt(name, players, rng.randrange(10**6), policy)
    process = Process(folder)
    try:
        person = Clumsy(process, rules, rng)
        person.do("setup", set_up(name, through.setup))
        kills = set(rng.sample(range(len(through.moves)), 2))
        state = rules.begin(rules.parse_setup(set_up(name, through.setup)))
        for n, move in enumerate(through.moves):
            state = person.move(state, move, kill=n in kills)
        seen = person.screen.view(person.seq)
        spectator = Link(process.socket, "spectator")
        shown = next(message for message in spectator.messages() if isinstance(message, View))
        spectator.close()
        past = person.screen.ask("history").body
        instead = person.screen.ask(
            "alternatives", {"seq": max(e.seq for e in seen.log if e.move and not e.undone)}
        ).body
        person.screen.link.close()
    finally:
        process.kill()
    assert msgspec.structs.replace(state, names=()) == through.final
    verdict = verify(process.state / "games" / "game-0001.sqlite")
    assert verdict.trouble == ""
    assert fold(verdict.events).state == state
    sheet = rules.scores(state)
    assert isinstance(past, History)
    assert [player.score for player in past.games[0].players] == list(sheet.totals)
    assert isinstance(instead, Alternatives)
    assert all(rules.parse_move(move) != through.moves[-1] for option in instead.options for move in option.moves)
    for view in (seen, shown):
        assert view.table is not None
        assert view.table.finished
        assert tuple(seat.score for seat in view.table.players[:players]) == sheet.totals
        assert view.table.winners == sheet.winners
        assert view.explain == sheet.explain
    assert msgspec.structs.replace(shown, parts=()) == msgspec.structs.replace(public(seen), parts=())


def test_a_game_of_7_wonders_by_finger_survives_kills_and_second_thoughts(tmp_path: Path) -> None:
    play_clumsily(tmp_path, "seven_wonders", 2, "random")


def test_a_spectator_is_sent_nothing_hidden(tmp_path: Path) -> None:
    process = Process(tmp_path)
    try:
        screen = Screen(process)
        assert screen.do(
            "setup", {"game": "seven_wonders", "wonders": [["giza", "A"], ["rhodes", "A"], ["ephesus", "B"]]}
        ).ok
        assert screen.do("move", {"move": "build", "seat": 1, "card": "altar"}).ok
        whole = screen.view(2)
        spectator = Link(process.socket, "spectator")
        shown = next(message for message in spectator.messages() if isinstance(message, View))
        spectator.close()
        screen.link.close()
    finally:
        process.kill()
    assert whole.table is not None
    assert whole.table.moves
    assert "altar" in str(whole.log)
    assert shown == public(whole)
    assert "altar" not in msgspec.json.encode(shown).decode()


@pytest.mark.proof
@pytest.mark.parametrize("policy", ["random", "greedy"])
@pytest.mark.parametrize(("name", "players"), TABLES)
def test_every_game_by_finger_survives_kills_and_second_thoughts(
    tmp_path: Path, name: str, players: int, policy: str
) -> None:
    assert policy in GAMES[name].POLICIES
    play_clumsily(tmp_path, name, players, policy)
