"""A city seen for the first time with cards in it: each card of a column is told, the covered ones by their headers."""

import cv2
import numpy as np
import pytest

from companion.art.proxy_set import proxies_with
from companion.box.faces import library_of
from vision.geometry.image import Image
from vision.live.comparison import Comparison
from vision.live.memory import TrackNumbers
from vision.live.zones.spread import SpreadReader
from vision.recognition.library import Library
from vision.recognition.naming import LibraryRecogniser
from vision.sighting import Marker, Zone

_CITY = Zone("city", 1, "spread", 5.0, 5.0, 190.0, 230.0, (55.0, 80.0))
_TAG = Marker(240, 400.0, 0.0, 40.0, ((400.0, 0.0), (440.0, 0.0), (440.0, 40.0), (400.0, 40.0)))


def _column(faces: list[str], strip: float) -> Image:
    """A part of a wooden table, 200 x 240 mm at 2 pixels a mm, with cards a strip below each other."""
    rng = np.random.default_rng(4)
    grain = cv2.GaussianBlur(rng.normal(0, 40, (480, 400)).astype(np.float32), (0, 0), 9, sigmaY=2)
    table = np.clip(np.array((70, 110, 160), np.float32) + grain[..., None], 0, 255).astype(np.uint8)
    for number, face in enumerate(faces):
        card = cv2.resize(proxies_with(face).picture(face)[..., :3], (110, 160), interpolation=cv2.INTER_AREA)
        top = round((20 + number * strip) * 2)
        table[top : top + 160, 120:230] = card
    noisy = cv2.GaussianBlur(table, (0, 0), 0.7).astype(np.float32) + rng.normal(0, 2, (*table.shape[:2], 1))
    return np.asarray(np.clip(noisy, 0, 255).astype(np.uint8))


@pytest.mark.parametrize(
    ("faces", "strip"), [(["vp2_cat", "vp3", "vp2_cat"], 14.0), (["shield_h0", "shield_h1", "shield_h0"], 17.0)]
)
def test_every_card_of_a_column_is_told_at_the_first_look(faces: list[str], strip: float) -> None:
    library = Library.load(library_of(None))
    wanted = [f"architects/{face}" for face in faces]
    sheet = _column(wanted, strip)
    shape = sheet.shape[0] // 2, sheet.shape[1] // 2
    nothing = np.zeros(shape, bool)
    now = Comparison(sheet, None, np.zeros((*shape, 3), np.uint8), nothing, nothing.copy(), markers=(_TAG,))
    zone = Zone(**{**{name: getattr(_CITY, name) for name in _CITY.__struct_fields__}, "faces": _cards(library)})
    found = SpreadReader(library, LibraryRecogniser(library)).read(zone, now, None, TrackNumbers())
    assert [piece.face for piece in sorted(found, key=lambda one: one.pose.y)] == wanted


def _cards(library: Library) -> tuple[str, ...]:
    return tuple(face for face in library.faces if face.startswith("architects/") and face.count("/") == 1)
