"""A city's cards: what came, what went, and what was only pushed."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import pytest
from msgspec import structs

from companion.games.architects.proxies import PROXIES
from tests.learned import learned
from tests.vision.painting import COARSE, noisy
from vision.geometry.difference import box
from vision.geometry.image import Image
from vision.geometry.plane import PX_PER_MM
from vision.geometry.pose import Pose
from vision.live.comparison import Comparison
from vision.live.layers import Explanation, Layers
from vision.live.memory import TrackNumbers
from vision.live.pieces import Piece, stamp
from vision.live.proposals import propose
from vision.live.zones.spread import SpreadReader
from vision.live.zones.spread_pushed import with_pushed
from vision.live.zones.spread_strips import found_again, places_near
from vision.recognition.displacements import Named
from vision.recognition.library import Library
from vision.recognition.naming import LibraryRecogniser
from vision.sighting import FaceProbability, Marker, Stray, Zone

FACES = tuple(f"architects/{name}" for name in ("vp3", "vp2_cat", "wood", "papyrus"))
TEMPLE, WOOD = FACES[0], FACES[2]
CITY = Zone("city", 1, "spread", 184, 1, 235, 295, (55.0, 80.0), (), FACES)
_EDGE = np.ones((9, 9), np.uint8)
"""About a card: further than that its soft rim does not reach."""
LOWER, UPPER = Pose(331.8, 46.2, 0.4, 55.0, 80.0), Pose(331.9, 59.6, 1.2, 55.0, 80.0)


@pytest.fixture(scope="module")
def library() -> Library:
    return learned({face: (PROXIES.picture(face, 6.0), PROXIES.size_mm(face)) for face in FACES}, 40)


def sheet(*poses: Pose, wood: Pose | None = None) -> Image:
    """A mat with temples lying so, each on those before it (``wood``: on all), on paper as bright as they are."""
    return laid([*((TEMPLE, pose) for pose in poses), *((WOOD, pose) for pose in (wood,) if pose is not None)])


def laid(lying: Sequence[tuple[str, Pose]]) -> Image:
    """A mat with these cards, each on those before it."""
    size = round(COARSE[0] * PX_PER_MM), round(COARSE[1] * PX_PER_MM)
    whole: Image = np.full((size[1], size[0], 3), (190, 215, 232), np.uint8)
    height, width = PROXIES.picture(TEMPLE, 6.0).shape[:2]
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    for face, pose in lying:
        card = PROXIES.picture(face, 6.0)
        place = cv2.getPerspectiveTransform(corners, (np.array(pose.quad()) * PX_PER_MM).astype(np.float32))
        drawn = cv2.warpPerspective(card, place, size, flags=cv2.INTER_AREA)
        left, top, wide, high = cv2.boundingRect(cv2.dilate(drawn[..., 3], _EDGE))
        drawn = drawn[top : top + high, left : left + wide].astype(np.float32)
        alpha = cv2.GaussianBlur(drawn[..., 3:], (0, 0), 0.5)[..., None] / 255
        part = whole[top : top + high, left : left + wide]
        part[:] = (part * (1 - alpha) + drawn[..., :3] * alpha).astype(np.uint8)
    soft = cv2.GaussianBlur(whole, (0, 0), 0.9)
    return noisy(soft, len(lying))


def read(library: Library, before: Sequence[Pose], now: Sequence[Pose], *, beneath: bool = True) -> list[int]:
    """The tracks that are there now; ``before``: tracks 1, 2, ... ``beneath``: how the table looks there is known."""
    then = sheet(*before)
    bare = cv2.resize(sheet(), COARSE, interpolation=cv2.INTER_AREA)
    known = np.ones(bare.shape[:2], bool)
    for pose in () if beneath else before:
        mark = stamp(pose, pose.cut(then))
        known[mark.rows, mark.columns] = False
    comparison = Comparison(sheet(*now), then, bare, known, np.zeros_like(known))
    faces = (FaceProbability(TEMPLE, 0.999),)
    # Each as it looked when nothing lay on it yet.
    pieces = [Piece(k, pose, faces, pose.cut(sheet(*before[:k]))) for k, pose in enumerate(before, 1)]
    reader = SpreadReader(library, LibraryRecogniser(library))
    return sorted(piece.track for piece in reader.read(CITY, comparison, pieces, TrackNumbers(len(before))))


def known(lying: Sequence[tuple[str, Pose]]) -> list[Piece]:
    """Cards with tracks 1, 2, ..., each on those before it, as each looked when nothing lay on it yet."""
    return [
        Piece(k, pose, (FaceProbability(face, 0.999),), pose.cut(laid(lying[:k])))
        for k, (face, pose) in enumerate(lying, 1)
    ]


def compared(now: Sequence[tuple[str, Pose]], before: Sequence[tuple[str, Pose]]) -> Comparison:
    """A mat with these cards, and with those before, all of whose paper was seen."""
    bare = cv2.resize(laid([]), COARSE, interpolation=cv2.INTER_AREA)
    seen = np.ones(bare.shape[:2], bool)
    return Comparison(laid(now), laid(before), bare, seen, np.zeros_like(seen))


def reread(library: Library, before: Sequence[tuple[str, Pose]], now: Sequence[tuple[str, Pose]]) -> list[int]:
    """The tracks that are there now, lowest first."""
    reader = SpreadReader(library, LibraryRecogniser(library))
    found = reader.read(CITY, compared(now, before), known(before), TrackNumbers(len(before)))
    return [piece.track for piece in found]


@pytest.mark.parametrize(("dx", "dy"), [(4.3, -4.5), (2.0, -5.5), (0.0, 6.5)])
def test_a_card_that_is_pushed_over_its_twin_is_still_one_card(library: Library, dx: float, dy: float) -> None:
    assert read(library, [LOWER, UPPER], [LOWER, UPPER.moved(dx, dy, 1.4)]) == [1, 2]


@pytest.mark.parametrize(
    ("nudged", "dx", "dy", "turn"),
    [(0, 0.5, -6.0, 0.0), (1, 4.8, -5.7, -3.0), (1, -5.5, -5.5, 2.0), (1, 0.5, -6.0, 0.0), (2, 5.0, 4.0, 4.0)],
)
def test_a_card_that_is_nudged_amid_its_twins_is_none_of_them(
    library: Library, nudged: int, dx: float, dy: float, turn: float
) -> None:
    column = [LOWER, UPPER.moved(0.0, 2.0), UPPER.moved(0.6, 17.0, -0.8)]
    now = [pose.moved(dx, dy, turn) if k == nudged else pose for k, pose in enumerate(column)]
    assert read(library, column, now) == [1, 2, 3]


@pytest.mark.parametrize(
    ("column", "nudged", "by"),
    [
        ([(1, 296.8, 50, -0.8), (0, 296.2, 62, 0.4), (0, 297.8, 75, 0.3), (0, 302.6, 87, -1.9)], 0, (3.9, 3.7, 3.0)),
        ([(0, 301.8, 50, -2.6), (1, 297.3, 67, -2.1), (0, 302.2, 78, -0.9), (0, 303.4, 94, -2.4)], 1, (4.7, 3.3, 4.1)),
        ([(1, 299.9, 50, -3.9), (1, 302.6, 63.8, 1.2), (1, 298.6, 75.7, -2.0)], 1, (-5.5, 4.3, 1.0)),
    ],
)
def test_a_card_of_which_a_push_bares_little_has_not_gone(
    library: Library, column: list[tuple[int, float, float, float]], nudged: int, by: tuple[float, float, float]
) -> None:
    before = [(FACES[face], Pose(x, y, turn, 55.0, 80.0)) for face, x, y, turn in column]
    now = [(face, pose.moved(*by) if k == nudged else pose) for k, (face, pose) in enumerate(before)]
    assert reread(library, before, now) == [*range(1, len(before) + 1)]


@pytest.mark.parametrize(("x", "by"), [(303.3, (-2.6, 3.5, 1.2)), (302.1, (-0.4, 1.2, -2.4))])
def test_a_card_that_was_pushed_and_the_one_laid_over_it_are_two(
    library: Library, x: float, by: tuple[float, float, float]
) -> None:
    column = [(FACES[k < 2], Pose(301.0, 50.0 + 16 * k, 1.0 - k, 55.0, 80.0)) for k in range(3)]
    before = [*column, (TEMPLE, Pose(x, 98.0, 1.0, 55.0, 80.0))]
    now = [*column, (TEMPLE, before[3][1].moved(*by)), (WOOD, Pose(x - 2.0, 114.0, 1.0, 55.0, 80.0))]
    assert reread(library, before, now) == [1, 2, 3, 4, 5]


@pytest.mark.parametrize("pushed", [False, True])
def test_a_card_that_lies_as_it_lay_beneath_a_new_one_is_not_sought_elsewhere_for_a_shadow_beside_them(
    library: Library, monkeypatch: pytest.MonkeyPatch, *, pushed: bool
) -> None:
    sought: list[int] = []

    def seek(sheet: Image, piece: Piece) -> list[Pose]:
        sought.append(piece.track)
        return places_near(sheet, piece)

    monkeypatch.setattr("vision.live.zones.spread_pushed.places_near", seek)
    before = [(TEMPLE, LOWER)]
    comparison = compared([(TEMPLE, LOWER.moved(3.0, 4.0, 1.0) if pushed else LOWER), (WOOD, UPPER)], before)
    # A shadow of 60 x 15 mm on the table below both.
    left, top, right, low = (round(at * PX_PER_MM) for at in (305, 110, 365, 125))
    now = comparison.sheet.copy()
    now[top:low, left:right] //= 2
    shaded = Comparison(now, laid(before), comparison.bare, comparison.bare_known, np.zeros_like(comparison.bare_known))
    found = SpreadReader(library, LibraryRecogniser(library)).read(CITY, shaded, known(before), TrackNumbers(1))
    assert [piece.track for piece in found] == [1, 2]
    assert sought == ([1] if pushed else [])


def test_what_was_taken_for_a_new_card_is_what_a_nudged_one_has_bared() -> None:
    faces = (FACES[1], FACES[1], FACES[0], FACES[1], FACES[1])
    before = [(face, Pose(300.0, 50.0 + 14 * k, k % 2, 55.0, 80.0)) for k, face in enumerate(faces)]
    pushed = before[3][1].moved(5.8, 6.0, -2.4)
    now = [(face, pushed if k == 3 else pose) for k, (face, pose) in enumerate(before)]
    layers = Layers(compared(now, before), known(before), box(COARSE[::-1], 260, 0, 80, 200))
    ghost = Named(before[2][1].moved(5.9, 2.0, -9.0), (FaceProbability(TEMPLE, 0.48),))
    cost, apart = layers.explain(frozenset(), [ghost.pose])
    found = with_pushed(laid(now), layers, [3], Explanation(cost, frozenset(), (ghost,), apart, {}))
    assert not found.new
    assert not found.gone
    assert found.moved[3].distance(pushed) < 1.5


@pytest.mark.parametrize("strip", [8.0, 11.0, 15.0])
def test_a_card_that_is_laid_on_its_twin_is_another_one(library: Library, strip: float) -> None:
    assert len(read(library, [LOWER, UPPER], [LOWER, UPPER, UPPER.moved(0.6, strip, -0.8)])) == 3


@pytest.mark.parametrize(
    ("faces", "strips"), [((0, 0, 0), (8.0, 10.0)), ((2, 2, 2), (8.0, 10.0)), ((2, 3, 3), (10.0, 8.0))]
)
def test_a_twin_laid_close_by_is_another_one_also_where_something_else_is_unexplained(
    library: Library, faces: tuple[int, ...], strips: tuple[float, float], monkeypatch: pytest.MonkeyPatch
) -> None:
    # As in a shadow, which nothing explains.
    monkeypatch.setattr("vision.live.zones.spread._WORTH_ADDING_FIRST", -1.0)
    places = (LOWER, LOWER.moved(1.0, strips[0], 1.0), LOWER.moved(1.4, sum(strips), 0.5))
    column = [(FACES[face], pose) for face, pose in zip(faces, places, strict=True)]
    assert reread(library, column[:2], column) == [1, 2, 3]


@pytest.mark.parametrize("strip", [12.5, 14.1, 14.5, 15.0])
def test_a_twin_laid_close_by_is_another_one_also_on_a_table_nobody_saw_beneath_them(
    library: Library, strip: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vision.live.zones.spread._WORTH_ADDING_FIRST", -1.0)
    assert read(library, [LOWER], [LOWER, LOWER.moved(0.0, strip, 1.0)], beneath=False) == [1, 2]


@pytest.mark.parametrize("others", [[], [UPPER.moved(0.0, 17.0)], [LOWER.moved(-60.0, 0.0)]])
def test_cards_that_are_taken_off_a_table_nobody_saw_beneath_them_leave_nothing(
    library: Library, others: list[Pose], monkeypatch: pytest.MonkeyPatch
) -> None:
    # As where something else has changed beside them that nothing explains: a city that was pushed.
    monkeypatch.setattr("vision.live.zones.spread._WORTH_ADDING_FIRST", -1.0)
    assert read(library, [*others, LOWER, LOWER.moved(0.0, 17.0)], [], beneath=False) == []


@pytest.mark.parametrize(("dx", "dy"), [(5.0, -4.0), (-6.0, 0.5), (4.5, 4.5)])
def test_a_card_that_was_pushed_while_another_came_is_one_card_when_that_goes(
    library: Library, dx: float, dy: float
) -> None:
    truth, wood = LOWER.moved(dx, dy, 2.0), LOWER.moved(0.0, 14.0)
    reader = SpreadReader(library, LibraryRecogniser(library))
    then, bare = sheet(truth, wood=wood), cv2.resize(sheet(), COARSE, interpolation=cv2.INTER_AREA)
    # Of the temple only the header was seen when the wood was laid on it: where it was pushed to, nobody noticed.
    remembered = [
        Piece(1, LOWER, (FaceProbability(TEMPLE, 0.999),), LOWER.cut(sheet(LOWER))),
        Piece(2, wood, (FaceProbability(WOOD, 0.999),), wood.cut(then)),
    ]
    known = np.ones(bare.shape[:2], bool)
    comparison = Comparison(sheet(truth), then, bare, known, np.zeros_like(known))
    assert [piece.track for piece in reader.read(CITY, comparison, remembered, TrackNumbers(2))] == [1]


def test_a_full_column_that_is_laid_anew_over_its_neighbour_s_edge_is_the_same_cards_and_the_new_one(
    library: Library,
) -> None:
    beside, faces = (FACES[3], Pose(255.5, 60.0, 0.3, 55.0, 80.0)), FACES[:2]
    column = [(face, Pose(310.0, 50.0 + 15 * k, 0.5 * k, 55.0, 80.0)) for k, face in enumerate(faces)]
    anew = [(face, Pose(306.0 - 0.3 * k, 46.0 + 11 * k, -1.0 + k, 55.0, 80.0)) for k, face in enumerate(faces)]
    then, now = laid([beside, *column]), laid([beside, *anew, (WOOD, Pose(306.5, 68.0, 0.2, 55.0, 80.0))])
    pieces = [
        Piece(k, pose, (FaceProbability(face, 0.999),), pose.cut(laid([(face, pose)])))
        for k, (face, pose) in enumerate([beside, *column], 1)
    ]
    bare = cv2.resize(laid([]), COARSE, interpolation=cv2.INTER_AREA)
    known = np.ones(bare.shape[:2], bool)
    comparison = Comparison(now, then, bare, known, np.zeros_like(known))
    found = SpreadReader(library, LibraryRecogniser(library)).read(CITY, comparison, pieces, TrackNumbers(3))
    assert [(piece.track, piece.face) for piece in found] == [
        (1, FACES[3]), (2, FACES[0]), (3, FACES[1]), (4, WOOD)
    ]  # fmt: skip


def test_no_card_of_a_column_that_is_laid_anew_is_sought_alone_and_each_is_found_where_it_lies(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    sought = list[str | None]()

    def seek(_: Image, piece: Piece) -> list[Pose]:
        sought.append(piece.face)
        return []

    monkeypatch.setattr("vision.live.zones.spread_pushed.places_near", seek)
    faces = (*FACES, TEMPLE)
    column = [(face, Pose(310.0, 50.0 + 15 * k, 0.5 * k, 55.0, 80.0)) for k, face in enumerate(faces)]
    anew = [(face, Pose(308.0 + 0.3 * k, 48.0 + 11 * k, k - 2.0, 55.0, 80.0)) for k, face in enumerate(faces)]
    then, now = laid(column), laid([*anew, (WOOD, Pose(309.0, 105.0, 0.2, 55.0, 80.0))])
    pieces = [
        Piece(k, pose, (FaceProbability(face, 0.999),), pose.cut(laid([(face, pose)])))
        for k, (face, pose) in enumerate(column, 1)
    ]
    known = np.ones(COARSE[::-1], bool)
    bare = cv2.resize(laid([]), COARSE, interpolation=cv2.INTER_AREA)
    comparison = Comparison(now, then, bare, known, np.zeros_like(known))
    found = SpreadReader(library, LibraryRecogniser(library)).read(CITY, comparison, pieces, TrackNumbers(5))
    assert [(piece.track, piece.face) for piece in found] == [*enumerate((*faces, WOOD), 1)]
    for piece, (_, pose) in zip(found, anew, strict=False):
        assert piece.pose.distance(pose) < 1.5
        assert abs(piece.pose.turn - pose.turn) < 2.0
    assert not sought


@pytest.mark.parametrize(("stays", "top", "strip", "light"), [(False, 48.0, 8.0, 0.8), (True, 50.0, 10.0, 0.75)])
def test_a_column_laid_anew_of_which_each_card_is_found_in_its_order_is_the_same_also_where_print_looks_darker(
    library: Library, *, stays: bool, top: float, strip: float, light: float
) -> None:
    """``stays``: the lowest lies as it did."""
    faces = (*FACES, TEMPLE)
    column = [(face, Pose(310.0, 50.0 + 15 * k, 0.5 * k, 55.0, 80.0)) for k, face in enumerate(faces)]
    anew = [(face, Pose(308.0 + 0.3 * k, top + strip * k, k - 2.0, 55.0, 80.0)) for k, face in enumerate(faces)]
    anew[0] = column[0] if stays else anew[0]
    now = laid([*anew, (WOOD, Pose(309.0, top + strip * 5, 0.2, 55.0, 80.0))])
    paper = (np.abs(now.astype(int) - (190, 215, 232)) < 12).all(2, keepdims=True)
    bare = cv2.resize(laid([]), COARSE, interpolation=cv2.INTER_AREA)
    seen = np.ones(bare.shape[:2], bool)
    darker = np.where(paper, now, now * light).astype(np.uint8)
    comparison = Comparison(darker, laid(column), bare, seen, np.zeros_like(seen))
    found = SpreadReader(library, LibraryRecogniser(library)).read(CITY, comparison, known(column), TrackNumbers(5))
    assert [(piece.track, piece.face) for piece in found] == [*enumerate((*faces, WOOD), 1)]


def test_cards_of_a_column_laid_anew_keep_their_order_where_one_looks_most_like_another() -> None:
    column = [(FACES[k], Pose(310.0, 60.0 + 15 * k, 0.5 * k, 55.0, 80.0)) for k in range(4)]
    anew = [(face, pose.moved(2.0, -4.0 * k)) for k, (face, pose) in enumerate(column)]
    pieces = [piece for lying in column for piece in known([lying])]
    like = 0.3 * pieces[0].patch + 0.7 * pieces[2].patch
    faint = cv2.GaussianBlur(pieces[2].patch, (0, 0), 2.0) + np.random.default_rng(1).normal(0, 60, like.shape)
    for k, patch in ((0, like), (2, faint)):
        pieces[k] = replace(pieces[k], patch=np.clip(patch, 0, 255).astype(np.uint8))
    found = found_again(laid(anew), box(COARSE[::-1], CITY.x, CITY.y, CITY.width, CITY.height), pieces)
    assert [round(found[k].distance(pose)) for k, (_, pose) in enumerate(anew)] == [0, 0, 1, 0]


def test_a_card_of_a_column_laid_anew_that_looks_most_like_the_new_card_lies_not_where_that_does() -> None:
    faces = FACES[0], FACES[1], FACES[3]
    column = [(face, Pose(310.0, 60.0 + 15 * k, 0.5 * k, 55.0, 80.0)) for k, face in enumerate(faces)]
    anew = [(face, pose.moved(2.0, -4.0 * k)) for k, (face, pose) in enumerate(column)]
    wood = Pose(312.0, 94.0, 0.0, 55.0, 80.0)
    pieces = [piece for lying in column for piece in known([lying])]
    like = 0.4 * pieces[2].patch + 0.6 * known([(WOOD, pieces[2].pose)])[0].patch
    pieces[2] = replace(pieces[2], patch=like.astype(np.uint8))
    area = box(COARSE[::-1], CITY.x, CITY.y, CITY.width, CITY.height)
    found = found_again(laid([*anew, (WOOD, wood)]), area, pieces, [wood])
    assert [round(found[k].distance(pose)) for k, (_, pose) in enumerate(anew)] == [0, 0, 0]


@pytest.mark.parametrize("hidden", [0, 2])
def test_a_card_of_a_column_laid_anew_whose_strip_is_not_found_has_not_gone(
    library: Library, monkeypatch: pytest.MonkeyPatch, hidden: int
) -> None:
    """Too little shows of it: the next card covers half of its strip."""

    def found(*seen: Any) -> dict[int, Pose]:
        return {k: pose for k, pose in found_again(*seen).items() if k != hidden}

    monkeypatch.setattr("vision.live.zones.spread_pushed.found_again", found)
    monkeypatch.setattr("vision.live.zones.spread_pushed.places_near", lambda *_: [])
    faces = (*FACES, TEMPLE)
    column = [(face, Pose(310.0, 50.0 + 15 * k, 0.5 * k, 55.0, 80.0)) for k, face in enumerate(faces)]
    down = [42.0 + 11 * k + 4.0 * (k == hidden) for k in range(len(faces))]
    anew = [
        (face, Pose(309.0 + 0.3 * k, y, k - 2.0, 55.0, 80.0))
        for k, (face, y) in enumerate(zip(faces, down, strict=True))
    ]
    now = compared([*anew, (WOOD, Pose(309.0, 105.0, 0.2, 55.0, 80.0))], column)
    read = SpreadReader(library, LibraryRecogniser(library)).read(CITY, now, known(column), TrackNumbers(5))
    assert [piece.track for piece in read] == [1, 2, 3, 4, 5, 6]
    assert read[hidden].pose.distance(anew[hidden][1]) < 1.5


def test_a_column_laid_anew_on_a_table_nobody_saw_beneath_it_has_not_gone(library: Library) -> None:
    faces = (*FACES, TEMPLE)
    column = [(face, Pose(310.0, 50.0 + 14 * k, 0.5 * k, 55.0, 80.0)) for k, face in enumerate(faces)]
    anew = [(face, Pose(309.0 + 0.3 * k, 50.0 + 11 * k, k - 2.0, 55.0, 80.0)) for k, face in enumerate(faces)]
    now = compared([*anew, (WOOD, Pose(309.0, 105.0, 0.2, 55.0, 80.0))], column)
    for piece in known(column):
        mark = piece.stamp.within(now.bare_known.shape)
        now.bare_known[mark.rows, mark.columns] = False
    read = SpreadReader(library, LibraryRecogniser(library)).read(CITY, now, known(column), TrackNumbers(5))
    assert [piece.track for piece in read] == [1, 2, 3, 4, 5, 6]


_CLOTH = 40.0
"""mm of a square of a tablecloth."""
_TAG = (Marker(0, 0.0, 0.0, 20.0, ((0.0, 0.0), (20.0, 0.0), (20.0, 20.0), (0.0, 20.0))),)
"""A corner of an open table."""


def _on_a_cloth(sheet: Image) -> Image:
    """The same with a cloth of two colours instead of the paper."""
    rows, columns = np.mgrid[: sheet.shape[0], : sheet.shape[1]] // round(_CLOTH * PX_PER_MM)
    cloth = noisy(np.where(((rows + columns) % 2)[..., None], (60, 50, 170), (150, 185, 220)), 9)
    paper = (np.abs(sheet.astype(int) - (190, 215, 232)) < 12).all(2, keepdims=True)
    return np.where(paper, cloth, sheet)


@pytest.mark.parametrize("really", [False, True])
def test_the_edge_of_a_card_and_the_table_beside_it_are_no_new_card_like_it(
    library: Library, monkeypatch: pytest.MonkeyPatch, *, really: bool
) -> None:
    """A pawn has gone from there, and nobody knew how the table looks beneath it."""
    beside = LOWER.moved(36.0, -6.0, 14.0)
    monkeypatch.setattr(SpreadReader, "name", lambda *_: Named(beside, (FaceProbability(TEMPLE, 0.994),)))
    pawn = Pose(386.0, 42.0, 14.0, 52.0, 72.0)
    now = _on_a_cloth(laid([(TEMPLE, LOWER), (TEMPLE, beside)] if really else [(TEMPLE, LOWER)]))
    then = _on_a_cloth(laid([(TEMPLE, LOWER)]))
    box_ = np.array(pawn.quad()) * PX_PER_MM
    cv2.fillConvexPoly(then, box_.astype(np.int32), (40, 140, 60))
    bare = cv2.resize(_on_a_cloth(laid([])), COARSE, interpolation=cv2.INTER_AREA)
    seen = np.ones(bare.shape[:2], bool)
    for pose in (LOWER, pawn):
        mark = stamp(pose, pose.cut(then)).within(seen.shape)
        seen[mark.rows, mark.columns] = False
    comparison = Comparison(now, then, bare, seen, np.zeros_like(seen), markers=_TAG)
    pieces = [Piece(1, LOWER, (FaceProbability(TEMPLE, 0.999),), LOWER.cut(then)), Piece(2, pawn, (), pawn.cut(then))]
    found = SpreadReader(library, LibraryRecogniser(library)).read(CITY, comparison, pieces, TrackNumbers(2))
    assert [piece.track for piece in found] == ([1, 3] if really else [1])


@pytest.mark.parametrize("by", [(4.0, -3.0), (-18.0, 9.0)])
def test_each_card_of_a_column_laid_anew_is_found_by_its_strip(by: tuple[float, float]) -> None:
    column = [(FACES[k], Pose(310.0, 60.0 + 15 * k, 0.5 * k, 55.0, 80.0)) for k in range(4)]
    anew = [(face, pose.moved(by[0], by[1] - 3.0 * k, 1.0)) for k, (face, pose) in enumerate(column)]
    alone = [
        Piece(k, pose, (FaceProbability(face, 0.999),), pose.cut(laid([(face, pose)])))
        for k, (face, pose) in enumerate(column)
    ]
    found = found_again(laid(anew), box(COARSE[::-1], CITY.x, CITY.y, CITY.width, CITY.height), alone)
    assert [round(found[k].distance(pose)) for k, (_, pose) in enumerate(anew)] == [0, 0, 0, 0]


@pytest.mark.parametrize("by", [(0.0, 0.0, 0.0), (4.0, -5.0, 1.6)])
def test_a_strip_that_is_seen_once_is_one_place_though_it_is_found_at_several_turns(
    by: tuple[float, float, float],
) -> None:
    column = [(TEMPLE, LOWER), (WOOD, LOWER.moved(0.0, 15.0))]
    now = [(TEMPLE, LOWER.moved(*by)), column[1]]
    found = places_near(laid(now), known(column)[0])
    assert [pose.distance(now[0][1]) < 1.0 for pose in found] == [True]


@pytest.mark.parametrize("contrast", [0.3, 0.4])
def test_a_faint_card_that_has_gone_from_a_cloth_of_its_own_colours_which_nobody_saw_beneath_it_has_gone(
    library: Library, contrast: float
) -> None:
    light = np.median(LOWER.cut(sheet(LOWER)).reshape(-1, 3), axis=0)
    rows, columns = np.mgrid[: round(COARSE[1] * PX_PER_MM), : round(COARSE[0] * PX_PER_MM)] // round(
        _CLOTH * PX_PER_MM
    )
    now = noisy(np.where(((rows + columns) % 2)[..., None], 0.85 * light, light), 9)
    mark = np.zeros(rows.shape, np.uint8)
    cv2.fillConvexPoly(mark, (np.array(LOWER.quad()) * PX_PER_MM).astype(np.int32), 1)
    card = light + contrast * (sheet(LOWER) - light)
    then = np.where(mark[..., None] > 0, card, now).astype(np.uint8)
    bare, seen = cv2.resize(now, COARSE, interpolation=cv2.INTER_AREA), np.ones(COARSE[::-1], bool)
    at = stamp(LOWER, LOWER.cut(then)).within(seen.shape)
    seen[at.rows, at.columns] = False
    comparison = Comparison(now, then, bare, seen, np.zeros_like(seen), markers=_TAG)
    pieces = [Piece(1, LOWER, (FaceProbability(TEMPLE, 0.999),), LOWER.cut(then))]
    assert SpreadReader(library, LibraryRecogniser(library)).read(CITY, comparison, pieces, TrackNumbers(1)) == ()


def test_a_card_whose_colours_all_lie_on_the_table_has_come_where_the_table_was_seen_beneath_it(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A painted board lies beside it, which is taken for a part of the table."""
    monkeypatch.setattr(Comparison, "looks_like_table", lambda *_: True)
    then, now = (_on_a_cloth(laid(lying)) for lying in ([], [(TEMPLE, LOWER)]))
    bare = cv2.resize(then, COARSE, interpolation=cv2.INTER_AREA)
    seen = np.ones(bare.shape[:2], bool)
    comparison = Comparison(now, then, bare, seen, np.zeros_like(seen), markers=_TAG)
    found = SpreadReader(library, LibraryRecogniser(library)).read(CITY, comparison, [], TrackNumbers(0))
    assert [piece.face for piece in found] == [TEMPLE]


def test_a_name_that_is_less_likely_than_not_once_its_piece_is_placed_is_none(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    likely, unlikely = (Named(LOWER, (FaceProbability(TEMPLE, probability),)) for probability in (0.6, 0.43))
    monkeypatch.setattr("vision.live.zones.spread.name_piece", lambda *_: likely)
    reader = SpreadReader(library, LibraryRecogniser(library))
    monkeypatch.setattr(reader, "_placed", lambda *_: unlikely)
    assert reader.name(sheet(LOWER), LOWER, FACES).faces == ()


def test_a_card_of_which_a_better_picture_shows_that_it_is_another_one_seen_twice_is_none(library: Library) -> None:
    once = sheet(LOWER)
    bare = cv2.resize(sheet(), COARSE, interpolation=cv2.INTER_AREA)
    known = np.ones(bare.shape[:2], bool)
    again = LOWER.moved(1.0, -5.5, 1.0)
    before = [
        Piece(1, LOWER, (FaceProbability(TEMPLE, 0.999),), LOWER.cut(once)),
        Piece(2, again, (FaceProbability(TEMPLE, 0.6),), again.cut(once)),
    ]
    comparison = Comparison(once, once, bare, known, np.zeros_like(known), reread=True)
    found = SpreadReader(library, LibraryRecogniser(library)).read(CITY, comparison, before, TrackNumbers(2))
    assert [piece.track for piece in found] == [1]


def test_what_is_surely_a_piece_that_does_not_belong_there_is_no_card_that_it_hardly_is(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The Cat of Medals 3p 691 in cruel light, across a city's border: a clay (0.575), turned."""
    cat = Stray("architects/token/cat", 26.0, 44.0)
    then, now = laid([]), laid([])
    left, top = (round(at * PX_PER_MM) for at in (280.0, 100.0))
    now[top : top + round(cat.height * PX_PER_MM), left : left + round(cat.width * PX_PER_MM)] = (40, 150, 220)
    bare = cv2.resize(then, COARSE, interpolation=cv2.INTER_AREA)
    seen = np.ones(bare.shape[:2], bool)
    comparison = Comparison(now, then, bare, seen, np.zeros_like(seen))
    reader = SpreadReader(library, LibraryRecogniser(library))

    def name(_: Image, pose: Pose, candidates: Sequence[str]) -> Named:
        return Named(pose, (FaceProbability(candidates[0], 0.999 if len(candidates) == 1 else 0.575),))

    monkeypatch.setattr(reader, "name", name)
    # A card explains the shadow round about it, too.
    monkeypatch.setattr("vision.live.layers._NEW_PIXEL_COST", 0.0)
    found = reader.read(structs.replace(CITY, strays=(cat,)), comparison, [], TrackNumbers(0))
    assert [piece.face for piece in found] == [cat.face]


def test_a_new_card_whose_place_the_change_of_a_whole_column_tells_badly_is_found_once_it_is_known_how_that_lies_now(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    faces = [FACES[k] for k in (0, 1, 3, 0, 1, 3)]
    column = [(face, Pose(310.0, 50.0 + 15 * k, 1.0 * (k % 3), 55.0, 80.0)) for k, face in enumerate(faces)]
    anew = [(face, Pose(308.0, 48.0 + 12 * k, (k % 4) - 2.0, 55.0, 80.0)) for k, face in enumerate(faces)]
    now = [*anew, (WOOD, Pose(309.0, 120.0, -7.0, 55.0, 80.0))]

    relaid = list[Explanation]()

    def told_badly(*about: Any, **most: Any) -> list[Pose]:
        # Further beside than naming reaches, as in dim light where nine cards of a city had moved.
        beside = (0.0, 0.0, 0.0) if relaid else (16.0, 16.0, 25.0)
        return [pose.moved(*beside) for pose in propose(*about, **most)]

    def pushed(*about: Any) -> Explanation:
        relaid.append(with_pushed(*about))
        return relaid[-1]

    monkeypatch.setattr("vision.live.zones.spread.propose", told_badly)
    monkeypatch.setattr("vision.live.zones.spread.with_pushed", pushed)
    reader = SpreadReader(library, LibraryRecogniser(library))
    found = reader.read(CITY, compared(now, column), known(column), TrackNumbers(len(column)))
    assert [(piece.track, piece.face) for piece in found] == [*enumerate((*faces, WOOD), 1)]
