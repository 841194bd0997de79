"""Strips of fanned cards are looked for where something sticks out above a card, and only there."""

from collections.abc import Sequence

import pytest

from companion.games.architects.rules.facts import FACTS
from tests.vision.snapshots import enrolled, photograph
from vision.geometry.image import Image
from vision.recognition.kinds import Size
from vision.stills.fine_print import Begins, FinePrint
from vision.stills.photograph import StillReader

CARDS = FACTS.card_face_ids[:9]


def compared(laid: Sequence[tuple[str, float, float]], monkeypatch: pytest.MonkeyPatch) -> tuple[set[str], int]:
    """The names of what is found, and how often what is above a card was compared with the faces."""
    regions: list[Image] = []
    begins = FinePrint.begins

    def counted(fine: FinePrint, region: Image, size: Size, faces: Sequence[str]) -> list[Begins]:
        regions.append(region)
        return begins(fine, region, size, faces)

    monkeypatch.setattr(FinePrint, "begins", counted)
    picture, _ = photograph([(face, x, y, 0.0) for face, x, y in laid], (350, 250), 8.0)
    found = StillReader(enrolled(CARDS)).read(picture)
    return {one.faces[0].face for one in found if one.faces}, len(regions)


def test_what_is_above_cards_that_lie_apart_is_compared_with_no_face(monkeypatch: pytest.MonkeyPatch) -> None:
    # Two side by side; one beneath them, above which they lie for the most part; one alone.
    places = [(80.0, 80.0), (150.0, 80.0), (115.0, 172.0), (270.0, 120.0)]
    laid = [(face, x, y) for face, (x, y) in zip(CARDS[:4], places, strict=True)]
    assert compared(laid, monkeypatch) == (set(CARDS[:4]), 0)


def test_above_the_lowest_of_fanned_cards_the_others_are_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    laid = [(CARDS[k], 120.0, 80.0 + 17.0 * n) for n, k in enumerate((0, 6, 8))]
    found, regions = compared(laid, monkeypatch)
    assert found == {CARDS[0], CARDS[6], CARDS[8]}
    assert regions >= 2
