"""As ``test_recorded.py``, which is part of ``make test``, with more players, a real box, and people who err."""

from pathlib import Path

import pytest

from companion.rehearsal.rehearsal import rehearsal
from companion.rehearsal.report import Plan, Report


def _some_moves(plan: Plan, moves: int) -> Report:
    with rehearsal(plan) as game:
        for _ in range(moves):
            assert game.step()
        return game.report()


@pytest.mark.proof
def test_what_is_played_is_what_is_scored(proxies: Path) -> None:
    report = _some_moves(Plan("architects", 4, 1, proxies), 16)
    assert (report.wrong, report.missed) == (0, 0)
    assert report.state_exact
    assert report.score_exact
    assert report.recognised + report.questions >= report.moves


@pytest.mark.proof
def test_a_box_of_real_pieces_is_read_as_well_as_our_own(real_box: Path) -> None:
    report = _some_moves(Plan("architects", 2, 1, real_box, own_art=True), 10)
    assert (report.wrong, report.missed) == (0, 0)
    assert report.state_exact
    assert report.score_exact


@pytest.mark.proof
def test_people_make_mistakes_and_the_table_still_ends_as_it_was_played(proxies: Path) -> None:
    report = _some_moves(Plan("architects", 2, 3, proxies, mistakes=0.3), 14)
    assert report.mistakes
    assert report.wrong == 0
    assert report.state_exact
