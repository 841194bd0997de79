"""Games of all kinds, kept once for all tests of this folder; nobody changes them."""

from pathlib import Path

import pytest

from tests.results.games import keep

CYRILLIC = ("Олександра", "Константин", "Катерина", "Володимир", "Ярослава", "Святослав", "Єлизавета")
LONG = ("Bartholomew-Maximilian", "Maria del Carmen", "Jo", 'Anna "Ani", Kiss', "Zsófia & <b>Bo</b>", "Ő", "Ян")


@pytest.fixture(scope="session")
def kept_games(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Journals by what they are: all three games, few and many players, long names and none."""
    folder = tmp_path_factory.mktemp("kept")
    return {
        "architects 2": keep(folder / "1", "architects", 2, 5, names=("Anna", "Bo")),
        "architects 7": keep(folder / "2", "architects", 7, 8, names=LONG, expansions=("medals",)),
        "architects unnamed": keep(folder / "3", "architects", 3, 2),
        "seven_wonders 2": keep(folder / "4", "seven_wonders", 2, 1, names=("Anna", "Bo")),
        "seven_wonders 7": keep(folder / "5", "seven_wonders", 7, 4, names=CYRILLIC),
        "duel": keep(folder / "6", "duel", 2, 1, names=("Anna", "Bo")),
        "duel unnamed": keep(folder / "7", "duel", 2, 6),
    }
