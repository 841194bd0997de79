"""Stages that no features tell, beside others of their wonder."""

from typing import Any

import pytest

from tests.vision.snapshots import Laid, enrolled, photograph
from tests.vision.stills.test_stills import CARDS, missing
from vision.stills.photograph import Found, StillReader
from vision.stills.pose_voting import guesses

STAGE, PLAIN = "architects/stage/halicarnassus_1/built", "architects/stage/giza_3/built"
TWO_CARDS: list[Laid] = [(CARDS[0], 50.0, 60.0, 0.0), (CARDS[2], 130.0, 60.0, 4.0)]


@pytest.fixture(autouse=True)
def _no_features_of_the_plain_stage(monkeypatch: pytest.MonkeyPatch) -> None:
    def without(*args: Any) -> list[Any]:
        return [guess for guess in guesses(*args) if guess.face != PLAIN]

    monkeypatch.setattr("vision.stills.photograph.guesses", without)


def read(laid: list[Laid]) -> tuple[tuple[Found, ...], list[str]]:
    """What is found in a photograph of these pieces, and what is missed of them."""
    picture, quads = photograph(laid, (300, 260), 8.0)
    found = StillReader(enrolled([*CARDS[:4], STAGE, PLAIN])).read(picture)
    return found, missing(found, laid, quads, 0.1)


@pytest.mark.parametrize("beside", [(160.0, 124.0), (150.0, 176.0)])
def test_a_stage_that_no_features_tell_is_found_where_it_touches_another(beside: tuple[float, float]) -> None:
    assert read([*TWO_CARDS, (STAGE, 160.0, 150.0, -2.0), (PLAIN, *beside, -2.0)])[1] == []


def test_a_stage_that_does_not_lie_there_is_not_found_beside_another() -> None:
    found, missed = read([*TWO_CARDS, (STAGE, 160.0, 150.0, -2.0)])
    assert missed == []
    assert [one for one in found if one.faces and one.faces[0].face == PLAIN] == []


def test_a_stage_is_not_found_far_from_all_others() -> None:
    assert read([*TWO_CARDS, (STAGE, 110.0, 225.0, -2.0), (PLAIN, 110.0, 130.0, -2.0)])[1] == [PLAIN]
