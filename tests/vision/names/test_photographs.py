"""The photographs of real cities (they lie beside the project and not in it): sheets exact, without an enrolled box."""

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from companion.cli import app

PHOTOS = Path(__file__).parents[4] / "shared" / "cards" / "photos"
pytestmark = [pytest.mark.proof, pytest.mark.skipif(not PHOTOS.exists(), reason="the photographs are not here")]


@pytest.fixture(scope="module")
def scored() -> Any:
    images = [str(PHOTOS / f"city-{name}.jpg") for name in ("babylon", "giza")]
    result = CliRunner().invoke(
        app, ["score", "--photo", *images, "--game", "seven_wonders", "--edition", "2", "--json"]
    )
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def test_nothing_has_to_be_asked(scored: Any) -> None:
    assert scored["questions"] == []


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
