"""A referee that has run for hours needs no more memory than one that has run for minutes."""

import gc
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from companion.api.client import Link
from companion.api.protocol import View
from companion.games.architects import rules as architects
from companion.games.watched import rules_of
from tests.referee.fingers import dealt, set_up
from tests.referee.running import Process, Screen
from tests.referee.table import PhysicalTable
from vision.sighting import Pulse, Scene

_HOURS = 3
_ROUNDS = 9
_PULSES = _HOURS * 3600 // _ROUNDS
"""A second of the table's own time each, a game a round."""
_MOST = 4 << 10
"""KiB by which the last three games may need more than the third to fifth: the allocator's own ups and downs."""


_FEW = 300
"""States of a table: what one look goes back to, and no whole evening."""


class Room:
    """The process, a person at its screen, and a camera that says everything twice a move and that it lives."""

    def __init__(self, process: Process) -> None:
        self.process, self.screen = process, Screen(process)
        self.vision = Link(process.socket, "vision")
        self._watched = self.vision.messages()
        next(self._watched)
        self.seconds = 0.0

    def show(self, scene: Scene) -> None:
        self.seconds = max(self.seconds, scene.exposed)
        assert self.vision.send(scene)

    def pass_time(self, seconds: int) -> None:
        """The camera says that it lives; the last word is waited for on the screen, so that nothing piles up."""
        for n in range(seconds):
            self.seconds += 1.0
            trouble = f"second {self.seconds:.0f}" if n == seconds - 1 else ""
            assert self.vision.send(Pulse(int(10 * self.seconds), self.seconds, False, (0, 1, 2), trouble))
        for message in self.screen.messages:
            if isinstance(message, View) and message.camera == f"second {self.seconds:.0f}":
                return

    def memory(self) -> int:
        """What the process has in memory, in KiB."""
        status = Path(f"/proc/{self.process.running.pid}/status").read_text()
        return int(status.partition("VmRSS:")[2].split()[0])


def watched_game(room: Room, seed: int) -> Iterator[None]:
    """A game of Architects in front of a camera, as far as its people get."""
    table = PhysicalTable(4, seed)
    assert room.screen.do("setup", table.setup).ok
    table.frame = int(10 * room.seconds)
    room.show(table.everything())
    while not table.state.finished:
        move = table.choose()
        table.play(move)
        if isinstance(move, architects.EndTurn):
            room.screen.do("move", architects.dump_move(move))
        table.frame = int(10 * room.seconds)
        room.show(table.scene())
        room.pass_time(2)
        table.follow()
        table.frame = int(10 * room.seconds)
        room.show(table.scene())
        yield


def finger_game(room: Room, name: str, players: int, seed: int) -> Iterator[None]:
    through, rules, rng = dealt(name, players, seed), rules_of(name), Random(seed)
    assert room.screen.do("setup", set_up(name, through.setup)).ok
    for move in through.moves:
        assert room.screen.do("move", rules.dump_move(move)).ok
        if rng.random() < 0.1:
            assert room.screen.do("undo", {}).ok
            assert room.screen.do("move", rules.dump_move(move)).ok
        yield


def states_kept(kind: type) -> int:
    gc.collect()
    return sum(type(one) is kind for one in gc.get_objects())


@pytest.mark.parametrize(("name", "players"), [("architects", 7), ("duel", 2), ("seven_wonders", 7)])
def test_of_games_that_are_over_few_states_are_kept(name: str, players: int) -> None:
    rules = rules_of(name)
    before = states_kept(type(rules.begin(dealt(name, players, 0).setup)))
    seen = 0
    for seed in range(6):
        through = dealt(name, players, seed)
        state = rules.begin(through.setup)
        for move in through.moves:
            state, seen = rules.apply(state, move, strict=False), seen + 1
            rules.tableau(state)
    assert seen > _FEW
    assert states_kept(type(state)) - before < _FEW


@pytest.mark.proof
def test_memory_is_flat_over_three_hours_of_games(tmp_path: Path) -> None:
    process = Process(tmp_path)
    room = Room(process)
    needed = []
    try:
        for number in range(_ROUNDS):
            games = (
                watched_game(room, number),
                finger_game(room, "seven_wonders", 4, number),
                finger_game(room, "duel", 2, number),
            )
            moves, left = games[number % 3], _PULSES
            for _ in moves:
                room.pass_time(5)
                left -= 5
            room.pass_time(max(1, left))
            room.screen.do("end", {})
            needed.append(room.memory())
    finally:
        process.kill()
    assert room.seconds >= _HOURS * 3600
    print(f"KiB after each game: {needed}")
    assert max(needed[-3:]) - max(needed[3:6]) < _MOST, needed
