"""Whatever people do wrong, the referee says what it said before, and the game goes on."""

import pytest

from tests.games import golden_findings
from tests.games.golden_mistakes import TABLES, path, render


@pytest.mark.parametrize("name", list(TABLES))
def test_mistakes_are_met_as_they_were(name: str) -> None:
    """If rules or words have changed on purpose: python -m tests.games.golden_mistakes."""
    assert path(name).read_text(encoding="utf-8").splitlines() == render(name).splitlines()


def test_every_finding_of_architects_is_said_as_it_was() -> None:
    """If rules or words have changed on purpose: python -m tests.games.golden_findings."""
    assert golden_findings.PATH.read_text(encoding="utf-8").splitlines() == golden_findings.render().splitlines()
