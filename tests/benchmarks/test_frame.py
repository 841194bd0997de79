"""``make bench``: each benchmark in a process of its own, one table at the end."""

from importlib.util import find_spec
from pathlib import Path

import pytest

from benchmarks import __main__ as frame
from benchmarks import beside
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
    assert f"| top-1    | 98.0 % | >= 99 % {word}" in table
    assert "| **eyes** |" in table


def test_the_published_ways_stand_beside_ours_in_the_same_line() -> None:
    goals = (
        Goal("top-1", "98.0 %", ">= 99 %", met=False, detail="97 to 99 %", beside={"hash": "91.0", "ORB": "80.0"}),
        Goal("recall, mat", "100 %", ">= 99.5 %", met=True, beside={"contours": "58"}),
        Goal("peak memory", "70 MiB", "", met=True),
    )
    lines = frame.summary([frame.Step("eyes", True, 1.0, 0.5, 100.0, Report({}, goals))]).splitlines()
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if line.startswith("|")]
    assert rows[0] == ["what", "ours", "wanted", "", "hash", "ORB", "contours"]
    assert rows[3] == ["top-1", "98.0 %", ">= 99 %", "NOT MET", "91.0", "80.0", ""]
    assert rows[4] == ["recall, mat", "100 %", ">= 99.5 %", "met", "", "", "58"]
    assert rows[5][3] == "", "what nobody set a goal for is neither met nor missed"
    assert "eyes, top-1: 97 to 99 %" in lines


def test_two_trees_stand_beside_each_other_also_where_one_measures_what_the_other_does_not() -> None:
    goals = [
        Goal("top-1", "98.0 %", ">= 99 %", met=False),
        Goal("gone", "1", "", met=True),
        Goal("new", "2", "3", met=True),
    ]
    before, now = (
        frame.Step("eyes", True, 9.6, 5.2, 100.0, Report({}, tuple(each))) for each in (goals[:2], goals[::2])
    )
    lines = beside.table([before], [now], "e263257").splitlines()
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    assert rows[0] == ["what", "e263257", "now", "wanted"]
    assert rows[3:] == [
        ["top-1", "98.0 %", "98.0 %", ">= 99 %"],
        ["new", "", "2", "3"],
        ["gone", "1", "", ""],
        ["seconds, CPU seconds, peak MiB", "10, 5, 100", "10, 5, 100", ""],
    ]


def test_every_step_of_the_frame_is_there() -> None:
    assert [name for name in frame.STEPS if find_spec(f"benchmarks.{name}") is None] == []
