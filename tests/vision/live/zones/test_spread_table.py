"""What is taken for a new card and is the table beneath."""

import cv2
import numpy as np
import pytest

from companion.games.architects.proxies import PROXIES
from tests.learned import learned
from tests.vision.live.zones.test_spread import CITY, FACES, LOWER, TEMPLE, laid
from tests.vision.painting import COARSE
from vision.geometry.image import Image
from vision.geometry.plane import PX_PER_MM
from vision.live.comparison import Comparison
from vision.live.memory import TrackNumbers
from vision.live.zones.spread import SpreadReader
from vision.recognition.displacements import Named
from vision.recognition.library import Library
from vision.recognition.naming import LibraryRecogniser
from vision.sighting import FaceProbability, Marker

_TABLE = (Marker(0, 0.0, 0.0, 20.0, ((0.0, 0.0), (20.0, 0.0), (20.0, 20.0), (0.0, 20.0))),)
"""A corner of an open table."""


def _wooden(sheet: Image) -> Image:
    """The same on grained wood instead of paper."""
    rows, columns = np.indices(sheet.shape[:2])
    grain = 14.0 * np.sin(columns / 3.0 + 4.0 * np.sin(rows / 60.0))
    wood = np.array((75.0, 125.0, 180.0)) + grain[..., None]
    paper = (np.abs(sheet.astype(int) - (190, 215, 232)) < 12).all(2, keepdims=True)
    return np.clip(np.where(paper, wood, sheet), 0, 255).astype(np.uint8)


@pytest.fixture(scope="module")
def library() -> Library:
    return learned({face: (PROXIES.picture(face, 6.0), PROXIES.size_mm(face)) for face in FACES}, 40)


@pytest.mark.parametrize("really", [False, True])
def test_wood_that_shows_where_something_lay_beside_all_places_that_was_taken_for_the_table_is_no_card(
    library: Library, monkeypatch: pytest.MonkeyPatch, *, really: bool
) -> None:
    """The cards of the next age, which were laid out, of Duel 703: a circus (0.995) of nothing but wood."""
    monkeypatch.setattr(SpreadReader, "name", lambda *_: Named(LOWER, (FaceProbability(TEMPLE, 0.995),)))
    now = _wooden(laid([(TEMPLE, LOWER)] if really else []))
    then = _wooden(laid([]))
    deck = (np.array(LOWER._replace(height=60.0).quad()) * PX_PER_MM).astype(np.int32)
    cv2.fillConvexPoly(then, deck, (120, 60, 40))
    bare = cv2.resize(then, COARSE, interpolation=cv2.INTER_AREA)
    seen = np.ones(bare.shape[:2], bool)
    comparison = Comparison(now, then, bare, seen, np.zeros_like(seen), markers=_TABLE)
    found = SpreadReader(library, LibraryRecogniser(library)).read(CITY, comparison, [], TrackNumbers(0))
    assert [piece.face for piece in found] == ([TEMPLE] if really else [])
