"""Chances to win by playouts: what the numbers promise, and that the processes behind them come and go in order."""

import os
import select
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from companion.chances.playouts import Position, Task, state_of, tallies
from companion.chances.whatif import PlayoutsEndedError, WhatIf, interval, usual_policy
from companion.games.architects import rules as architects
from companion.games.architects.rules.deal import play_set_up
from companion.games.catalogue import GAMES

SETUP = {"wonders": ["giza", "rhodes"]}
START = Position("architects", SETUP)
SOON = 60.0
"""Seconds; far more than needed."""


@pytest.fixture(scope="module")
def what_if() -> Iterator[WhatIf]:
    with WhatIf() as processes:
        yield processes


def a_game(seed: int = 1) -> tuple[dict[str, object], tuple[dict[str, object], ...]]:
    """A whole game as written: set-up and moves."""
    game = play_set_up(architects.Setup(("giza", "rhodes")), Random(seed), architects.POLICIES["random"])
    return {**SETUP, "progress": game.setup.progress}, tuple(map(architects.dump_move, game.moves))


def test_chances_sum_to_one_and_lie_in_their_intervals(what_if: WhatIf) -> None:
    what_if.ask(START, playouts=40)
    estimate = what_if.estimate(SOON)
    assert (estimate.playouts, estimate.done) == (40, True)
    assert sum(one.chance for one in estimate.chances) == pytest.approx(1)
    assert all(0 <= one.low < one.chance < one.high <= 1 for one in estimate.chances)


def test_the_same_seed_gives_the_same_estimate_however_many_play(what_if: WhatIf) -> None:
    what_if.ask(START, playouts=30, seed=5)
    both = what_if.estimate(SOON)
    with WhatIf(workers=1) as one:
        one.ask(START, playouts=30, seed=5)
        assert one.estimate(SOON) == both
    what_if.ask(START, playouts=30, seed=6)
    assert what_if.estimate(SOON) != both


def test_each_game_is_played_on_as_foretells_it_better(what_if: WhatIf) -> None:
    assert {game: usual_policy(game) for game in GAMES} == {
        "architects": "random",
        "duel": "greedy",
        "seven_wonders": "greedy",
    }
    what_if.ask(Position("duel", {}), playouts=10)
    usual = what_if.estimate(SOON)
    for policy in GAMES["duel"].POLICIES:
        what_if.ask(Position("duel", {}), playouts=10, policy=policy)
        assert (what_if.estimate(SOON) == usual) == (policy == usual_policy("duel"))


def test_a_new_question_takes_the_place_of_the_one_before(what_if: WhatIf) -> None:
    what_if.ask(START)
    what_if.ask(Position("architects", {"wonders": ["giza", "rhodes", "olympia"]}), playouts=10)
    estimate = what_if.estimate(SOON)
    assert (len(estimate.chances), estimate.playouts, estimate.done) == (3, 10, True)


def test_an_estimate_is_there_at_any_time_and_gets_better(what_if: WhatIf) -> None:
    what_if.ask(START)
    assert what_if.estimate().done is False
    first = what_if.estimate(0.5)
    while not first.playouts:
        first = what_if.estimate(0.5)
    then = what_if.estimate(0.5)
    assert then.playouts > first.playouts
    widths = [one.chances[0].high - one.chances[0].low for one in (first, then)]
    assert not then.done
    assert widths[1] < widths[0] + 0.2


def test_a_game_that_is_over_needs_no_playouts(what_if: WhatIf) -> None:
    setup, moves = a_game()
    what_if.ask(Position("architects", setup, moves), playouts=10)
    estimate = what_if.estimate(SOON)
    winners = architects.scores(state_of(Position("architects", setup, moves))[1]).winners
    assert (estimate.playouts, estimate.done) == (0, True)
    assert [one.chance for one in estimate.chances] == [1 / len(winners) * (seat in winners) for seat in (0, 1)]


def test_near_the_end_the_later_winner_is_the_likely_one() -> None:
    setup, moves = a_game()
    winner = architects.scores(state_of(Position("architects", setup, moves))[1]).winners[0]
    told = [0.0, 0.0]
    for tally in tallies(Task(1, Position("architects", setup, moves[:-4]), "random", 0, 0, 1, 40)):
        told = [old + new for old, new in zip(told, tally.wins, strict=True)]
    assert told[winner] > 28


def test_a_position_that_cannot_be_read_ends_in_one_clear_error() -> None:
    with WhatIf(workers=1) as what_if:
        what_if.ask(Position("architects", {"wonders": ["atlantis", "giza"]}))
        with pytest.raises(PlayoutsEndedError, match=r"has ended \(exit code 1\)"):
            what_if.estimate(SOON)


def children() -> set[int]:
    return {int(pid) for file in Path("/proc/self/task").glob("*/children") for pid in file.read_text().split()}


def test_closing_ends_the_processes() -> None:
    before = children()
    what_if = WhatIf()
    what_if.ask(START)
    assert len(children() - before) == 2
    what_if.close()
    assert children() - before == set()


def test_the_processes_end_with_the_one_that_asked_even_by_kill() -> None:
    code = (
        "import os, sys; from companion.chances.whatif import *; from pathlib import Path\n"
        "w = WhatIf(); w.ask(Position('architects', {'wonders': ['giza', 'rhodes']})); w.estimate(0.5)\n"
        "print(*Path(f'/proc/self/task/{os.getpid()}/children').read_text().split(), flush=True)\n"
        "sys.stdin.read()\n"
    )
    asking = subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    with asking:
        assert asking.stdout is not None
        watches = [os.pidfd_open(int(pid)) for pid in asking.stdout.readline().split()]
        asking.kill()
    assert len(watches) == 2
    for watch in watches:
        assert select.select([watch], [], [], SOON)[0], "ended"
        os.close(watch)


@pytest.mark.parametrize(
    ("share", "playouts", "low", "high"), [(0.5, 100, 0.404, 0.596), (0.0, 10, 0.0, 0.278), (1.0, 10, 0.722, 1.0)]
)
def test_the_interval_is_wilsons(share: float, playouts: int, low: float, high: float) -> None:
    assert interval(share, playouts) == pytest.approx((low, high), abs=0.0006)


def test_of_no_playouts_nothing_is_known() -> None:
    assert interval(0.3, 0) == (0.0, 1.0)
