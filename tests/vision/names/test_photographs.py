"""The photographs of real cities (they lie beside the project and not in it): sheets exact, without an enrolled box."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

PHOTOS = Path(__file__).parents[4] / "shared" / "cards" / "photos"
pytestmark = [pytest.mark.proof, pytest.mark.skipif(not PHOTOS.exists(), reason="the photographs are not here")]


@pytest.fixture(scope="module")
def scored() -> Any:
    images = [str(PHOTOS / f"city-{name}.jpg") for name in ("babylon", "giza")]
    start = "from companion.cli import main; main()"
    asked = [sys.executable, "-c", start, "score", "--photo", *images]
    asked += ["--game", "seven_wonders", "--edition", "2", "--json"]
    done = subprocess.run(asked, capture_output=True, check=False, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_at_most_one_thing_is_asked_of_a_photograph(scored: Any) -> None:
    for photo in scored["seen"]:
        assert len([line for line in scored["questions"] if photo["image"] in line]) <= 1


def test_wonders_sides_stages_coins_and_tokens_are_right(scored: Any) -> None:
    babylon, giza = scored["position"]["players"]
    assert (babylon["wonder"], babylon["side"], babylon["stages"], babylon["coins"]) == ("babylon", "B", 2, 1)
    assert (giza["wonder"], giza["side"], giza["stages"], giza["coins"]) == ("giza", "B", 4, 12)
    assert babylon["conflict_tokens"] == [-1, -1, -1, 3]
    assert giza["conflict_tokens"] == [-1, 1, 1, 3, 5]


def test_every_point_that_does_not_hang_on_the_other_cities_is_right(scored: Any) -> None:
    babylon, giza = (player["categories"] for player in scored["players"])
    assert (babylon["science"], babylon["wonder"], babylon["military"], babylon["treasury"]) == (55, 0, 0, 0)
    assert (giza["wonder"], giza["treasury"], giza["military"], giza["civilian"]) == (20, 4, 9, 10)


def test_every_card_is_named(scored: Any) -> None:
    babylon, giza = scored["position"]["players"]
    assert len(babylon["cards"]) == 19
    assert len(giza["cards"]) == 14
    assert all(card["card"] is not None for photo in scored["seen"] for card in photo["cards"])
