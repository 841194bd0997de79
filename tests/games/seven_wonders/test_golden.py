"""The rules play the recorded games exactly as recorded."""

import pytest

from tests.games.seven_wonders.golden import FINDINGS, GAMES, path, render, render_findings


@pytest.mark.parametrize("name", list(GAMES))
def test_the_playthrough_is_unchanged(name: str) -> None:
    """If the rules have changed on purpose: python -m tests.games.seven_wonders.golden."""
    assert path(name).read_text(encoding="utf-8").splitlines() == render(name).splitlines()


def test_what_is_said_about_irregular_moves_is_unchanged() -> None:
    """Code, seat, rule, words and what would have been right; written anew in the same way."""
    assert FINDINGS.read_text(encoding="utf-8").splitlines() == render_findings().splitlines()
