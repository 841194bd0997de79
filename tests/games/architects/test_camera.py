"""Architects with the expansion Medals before a camera that sees everything: what is taken, and by whom."""

from pathlib import Path
from typing import Any

import pytest

from tests.referee.sightless import Sightless


class _Unread(Sightless):
    """Nobody says which medals lie there."""

    def laid_out(self) -> dict[str, Any]:
        return {"medals": [], "centre": []}


@pytest.mark.parametrize(
    ("players", "seed"),
    [(2, 1), pytest.param(4, 1, marks=pytest.mark.proof), pytest.param(4, 2, marks=pytest.mark.proof),
     pytest.param(7, 2, marks=pytest.mark.proof)],
)  # fmt: skip
def test_a_game_of_medals_is_followed_exactly_and_hardly_anybody_is_asked(
    tmp_path: Path, players: int, seed: int
) -> None:
    table = Sightless(tmp_path, "architects", players, seed, expansions=("medals",))
    while table.step() is not None:
        pass
    assert any(city.medals for city in table.dealer.state.cities)
    assert (table.wrong, table.missed) == ([], [])
    assert table.questions <= 0.02 * len(table.truth)
    assert table.state == table.dealer.state


def test_medals_that_nobody_has_told_are_read_by_the_camera(tmp_path: Path) -> None:
    table = _Unread(tmp_path, "architects", 4, 2, expansions=("medals",))
    table.rest(3)
    told, read = table.dealer.state.medals, table.state.medals
    assert read.lying[: read.gaps] == told.lying[: told.gaps]
    assert sorted(read.lying[read.gaps :]) == sorted(told.lying[told.gaps :])
    assert table.questions == 0
