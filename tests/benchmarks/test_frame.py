"""``make bench``: each benchmark in a process of its own, one table at the end."""

from importlib.util import find_spec
from pathlib import Path

import pytest

from benchmarks import __main__ as frame
from benchmarks.report import Goal, Report


def step(goal: Goal, *, well: bool = True) -> frame.Step:
    return frame.Step("eyes", well, 1.0, 0.5, 100.0, Report({}, (goal,)))


def test_a_benchmark_runs_alone_and_hands_on_its_figures(tmp_path: Path) -> None:
    done = frame.run("rules", quick=True, folder=tmp_path)
    assert done.well
    assert {"architects, 4 players", "seven_wonders, what-if", "duel, 2 players"} < set(done.report.figures)
    assert len(done.report.goals) > 10
    assert done.peak > 10


def test_a_benchmark_that_fails_is_told_from_one_that_ends_well(tmp_path: Path) -> None:
    assert not frame.run("no_such_benchmark", quick=True, folder=tmp_path).well
    assert "failed" in frame.summary([step(Goal("a", "1 %", "<= 2 %", met=True), well=False)])


@pytest.mark.parametrize(("met", "word"), [(True, "| met |"), (False, "| NOT MET |")])
def test_the_table_says_of_every_goal_whether_it_is_met(word: str, *, met: bool) -> None:
    table = frame.summary([step(Goal("top-1", "98.0 %", ">= 99 %", met))])
    assert f"| eyes | top-1 | 98.0 % | >= 99 % {word}" in table


def test_every_step_of_the_frame_is_there() -> None:
    assert [name for name in frame.STEPS if find_spec(f"benchmarks.{name}") is None] == []
