"""The rules play the recorded games exactly as recorded."""

import pytest

from tests.games.golden import GAMES, path, render


@pytest.mark.parametrize("name", list(GAMES))
def test_the_playthrough_is_unchanged(name: str) -> None:
    """If the rules have changed on purpose: python -m tests.games.golden."""
    assert path(name).read_text(encoding="utf-8").splitlines() == render(name).splitlines()
