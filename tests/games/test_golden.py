"""The rules play the recorded games exactly as recorded."""

import pytest

from tests.games.golden import GAMES, path, render


@pytest.mark.parametrize("players", list(GAMES))
def test_the_playthrough_is_unchanged(players: int) -> None:
    """If the rules have changed on purpose: python -m tests.games.golden."""
    assert path(players).read_text(encoding="utf-8").splitlines() == render(players).splitlines()
