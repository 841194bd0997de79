"""All zones of a mat together: what is read in one is not read in another."""

import cv2
import numpy as np
import pytest

from companion.art.proxy_set import proxies_with
from tests.learned import practice
from vision.geometry.image import Image
from vision.geometry.plane import PX_PER_MM
from vision.live.mat_reader import Drafted, MatReader
from vision.live.memory import MatMemory, TrackNumbers
from vision.recognition.library import Library
from vision.recognition.naming import LibraryRecogniser
from vision.sighting import Spot, Zone

_SIZE, _CARD = (200.0, 240.0), (55.0, 80.0)


def _sheet(strange: tuple[float, float] | None = None) -> Image:
    """A plain mat with a card, and a strange one with this left upper corner (mm)."""
    sheet = np.full((round(_SIZE[1] * PX_PER_MM), round(_SIZE[0] * PX_PER_MM), 3), (90, 130, 120), np.uint8)
    wide, high = (round(side * PX_PER_MM) for side in _CARD)
    card = proxies_with("architects/vp3").picture("architects/vp3")[..., :3]
    sheet[40 : 40 + high, 220 : 220 + wide] = cv2.resize(card, (wide, high), interpolation=cv2.INTER_AREA)
    if strange is not None:
        left, top = (round(at * PX_PER_MM) for at in strange)
        back = np.random.default_rng(1).integers(0, 255, (8, 6, 3)).astype(np.uint8)
        sheet[top : top + high, left : left + wide] = cv2.resize(back, (wide, high), interpolation=cv2.INTER_NEAREST)
    noise = np.random.default_rng(4).normal(0, 2, (*sheet.shape[:2], 1))
    return np.clip(cv2.GaussianBlur(sheet, (0, 0), 0.7) + noise, 0, 255).astype(np.uint8)


def _cards(library: Library) -> tuple[str, ...]:
    return tuple(face for face in library.faces if face.startswith("architects/") and face.count("/") == 1)


@pytest.mark.parametrize(("beside", "seen"), [(True, 1), (False, 2)])
def test_what_comes_without_a_name_to_a_place_over_which_a_citys_border_was_dragged_is_no_card_of_the_city(
    *, beside: bool, seen: int
) -> None:
    library, memory, tracks = practice(), MatMemory.blank(_SIZE), TrackNumbers()
    city = Zone("city", 1, "spread", 5.0, 5.0, 190.0, 180.0, _CARD, (), _cards(library))
    spot = Spot(45.0, 170.0, *_CARD)
    ready = Zone("ready", 1, "spots", 17.5, 130.0, *_CARD, _CARD, (spot,), ("architects/back/central",))
    zones = (city, ready) if beside else (city,)
    reader = MatReader(library, LibraryRecogniser(library))
    reader.update(memory, _sheet(), zones, tracks, "", markers=())
    assert [piece.face for piece in memory.pieces["city"]] == ["architects/vp3"]
    reader.update(memory, _sheet((17.5, 130.0)), zones, tracks, "", markers=())
    assert len(memory.pieces["city"]) == seen


@pytest.mark.parametrize("moved_on", [False, True])
def test_a_zone_that_looks_as_it_was_drafted_keeps_what_was_read_and_one_that_changed_since_is_read_again(
    *, moved_on: bool
) -> None:
    library, tracks = practice(), TrackNumbers()
    city = Zone("city", 1, "spread", 5.0, 5.0, 190.0, 180.0, _CARD, (), _cards(library))
    settled = MatMemory.blank(_SIZE)
    reader = MatReader(library, LibraryRecogniser(library))
    empty = np.full_like(_sheet(), (90, 130, 120))
    reader.update(settled, empty, (city,), tracks, "", markers=())
    draft = settled.copy()
    reader.update(draft, _sheet(), (city,), tracks, "", markers=())
    drafted = Drafted(_sheet(), {"city": draft.pieces["city"]})
    reader.update(
        settled, _sheet((17.5, 100.0) if moved_on else None), (city,), tracks, "", markers=(), drafted=drafted
    )
    (read,) = (piece.track for piece in draft.pieces["city"] if piece.face == "architects/vp3")
    (kept,) = (piece.track for piece in settled.pieces["city"] if piece.face == "architects/vp3")
    assert (kept == read) is not moved_on
