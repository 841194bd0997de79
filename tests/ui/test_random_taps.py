"""Somebody's child at the screen: whatever is tapped or wiped, nothing breaks, and there is always a way on."""

from random import Random
from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace

from companion.api.protocol import Option, Question
from tests.referee.fingers import dealt, set_up
from tests.ui.near import NearReferee

if TYPE_CHECKING:
    from tests.ui.pilot import Pilot

TABLES = (("architects", 4), ("seven_wonders", 3), ("duel", 2), ("architects", 7), ("seven_wonders", 6))
FEW, MANY = 300, 20_000
STUCK = 300
"""So many taps on one page without leaving it are a dead end."""
EVERYWHERE = {"table", "moves", "log", "sheet", "seat", "home", "settings", "history", "question"}


class Child:
    """Taps, five in six times on something, sometimes anywhere, sometimes wiping."""

    def __init__(self, pilot: "Pilot", near: NearReferee, seed: int) -> None:
        self.pilot, self.near, self.random = pilot, near, Random(seed)
        self.visited: set[str] = set()
        self._here, self._since = "", 0

    def play(self, taps: int, table: tuple[str, int]) -> None:
        """Be let loose on a table of this game with so many players."""
        self._begin(table)
        targets = self.pilot.taps()
        for tap in range(taps):
            if tap % 4 == 0:
                targets = self.pilot.taps()
                self._look_round(targets)
            self._touch(targets)
            if tap % 100 == 99:
                self.pilot.frames(1)
                self.pilot.until(lambda: not self.pilot.shell.waiting)
            if tap % 400 == 200:
                self._be_asked()

    def _begin(self, table: tuple[str, int]) -> None:
        game, players = table
        self.near.do("end", {})
        assert self.near.do("setup", set_up(game, dealt(game, players, self.random.randrange(99)).setup)).ok
        self.pilot.until(lambda: self.pilot.shell.view.game == game)

    def _be_asked(self) -> None:
        view = self.near.referee.view()
        if view.table is not None and view.table.moves:
            options = Option((view.table.moves[0],), 0.7), Option((), 0.3)
            self.near.say(replace(view, question=Question(view.seq + 1, 0, options, "ambiguous")))
            self.pilot.settle()

    def _look_round(self, targets: "list[object]") -> None:
        here = self.pilot.shell.page.name
        self.visited.add(here)
        assert targets, f"nothing can be tapped on {here}"
        self._here, self._since = here, self._since + 4 if here == self._here else 0
        assert self._since < STUCK, f"no way on from {here}"

    def _touch(self, targets: "list[object]") -> None:
        way, window = self.random.random(), self.pilot.size
        anywhere = [tuple(self.random.uniform(0, side) for side in window) for _end in range(2)]
        if way < 0.1:
            self.pilot.poke(*anywhere[0])
        elif way < 0.17:
            self.pilot.swipe(anywhere[0], anywhere[1])  # type: ignore[arg-type]
        else:
            target = self.random.choice(targets)
            self.pilot.poke(*target.to_window(*target.center))  # type: ignore[attr-defined]


def test_random_taps_break_nothing_and_never_lead_to_a_dead_end(
    pilot: "Pilot", near: NearReferee, capsys: pytest.CaptureFixture[str]
) -> None:
    child = Child(pilot, near, 1)
    for table in TABLES[:3]:
        child.play(FEW // 3, table)
    _survived(pilot, near, capsys)


@pytest.mark.proof
def test_twenty_thousand_random_taps_in_every_game(
    pilot: "Pilot", near: NearReferee, capsys: pytest.CaptureFixture[str]
) -> None:
    child = Child(pilot, near, 2)
    for _round in range(5):
        for table in TABLES:
            child.play(MANY // 5 // len(TABLES), table)
    _survived(pilot, near, capsys)
    assert child.visited >= EVERYWHERE


def _survived(pilot: "Pilot", near: NearReferee, capsys: pytest.CaptureFixture[str]) -> None:
    assert "failed" not in capsys.readouterr().err
    assert len({command.id for command in near.sent}) == len(near.sent)
    pilot.shell.known()
    pilot.settle()
    assert pilot.shell.page.name in {"table", "home"}
