"""The rules play the recorded games exactly as recorded."""

import pytest

from tests.games.duel.golden import GAMES, path, render


@pytest.mark.parametrize("name", list(GAMES))
def test_the_playthrough_is_unchanged(name: str) -> None:
    """If the rules have changed on purpose: python -m tests.games.duel.golden."""
    assert path(name).read_text(encoding="utf-8").splitlines() == render(name).splitlines()


def test_there_is_one_of_each_victory_and_one_with_the_draft() -> None:
    ends = {name: path(name).read_text(encoding="utf-8") for name in GAMES}
    assert "\nend: supremacy in military\n" in ends["military"]
    assert "\nend: supremacy in science\n" in ends["science"]
    assert "\nend\n" in ends["civilian"]
    assert "move=draft" in ends["draft"]
