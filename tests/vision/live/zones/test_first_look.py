"""A city seen for the first time with cards in it: each card of a column is told, the covered ones by their headers."""

from collections.abc import Sequence

import cv2
import numpy as np
import pytest
from msgspec.structs import replace

from companion.art.proxy_set import proxies_with
from tests.learned import practice
from vision.geometry.image import Image
from vision.geometry.plane import PX_PER_MM
from vision.live.mat_reader import MatReader
from vision.live.memory import MatMemory, TrackNumbers
from vision.recognition.library import Library
from vision.recognition.naming import LibraryRecogniser, Ranked
from vision.sighting import FaceProbability, Marker, Stray, Zone
from vision.stills.photograph import Found, StillReader

_CITY = Zone("city", 1, "spread", 5.0, 5.0, 165.0, 230.0, (55.0, 80.0))
_SIZE, _CAT = (200.0, 240.0), "architects/token/cat"
_TAG = Marker(240, 400.0, 0.0, 40.0, ((400.0, 0.0), (440.0, 0.0), (440.0, 40.0), (400.0, 40.0)))


def _column(faces: list[str], strip: float, *, cat: tuple[int, int] | None = None) -> Image:
    """A part of a wooden table, 200 x 240 mm at 2 pixels a mm, with cards a strip below each other.

    ``cat``: the left and upper edge (pixels) of the Cat, if it stands there.
    """
    rng = np.random.default_rng(4)
    grain = cv2.GaussianBlur(rng.normal(0, 40, (480, 400)).astype(np.float32), (0, 0), 9, sigmaY=2)
    table = np.clip(np.array((70, 110, 160), np.float32) + grain[..., None], 0, 255).astype(np.uint8)
    for number, face in enumerate(faces):
        top = round((20 + number * strip) * 2)
        table[top : top + 160, 120:230] = _picture(face, (110, 160))
    if cat is not None:
        left, top = cat
        table[top : top + 88, left : left + 52] = _picture(_CAT, (52, 88))
    noisy = cv2.GaussianBlur(table, (0, 0), 0.7).astype(np.float32) + rng.normal(0, 2, (*table.shape[:2], 1))
    return np.asarray(np.clip(noisy, 0, 255).astype(np.uint8))


def _picture(face: str, size: tuple[int, int]) -> Image:
    return cv2.resize(proxies_with(face).picture(face)[..., :3], size, interpolation=cv2.INTER_AREA)


@pytest.mark.parametrize(
    ("faces", "strip"), [(["vp2_cat", "vp3", "vp2_cat"], 14.0), (["shield_h0", "shield_h1", "shield_h0"], 17.0)]
)
def test_every_card_of_a_column_is_told_at_the_first_look(faces: list[str], strip: float) -> None:
    library = practice()
    wanted = [f"architects/{face}" for face in faces]
    assert _read(library, MatMemory.blank(_SIZE), _column(wanted, strip)) == wanted


@pytest.mark.parametrize(("under", "over"), [("gear", "tablet"), ("stone", "wood"), ("shield_h2", "shield_h1")])
def test_headers_of_one_colour_are_told_apart(under: str, over: str) -> None:
    library = practice()
    memory = MatMemory.blank(_SIZE)
    _read(library, memory, _column([f"architects/{under}", f"architects/{over}"], 16.0))
    named = min(memory.pieces["city"], key=lambda one: one.pose.y)
    # A strip that only resembles its own face most is told less surely than one that is read.
    assert named.faces[0].face == f"architects/{under}"
    assert named.faces[0].probability > 0.97


def test_a_cat_on_the_edge_of_a_city_seen_first_leaves_nothing_when_it_goes() -> None:
    library = practice()
    memory = MatMemory.blank(_SIZE)
    wanted = ["architects/vp3", "architects/gear"]
    _read(library, memory, _column(wanted, 16.0, cat=(314, 200)))
    assert _read(library, memory, _column(wanted, 16.0)) == wanted


def test_where_nothing_but_the_table_is_seen_lies_no_card_whatever_one_is_taken_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    library, wanted = practice(), ["architects/vp3", "architects/gear"]
    as_read = StillReader.read
    # Read with some certainty, as on a mat in bad light: a stone where there is nothing but wood.
    wood = Found(PX_PER_MM * np.array([(117, 30), (169, 30), (169, 110), (117, 110)], np.float64), ())
    stone = wood._replace(faces=(FaceProbability("architects/stone", 0.967),))
    monkeypatch.setattr(StillReader, "read", lambda *given: (*as_read(*given), stone))
    assert _read(library, MatMemory.blank(_SIZE), _column(wanted, 16.0)) == wanted


def test_a_city_seen_for_the_first_time_is_read_once_more_in_a_better_picture_of_the_same_moment(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What lay there keeps its track; of later pictures only what has changed is read."""
    library, memory, tracks = practice(), MatMemory.blank(_SIZE), TrackNumbers()
    picture, zone = _column(["architects/vp3", "architects/gear"], 16.0), replace(_CITY, faces=_cards(library))
    reader = MatReader(library, LibraryRecogniser(library))
    upper, lower = (Found(PX_PER_MM * _AT + np.array([0, down]), ()) for down in (0, 32))
    reads = iter([("vp3",), ("gear", "stone"), ("glass", "glass")])

    def read(*_: object) -> tuple[Found, ...]:
        named = zip((upper, lower), next(reads), strict=False)
        return tuple(one._replace(faces=(FaceProbability(f"architects/{face}", 0.99),)) for one, face in named)

    monkeypatch.setattr(StillReader, "read", read)
    seen: list[list[tuple[int, str | None]]] = []
    for again in ("", "better", "better", ""):
        reader.update(memory, picture, (zone,), tracks, again, markers=(_TAG,))
        seen.append([(piece.track, piece.face) for piece in memory.pieces["city"]])
    assert seen[0] == [(1, "architects/vp3")]
    assert seen[1:] == [[(1, "architects/gear"), (3, "architects/stone")]] * 3


_AT = np.array([(60, 20), (115, 20), (115, 100), (60, 100)], np.float64)
"""Where the first card of a column lies (mm)."""


def test_on_a_checked_cloth_of_its_own_colours_a_card_lies_where_one_is_named_without_doubt_and_more_is_seen_than_cloth(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    library, card = practice(), _picture("architects/stone", (110, 160))
    # The cloth has the colours of its darker and of its lighter half.
    by_light = sorted(card.reshape(-1, 3).astype(float).tolist(), key=sum)
    dark, light = np.array(by_light).reshape(2, -1, 3).mean(1)
    rows, columns = np.indices((480, 400)) // 54 % 2
    cloth = np.where((rows == columns)[..., None], dark, light) + np.random.default_rng(4).normal(0, 3, (480, 400, 1))
    picture = np.clip(cloth, 0, 255).astype(np.uint8)
    picture[40:200, 120:230], picture[240:400, 250:360] = card, _picture("architects/vp3", (110, 160))
    faces = {(0, 0): "stone", (65, 100): "vp3", (-40, 130): "stone"}
    named = [
        Found(PX_PER_MM * (_AT + np.array(off)), (FaceProbability(f"architects/{face}", 0.99),))
        for off, face in faces.items()
    ]
    monkeypatch.setattr(StillReader, "read", lambda *_: named)
    assert _read(library, MatMemory.blank(_SIZE), picture) == ["architects/stone", "architects/vp3"]


class _Counting(LibraryRecogniser):
    """``tries``: how many pictures it was shown."""

    tries = 0

    def best_of(self, tries: Sequence[Image], candidates: Sequence[str]) -> tuple[int, Ranked]:
        self.tries += len(tries)
        return super().best_of(tries, candidates)


@pytest.mark.parametrize("cat", [(314, 200), (150, 100)])
def test_a_cat_that_comes_to_a_city_is_named_before_cards_are_sought_where_it_stands(cat: tuple[int, int]) -> None:
    library = practice()
    memory, recogniser = MatMemory.blank(_SIZE), _Counting(library)
    wanted = ["architects/vp3", "architects/gear"]
    _read(library, memory, _column(wanted, 16.0))
    found = _read(library, memory, _column(wanted, 16.0, cat=cat), recogniser)
    assert sorted(filter(None, found)) == sorted([*wanted, _CAT])
    # One place at which no card lies is tried 36 times.
    assert recogniser.tries < 2 * 36


def _read(
    library: Library, memory: MatMemory, sheet: Image, recogniser: LibraryRecogniser | None = None
) -> list[str | None]:
    """The faces that are seen, from the top down."""
    zone = replace(_CITY, faces=_cards(library), strays=(Stray(_CAT, 26.0, 44.0),))
    reader = MatReader(library, recogniser or LibraryRecogniser(library))
    reader.update(memory, sheet, (zone,), TrackNumbers(), "", markers=(_TAG,))
    return [piece.face for piece in sorted(memory.pieces["city"], key=lambda one: one.pose.y)]


def _cards(library: Library) -> tuple[str, ...]:
    return tuple(face for face in library.faces if face.startswith("architects/") and face.count("/") == 1)
