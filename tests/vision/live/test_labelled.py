"""A piece with a tag on it is what the tag says, from the painted frame to the sighting."""

import cv2
import pytest

from tests.vision import painting
from tests.vision.painting import BACK, CITY, FACES, HOLDER, MATS, ZONES, Table
from vision.codes.tags import CERTAIN, draw_tag
from vision.geometry.image import Image
from vision.live.watcher import Watcher
from vision.recognition.library import Library
from vision.sighting import SeenPiece

WOOD, STONE, CLAY = FACES[:3]
PX_PER_MM = 4


def tagged(art: Image, face: str) -> Image:
    """The art with a tag of 20 mm (25 with its quiet zone) stuck onto it."""
    height, width = art.shape[:2]
    tag = cv2.resize(draw_tag(face, 10), (25 * width // 55, 25 * height // 80), interpolation=cv2.INTER_AREA)
    stuck = art.copy()
    stuck[-tag.shape[0] - 20 : -20, 30 : 30 + tag.shape[1]] = tag[..., None]
    return stuck


def seen(library: Library, table: Table) -> dict[str, tuple[SeenPiece, ...]]:
    watcher = Watcher(library)
    watcher.watch(MATS, ZONES)
    said: dict[str, tuple[SeenPiece, ...]] = {}
    for frame in table.frames(12):
        for scene in watcher.observe(frame):
            said |= {one.zone: one.pieces for one in scene.zones}
    return said


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> Table:
    """A card with wood's art and stone's tag on the holder, a plain clay in the city."""
    plain = painting.art
    stickers = {WOOD: tagged(plain(WOOD), STONE)}
    monkeypatch.setattr(painting, "art", lambda face: stickers.get(face, plain(face)))
    table = Table()
    table.lay(WOOD, 67.2, 252.4, 0.6)
    table.lay(CLAY, 186 + 27.5, 45, 1.0)
    return table


def test_the_tag_wins_over_the_art_and_is_certain(library: Library, table: Table) -> None:
    (piece,) = seen(library, table)[HOLDER.name]
    assert [(one.face, one.probability) for one in piece.faces] == [(STONE, CERTAIN)]


def test_pieces_without_a_tag_are_recognised_as_ever(library: Library, table: Table) -> None:
    (piece,) = seen(library, table)[CITY.name]
    assert piece.faces[0].face == CLAY


def test_a_tag_of_a_face_that_may_not_lie_there_is_not_believed(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = painting.art
    stickers = {WOOD: tagged(plain(WOOD), BACK)}
    monkeypatch.setattr(painting, "art", lambda face: stickers.get(face, plain(face)))
    table = Table()
    table.lay(WOOD, 67.2, 252.4, 0.6)
    (piece,) = seen(library, table)[HOLDER.name]
    assert BACK not in [one.face for one in piece.faces]
