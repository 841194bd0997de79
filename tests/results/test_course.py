"""Which positions the chances are worked out for: those that everybody knows, the newest first, each once."""

from pathlib import Path

import pytest

from companion.api.protocol import ChancePoint, View
from companion.chances.course import Course
from companion.chances.playouts import playout, rng_of, state_of
from companion.chances.whatif import usual_policy
from companion.referee.events import Draft
from companion.referee.journal.journal import Journal, verify
from tests.results.games import keep

LENGTHS = {"architects": 40, "seven_wonders": 23, "duel": 30}


def course_of(path: Path, points: tuple[ChancePoint, ...] = ()) -> Course:
    course = Course(path)
    course.show(verify(path).events, points)
    return course


def worked_out(course: Course) -> list[int]:
    """The events in the order in which they are worked out, if each is done at once."""
    found = []
    while (seq := course.next()) is not None:
        found.append(seq)
        course.add(ChancePoint(seq, (0.5, 0.5), 100))
        course.settle(seq)
    return found


@pytest.mark.parametrize(("game", "players"), [("architects", 3), ("seven_wonders", 3), ("duel", 2)])
def test_every_position_that_everybody_knows_is_one_that_can_be_played_on(
    tmp_path: Path, game: str, players: int
) -> None:
    course = course_of(keep(tmp_path, game, players, 2, moves=LENGTHS[game]))
    for seq in (1, 2, 3, 4, LENGTHS[game] - 1, LENGTHS[game], LENGTHS[game] + 1):
        position = course.position(seq)
        rules, state = state_of(position)
        assert game == rules.NAME
        shares = playout(rules, state, usual_policy(game), rng_of(0, seq))
        assert sum(shares) == pytest.approx(1.0)


def test_what_is_hidden_in_a_turn_of_7_wonders_makes_no_point_and_changes_none(tmp_path: Path) -> None:
    first = course_of(keep(tmp_path / "a", "seven_wonders", 3, 2, moves=8))
    # Nine events: the set-up, two whole turns of three, two choices of the third turn.
    assert first.newest == 7
    assert worked_out(first) == [7, 4, 1]
    with Journal(tmp_path / "a" / "game-0001.sqlite") as journal:
        shown = first.position(9)
        journal.append(Draft("undo", {"seq": 9}, "finger"))
    assert course_of(tmp_path / "a" / "game-0001.sqlite").position(10) == shown


def test_the_newest_comes_first_and_what_is_known_is_not_worked_out_again(tmp_path: Path) -> None:
    path = keep(tmp_path, "duel", 2, 1, moves=5)
    assert worked_out(course_of(path)) == [6, 5, 4, 3, 2, 1]
    known = tuple(ChancePoint(seq, (0.5, 0.5), 50) for seq in (2, 4, 6))
    assert worked_out(course_of(path, known)) == [6, 5, 3, 1]


def test_a_question_or_an_audit_changes_no_chances(tmp_path: Path) -> None:
    path = keep(tmp_path, "duel", 2, 1, moves=2)
    with Journal(path) as journal:
        journal.append(Draft("audit", {"table": "seen"}, "camera"), Draft("question", {"number": 1}, "camera"))
    course = course_of(path)
    assert course.newest == 3
    assert worked_out(course) == [3, 2, 1]


def test_the_referee_is_told_again_only_what_it_has_lost(tmp_path: Path) -> None:
    path = keep(tmp_path, "duel", 2, 1, moves=3)
    points = tuple(ChancePoint(seq, (0.5, 0.5), 50) for seq in (1, 2, 3, 4))
    course = course_of(path, points)

    def shown(seq: int, has: tuple[ChancePoint, ...]) -> View:
        return View(seq, "duel", None, None, (), (), (), (), {}, "", chances=has)

    assert course.lost(shown(4, points)) == ()
    assert course.lost(shown(4, points[:1])) == points[1:]
    # A point of an event that it does not know it would not take.
    assert course.lost(shown(3, ())) == points[:3]
