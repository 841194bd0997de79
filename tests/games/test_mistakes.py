"""Whatever people do wrong, the referee says what it said before, and the game goes on."""

import pytest

from tests.games.golden_mistakes import TABLES, path, render


@pytest.mark.parametrize("name", list(TABLES))
def test_mistakes_are_met_as_they_were(name: str) -> None:
    """If rules or words have changed on purpose: python -m tests.games.golden_mistakes."""
    assert path(name).read_text(encoding="utf-8").splitlines() == render(name).splitlines()
