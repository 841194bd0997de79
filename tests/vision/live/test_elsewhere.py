"""A city whose region reaches over a deck, its own player's or another's."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.art.proxy_set import proxies_with
from tests.learned import practice
from vision.geometry.image import Image
from vision.geometry.plane import PX_PER_MM, Plane
from vision.live.elsewhere import reaching_onto
from vision.live.mat_reader import MatReader
from vision.live.memory import MatMemory, TrackNumbers
from vision.recognition.naming import LibraryRecogniser
from vision.sighting import Spot, Zone

_SIZE, _CARD = (200.0, 240.0), (55.0, 80.0)
_LAID, _DECK = (110.0, 20.0), (20.0, 120.0)
"""Left upper corners (mm) of a card of the city and of the deck's top."""
_NAMES = ("architects/wood", "architects/clay", "architects/vp3", "architects/stage/giza_1/built")
_AWAY = 300.0
"""mm by which the other player's sheet lies further right."""


def _sheet(top: str, laid: str = "") -> Image:
    """A plain part of a table with a deck, and with a card of the city once it is laid."""
    sheet = np.full((round(_SIZE[1] * PX_PER_MM), round(_SIZE[0] * PX_PER_MM), 3), (90, 130, 120), np.uint8)
    wide, high = (round(side * PX_PER_MM) for side in _CARD)
    for face, at in ((top, _DECK), (laid, _LAID)):
        if face:
            left, upper = (round(each * PX_PER_MM) for each in at)
            card = proxies_with(face).picture(face)[..., :3]
            picture = cv2.resize(card, (wide, high), interpolation=cv2.INTER_AREA)
            sheet[upper : upper + high, left : left + wide] = picture
    noise = np.random.default_rng(4).normal(0, 2, (*sheet.shape[:2], 1))
    return np.clip(cv2.GaussianBlur(sheet, (0, 0), 0.7) + noise, 0, 255).astype(np.uint8)


def _zone(mat: int, kind: str, left: float) -> Zone:
    """Where the deck lies: its pile, or a printed place for something else."""
    x, y = left + _DECK[0], _DECK[1]
    spot = Spot(x + _CARD[0] / 2, y + _CARD[1] / 2, *_CARD)
    faces = _NAMES[:3] if kind == "pile" else _NAMES[3:]
    return Zone("there", mat, kind, x, y, *_CARD, _CARD, (spot,), faces)  # type: ignore[arg-type]


def _planes() -> dict[int, Plane]:
    mine = Plane(1, _SIZE, np.diag([2.0, 2.0, 1.0]), {})
    to_frame = np.array([[2.0, 0, 2 * _AWAY], [0, 2.0, 0], [0, 0, 1]])
    return {1: mine, 2: replace(mine, mat=2, to_frame=to_frame)}


@pytest.mark.parametrize("whose", [1, 2])
def test_the_top_of_a_deck_over_which_a_citys_region_reaches_is_no_card_of_the_city_and_what_is_laid_beside_it_is(
    whose: int,
) -> None:
    library, memory, tracks = practice(), MatMemory.blank(_SIZE), TrackNumbers()
    city = Zone("city", 1, "spread", 5.0, 5.0, 190.0, 210.0, _CARD, (), _NAMES[:3])
    deck = _zone(whose, "pile", 0.0 if whose == 1 else -_AWAY)
    zones = (city, deck) if whose == 1 else (city,)
    elsewhere = reaching_onto(1, {1: zones, whose: (deck,)}, _planes())
    reader = MatReader(library, LibraryRecogniser(library))
    told = []
    for sheet in (_sheet(_NAMES[0]), _sheet(_NAMES[1]), _sheet(_NAMES[0], _NAMES[2])):
        reader.update(memory, sheet, zones, tracks, "", markers=(), elsewhere=elsewhere)
        told.append([piece.face for piece in memory.pieces["city"]])
    assert told == [[], [], [_NAMES[2]]]


def test_what_comes_without_a_name_to_another_players_place_is_no_card_of_a_city_whose_region_reaches_there() -> None:
    library, memory, tracks = practice(), MatMemory.blank(_SIZE), TrackNumbers()
    city = Zone("city", 1, "spread", 5.0, 5.0, 190.0, 210.0, _CARD, (), _NAMES[:2])
    elsewhere = reaching_onto(1, {1: (city,), 2: (_zone(2, "spots", -_AWAY),)}, _planes())
    reader = MatReader(library, LibraryRecogniser(library))
    for sheet in (_sheet(""), _sheet(_NAMES[3])):
        reader.update(memory, sheet, (city,), tracks, "", markers=(), elsewhere=elsewhere)
    assert not memory.pieces["city"]
    other = MatMemory.blank(_SIZE)
    for sheet in (_sheet(""), _sheet(_NAMES[3])):
        reader.update(other, sheet, (city,), tracks, "", markers=())
    assert [piece.faces for piece in other.pieces["city"]] == [()]


def test_a_place_of_another_sheet_that_was_pushed_is_where_its_sheet_lies_now_and_what_lies_far_off_is_left_out() -> (
    None
):
    planes, deck = _planes(), _zone(2, "pile", -_AWAY)
    pushed = planes[2].to_frame @ np.array([[1, 0, 7.0], [0, 1, 0], [0, 0, 1]])
    before, after = (
        reaching_onto(1, {2: (deck,)}, planes | {2: replace(planes[2], to_frame=to_frame)})
        for to_frame in (planes[2].to_frame, pushed)
    )
    np.testing.assert_allclose(after[0].corners - before[0].corners, [[7.0, 0.0]] * 4, atol=1e-6)
    assert not reaching_onto(1, {2: (_zone(2, "pile", 0.0),)}, planes)
