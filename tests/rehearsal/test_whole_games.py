"""The long proof: whole games, at small and large tables, with our own pieces and with a real box."""

from pathlib import Path

import pytest

from companion.rehearsal.rehearsal import rehearse
from companion.rehearsal.report import Plan

_GAMES = 5

pytestmark = pytest.mark.proof


def _all_exact(players: int, library: Path, *, own_art: bool) -> None:
    for seed in range(1, _GAMES + 1):
        report = rehearse(Plan("architects", players, seed, library, own_art))
        assert (report.wrong, report.missed) == (0, 0), report
        assert report.score_exact, report
        assert report.state_exact, report


@pytest.mark.parametrize("players", [2, 4, 7])
def test_whole_games_with_our_own_pieces_are_scored_exactly(players: int, proxies: Path) -> None:
    _all_exact(players, proxies, own_art=False)


@pytest.mark.parametrize("players", [2, 4, 7])
def test_whole_games_with_a_real_box_are_scored_exactly(players: int, real_box: Path) -> None:
    _all_exact(players, real_box, own_art=True)
