"""Single photographs with no history: every piece is found and named, wherever and however it lies."""

from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from itertools import combinations

import cv2
import numpy as np
import pytest

from companion.games.architects.rules.facts import FACTS
from tests.vision.snapshots import SCALE, STRANGER, Laid, art, camera, enrolled, photograph
from vision.geometry.image import Image, Points
from vision.recognition.block_lda import Blocks
from vision.recognition.hog import hog_descriptors
from vision.recognition.kinds import GRIDS, Size
from vision.recognition.library import Library
from vision.recognition.naming import LibraryRecogniser
from vision.sighting import FaceProbability
from vision.stills.columns import _Pieces, closer, fanned
from vision.stills.fine_print import Begins, FinePrint, Reading
from vision.stills.known import Known
from vision.stills.lucas_kanade import LucasKanade
from vision.stills.occupancy import Placed, Table
from vision.stills.photograph import Found, StillReader
from vision.stills.placing import shown
from vision.stills.scoring import explained
from vision.stills.tabletop import Tabletop
from vision.stills.templates import Alike, Templates
from vision.stills.unread_strips import unread

CARDS = FACTS.card_face_ids


@cache
def enrolled_cards() -> Library:
    return enrolled([*CARDS, "architects/back/giza", "architects/back/rhodes"])


@cache
def reader() -> StillReader:
    return StillReader(enrolled_cards())


def worst_corner(found: Found, quad: Points) -> float:
    """The worst corner's distance as a share of the piece's height."""
    return float(np.hypot(*(found.quad - quad).T).max() / np.hypot(*(quad[3] - quad[0])))


def missing(found: tuple[Found, ...], laid: list[Laid], quads: list[Points], tolerance: float = 0.04) -> list[str]:
    """The faces of the pieces that were not found under their name and in their place."""
    return [
        piece[0]
        for piece, quad in zip(laid, quads, strict=True)
        if not any(one.faces and one.faces[0].face == piece[0] and worst_corner(one, quad) < tolerance for one in found)
    ]


@pytest.mark.parametrize("tilt", [0.0, 25.0])
def test_pieces_that_lie_apart_are_all_found_whichever_way_they_are_turned(tilt: float) -> None:
    laid = [(CARDS[k], 80 + 95.0 * (k % 4), 80 + 105.0 * (k // 4), 47.0 * k) for k in range(8)]
    picture, quads = photograph(laid, (450, 270), tilt)
    found = reader().read(picture)
    assert missing(found, laid, quads, 0.02) == []
    assert len(found) == len(laid)


@pytest.mark.parametrize(("larger", "found"), [(1.0, [CARDS[3]]), (1.5, [])])
def test_where_a_millimetres_pixels_are_known_nothing_is_a_piece_that_has_not_its_size(
    larger: float, found: list[str]
) -> None:
    picture, _ = photograph([(CARDS[3], 150.0, 130.0, 4.0)], (300, 260))
    known = StillReader(enrolled_cards(), px_per_mm=SCALE * larger)
    assert [one.faces[0].face for one in known.read(picture) if one.faces] == found


def test_a_piece_and_the_one_that_half_covers_it_are_both_found() -> None:
    laid = [
        (CARDS[0], 90.0, 90.0, 10.0),
        (CARDS[4], 118.0, 96.0, 16.0),
        (CARDS[7], 230.0, 90.0, 200.0),
        (CARDS[9], 228.0, 128.0, 195.0),
    ]
    picture, quads = photograph(laid, (320, 220), 12.0)
    assert missing(reader().read(picture), laid, quads) == []


def test_fanned_cards_are_found_by_their_header_strips() -> None:
    faces = [CARDS[k] for k in (0, 6, 8, 2, 11)]
    laid = [(face, 80.0, 60.0 + 17.0 * k, 1.5 * (-1) ** k) for k, face in enumerate(faces)]
    picture, quads = photograph(laid, (160, 200), 8.0)
    assert missing(reader().read(picture), laid, quads, 0.12) == []


def test_a_card_come_upon_from_two_edges_of_its_print_is_compared_with_all_faces_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    begins = FinePrint.begins
    compared: list[Image] = []

    def twice(fine: FinePrint, region: Image, size: Size, faces: Sequence[str]) -> list[Begins]:
        first = begins(fine, region, size, faces)[:1]
        return [*first, *(one._replace(down=one.down + 4.0) for one in first)]

    def counted(table: Table, matrix: Image, faces: Sequence[str], covers: Sequence[Points]) -> Reading | None:
        compared.append(matrix)
        return closer(table, matrix, faces, covers)

    monkeypatch.setattr(FinePrint, "begins", twice)
    monkeypatch.setattr("vision.stills.columns.closer", counted)
    picture, _ = photograph([(CARDS[k], 80.0, 60.0 + 17.0 * n, 0.0) for n, k in enumerate((0, 6, 8))], (160, 160), 8.0)
    assert len(reader().read(picture)) == 3
    assert len(compared) == 2


def walked_up(
    known: Callable[[list[Laid], list[Points]], list[Known]], monkeypatch: pytest.MonkeyPatch
) -> tuple[tuple[Found, ...], int]:
    """What is found of three fanned cards, and how often one that was looked for above another was found."""
    laid = [(CARDS[k], 80.0, 60.0 + 17.0 * n, 0.0) for n, k in enumerate((0, 6, 8))]
    picture, quads = photograph(laid, (160, 160), 8.0)
    compared: list[Image] = []

    def counted(table: Table, matrix: Image, faces: Sequence[str], covers: Sequence[Points]) -> Reading | None:
        compared.append(matrix)
        return closer(table, matrix, faces, covers)

    monkeypatch.setattr("vision.stills.columns.closer", counted)
    found = reader().read(picture, known=known(laid, quads))
    assert missing(found, laid, quads) == []
    assert len(found) == 3
    return found, len(compared)


def test_a_card_that_is_known_is_compared_with_no_face_and_what_shows_above_it_is_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def two(laid: list[Laid], quads: list[Points]) -> list[Known]:
        return [Known(face, quad[:2], 0.98) for (face, *_), quad in zip(laid[1:], quads[1:], strict=True)]

    found, compared = walked_up(two, monkeypatch)
    assert Counter(one.faces[0].probability for one in found)[0.98] == 2
    assert compared == 1


def test_where_a_card_is_known_to_lie_that_is_doubtful_its_faces_are_compared_and_none_is_looked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def middle(laid: list[Laid], quads: list[Points]) -> list[Known]:
        return [Known(laid[0][0], quads[1][:2], 0.6, sure=False)]

    _, compared = walked_up(middle, monkeypatch)
    assert compared == 1


@pytest.mark.parametrize(("its_own", "weighed"), [(True, 0), (False, 1)])
def test_a_doubtful_card_that_its_cells_bear_out_is_not_compared_by_its_fine_print_too(
    its_own: bool,  # noqa: FBT001 - a case of one test
    weighed: int,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    looked: list[Placed] = []
    whole = _Pieces.weighed

    def counted(pieces: _Pieces, card: Placed, faces: Sequence[str]) -> Placed:
        looked.append(card)
        return whole(pieces, card, faces)

    monkeypatch.setattr(_Pieces, "weighed", counted)

    def upper(laid: list[Laid], quads: list[Points]) -> list[Known]:
        return [Known(laid[1 if its_own else 0][0], quads[1][:2], 0.9, sure=False)]

    walked_up(upper, monkeypatch)
    assert len(looked) == weighed


def test_a_card_that_was_found_half_a_mm_aside_and_too_small_is_brought_home_to_a_quarter() -> None:
    picture, (quad,) = photograph([(CARDS[0], 80.0, 70.0, 5.0)], (160, 150), 12.0)
    px_per_mm = float(np.hypot(*(quad[1] - quad[0]))) / 44.0
    found = quad.mean(0) + 0.985 * (quad - quad.mean(0)) + 0.4 * px_per_mm
    home = reader().at_home(shown(picture), CARDS[0], found)
    assert np.hypot(*(found - quad).T).mean() > 0.5 * px_per_mm
    assert np.hypot(*(home - quad).T).mean() < 0.25 * px_per_mm


def test_a_strip_is_read_that_lies_on_the_lower_part_of_an_open_card() -> None:
    faces = [CARDS[k] for k in (0, 6, 8, 2)]
    laid = [(face, 140.0, down, 1.0) for face, down in zip(faces, (60.0, 77.0, 130.0, 147.0), strict=True)]
    picture, quads = photograph(laid, (280, 290), 8.0)
    assert missing(reader().read(picture), laid, quads, 0.12) == []


def test_where_a_piece_was_found_there_is_no_second_one_though_some_of_it_stays_unexplained(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def claim_nothing(table: Table, placed: Placed) -> None:
        table.accepted.append(placed)

    def explained_twice(table: Table, placed: list[Placed], alike: Alike) -> list[Found]:
        return explained(table, [*placed, *placed], alike)

    monkeypatch.setattr(Table, "claim", claim_nothing)
    monkeypatch.setattr("vision.stills.photograph.explained", explained_twice)
    laid = [(CARDS[0], 90.0, 90.0, 10.0), (CARDS[7], 230.0, 90.0, 200.0)]
    picture, quads = photograph(laid, (320, 220), 12.0)
    found = reader().read(picture)
    assert missing(found, laid, quads) == []
    for one, other in combinations(found, 2):
        for its in (other.quad, other.quad[[2, 3, 0, 1]]):
            assert np.hypot(*(one.quad - its).T).mean() > 0.06 * np.hypot(*(its[3] - its[0]))


def test_what_is_not_enrolled_is_a_piece_without_a_name() -> None:
    laid = [(CARDS[0], 60.0, 70.0, 5.0), (STRANGER, 160.0, 70.0, -8.0), (CARDS[3], 255.0, 70.0, 90.0)]
    picture, quads = photograph(laid, (320, 150))
    found = reader().read(picture)
    assert sorted(one.faces[0].face for one in found if one.faces) == sorted((CARDS[0], CARDS[3]))
    nameless = [one for one in found if not one.faces]
    assert len(nameless) == 1
    assert nameless[0].quad.mean(0) == pytest.approx(quads[1].mean(0), abs=6)


def test_where_all_that_is_in_sight_speaks_against_every_face_none_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vision.stills.scoring.in_sight", lambda _placed, _free: -1.0)
    picture, _ = photograph([(CARDS[0], 60.0, 70.0, 5.0)], (150, 150))
    assert all(not one.faces for one in reader().read(picture))


def test_a_bare_table_holds_no_piece() -> None:
    picture, _ = photograph([], (300, 200))
    assert reader().read(picture) == ()


@pytest.mark.parametrize("turn", [0.0, 33.0, 180.0, 290.0])
def test_a_picture_of_one_piece_with_a_little_of_the_table_around_it(turn: float) -> None:
    laid = [(CARDS[5], 70.0, 70.0, turn)]
    picture, quads = photograph(laid, (140, 140), 15.0)
    low, high = (quads[0].min(0) - 14).astype(int), (quads[0].max(0) + 14).astype(int)
    crop = picture[max(low[1], 0) : high[1], max(low[0], 0) : high[0]]
    (found,) = reader().read(crop)
    assert found.faces[0].face == CARDS[5]
    assert worst_corner(found, quads[0] - np.maximum(low, 0)) < 0.03


def test_a_piece_that_fills_the_picture() -> None:
    picture, quads = photograph([(CARDS[10], 60.0, 60.0, 0.0)], (120, 120))
    (left, top), (right, bottom) = quads[0].min(0).astype(int), quads[0].max(0).astype(int)
    (found,) = reader().read(picture[top:bottom, left:right])
    assert found.faces[0].face == CARDS[10]


def test_expected_faces_are_the_only_ones_named() -> None:
    laid = [(CARDS[0], 60.0, 70.0, 5.0), (CARDS[3], 160.0, 70.0, 90.0)]
    found = reader().read(photograph(laid, (220, 150))[0], [CARDS[3], CARDS[4]])
    assert [one.faces[0].face for one in found if one.faces] == [CARDS[3]]


@pytest.mark.parametrize("factor", [0.7, 2.2])
def test_corners_are_said_in_the_pictures_own_pixels(factor: float) -> None:
    laid = [(CARDS[k], 80 + 95.0 * k, 80.0, 20.0 * k) for k in range(3)]
    picture, quads = photograph(laid, (400, 160))
    resized: Image = cv2.resize(picture, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    assert missing(reader().read(resized), laid, [quad * factor for quad in quads]) == []


def alone(face: str, turn: float, tilt: float = 12.0) -> tuple[Image, Points]:
    """A picture of one piece with a little of the table around it, and the piece's corners in it."""
    picture, (quad,) = photograph([(face, 80.0, 80.0, turn)], (160, 160), tilt)
    low, high = np.maximum(quad.min(0) - 16, 0).astype(int), (quad.max(0) + 16).astype(int)
    return picture[low[1] : high[1], low[0] : high[0]].copy(), quad - low


def test_one_piece_is_known_though_a_hand_lies_over_half_of_it() -> None:
    for face, turn in ((CARDS[2], 20.0), (CARDS[8], 160.0), (CARDS[11], 285.0)):
        picture, quad = alone(face, turn)
        middle = quad.mean(0)
        left = np.array([quad[0], (quad[0] + quad[1]) / 2, (quad[3] + quad[2]) / 2, quad[3]])
        cv2.fillConvexPoly(picture, (middle + 1.3 * (left - middle)).astype(np.int32), (120, 150, 205))
        (found, *_) = reader().read(picture)
        assert found.faces[0].face == face
        assert worst_corner(found, quad) < 0.05


def test_one_piece_that_is_not_enrolled_is_there_and_has_no_name() -> None:
    picture, quad = alone(STRANGER, 30.0)
    (found,) = reader().read(picture)
    assert found.faces == ()
    assert found.quad.mean(0) == pytest.approx(quad.mean(0), abs=6)


def test_a_picture_of_one_piece_may_be_large() -> None:
    picture, quad = alone(CARDS[5], 200.0)
    large: Image = cv2.resize(picture, None, fx=4, fy=4, interpolation=cv2.INTER_CUBIC)
    (found,) = reader().read(large)
    assert found.faces[0].face == CARDS[5]
    assert worst_corner(found, 4 * quad) < 0.04


def test_who_may_be_a_card_or_a_back_is_not_less_sure_for_it() -> None:
    (found,) = reader().read(alone(CARDS[1], 75.0)[0])
    assert found.faces[0].face == CARDS[1]
    assert found.faces[0].probability > 0.97


def upright(face: str) -> Image:
    """A plain view of a face, as a recogniser gets it."""
    picture, (quad,) = photograph([(face, 60.0, 60.0, 0.0)], (120, 120))
    corners = np.array([[0, 0], [96, 0], [96, 144], [0, 144]], np.float32)
    return cv2.warpPerspective(picture, cv2.getPerspectiveTransform(quad.astype(np.float32), corners), (96, 144))


def test_what_another_piece_is_known_to_cover_says_nothing() -> None:
    mine, over = upright(CARDS[0]), upright(CARDS[9])
    mine[60:] = over[60:]
    free = np.zeros((12, 8), np.float32)
    free[:5] = 1
    assert LibraryRecogniser(enrolled_cards()).odds([mine], CARDS, free).faces[0][0] == CARDS[0]
    assert LibraryRecogniser(enrolled_cards()).odds([mine], CARDS, 1 - free).faces[0][0] == CARDS[9]


def test_of_several_places_the_best_is_chosen() -> None:
    patch = upright(CARDS[3])
    askew = [np.roll(patch, 12, axis=1), patch, np.roll(patch, -18, axis=0)]
    named = LibraryRecogniser(enrolled_cards()).odds(askew, CARDS)
    assert (named.best, named.faces[0][0]) == (1, CARDS[3])


def test_a_face_is_brought_home_from_beside_its_place() -> None:
    picture, (quad,) = photograph([(CARDS[6], 80.0, 80.0, 40.0)], (160, 160), 12.0)
    corners = np.array([[0, 0], [55, 0], [55, 80], [0, 80]], np.float32)
    beside = quad + (5.0, -4.0) + 0.03 * np.roll(quad - quad.mean(0), 1, axis=1) * (1, -1)
    homing = LucasKanade(cv2.resize(art(CARDS[6])[..., :3], (64, 96), interpolation=cv2.INTER_AREA), (55.0, 80.0))
    home = homing.aligned(shown(picture), cv2.getPerspectiveTransform(corners, beside.astype(np.float32)))
    found = cv2.perspectiveTransform(corners[None].astype(np.float64), home)[0]
    height = np.hypot(*(quad[3] - quad[0]))
    assert np.hypot(*(beside - quad).T).max() > 0.04 * height
    assert np.hypot(*(found - quad).T).max() < 0.015 * height


def test_what_shows_through_a_piece_and_beside_it_is_not_held_against_its_lines() -> None:
    picture, (quad,) = photograph([(CARDS[6], 80.0, 80.0, 40.0)], (160, 160), 12.0)
    corners = np.array([[0, 0], [55, 0], [55, 80], [0, 80]], np.float32)
    there = cv2.getPerspectiveTransform(corners, quad.astype(np.float32))
    scanned = cv2.resize(art(CARDS[6])[..., :3], (64, 96), interpolation=cv2.INTER_AREA)
    # Most of the picture that was enrolled are the scanner's lid, with lines of its own.
    scanned[16:] = np.where(np.arange(64)[None, :, None] // 6 % 2, 20, 240)
    solid = np.zeros((12, 8))
    solid[:2] = 1
    assert LucasKanade(scanned, (55.0, 80.0), solid).odds_by_lines(shown(picture), there) == 1.0
    assert LucasKanade(scanned, (55.0, 80.0)).odds_by_lines(shown(picture), there) < 0.6


def test_a_face_for_which_many_features_speak_is_tried_before_one_that_fits_as_well_by_its_cells(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Of two that explain the same part the first one is kept."""
    tried: list[str] = []

    def named(table: Table, one: Placed, *_: object) -> tuple[Placed, tuple[FaceProbability, ...]]:  # noqa: ARG001
        tried.append(one.face)
        return one, (FaceProbability(one.face, 0.99),)

    monkeypatch.setattr("vision.stills.scoring.named_at", named)
    picture, _ = photograph([(CARDS[0], 90.0, 90.0, 0.0)], (180, 180), 0.0)
    table = Table(shown(picture), Tabletop(np.eye(3)), Templates(enrolled_cards()), shown(picture))
    odds = np.full((12, 8), 1.0)
    small = Placed(CARDS[1], np.eye(3), odds, 96.5, support=5.0)
    large = Placed(CARDS[0], np.eye(3), odds, 96.0, support=50.0)
    found = explained(table, [small, large], dict.fromkeys(CARDS, CARDS))
    assert tried[0] == CARDS[0]
    assert len(found) == 1


def test_half_covered_a_face_is_among_the_likeliest_block_by_block() -> None:
    blocks = Blocks(enrolled_cards().discriminants["card"], GRIDS["card"])
    for face in CARDS:
        patch = upright(face)
        patch[72:] = (120, 150, 205)
        evidence = blocks.evidence(hog_descriptors([patch], GRIDS["card"]))[0]
        assert face in {blocks.faces[k] for k in np.argsort(-evidence)[:3]}


def test_a_strip_of_a_card_of_no_box_is_said_to_be_there_and_nothing_above_it() -> None:
    """The one that lies on it is known, and so is where the table is."""
    laid: list[Laid] = [(STRANGER, 200, 110.0, 0.0), (CARDS[1], 200, 126.0, 0.0)]
    picture, quads = photograph(laid, (400, 330), 8.0)
    templates = Templates(enrolled_cards())
    to_picture = camera(8.0, (200.0, 165.0))
    table = Table(shown(picture), Tabletop(np.linalg.inv(to_picture)), templates, shown(picture))
    table.claim(table.at(CARDS[1], to_picture @ np.array([[1, 0, 200 - 27.5], [0, 1, 126 - 40.0], [0, 0, 1]])))
    found = unread(table, templates.alike(CARDS))
    assert [one.faces for one in found] == [()]
    assert worst_corner(found[0], quads[0]) < 0.06


def test_of_strips_of_cards_of_no_box_each_is_said_to_be_there_also_beside_cards_of_the_next_column() -> None:
    next_ = [(CARDS[3], 200 - 55.5, 100.0), (CARDS[1], 200, 126.0), (CARDS[3], 200 + 55.5, 100.0)]
    laid: list[Laid] = [(STRANGER, 200, 98.0, 0.0), (STRANGER, 200, 112.0, 0.0), *((*one, 0.0) for one in next_)]
    picture, quads = photograph(laid, (400, 330), 8.0)
    templates, to_picture = Templates(enrolled_cards()), camera(8.0, (200.0, 165.0))
    table = Table(shown(picture), Tabletop(np.linalg.inv(to_picture)), templates, shown(picture))
    for face, right, down in next_:
        place = np.array([[1, 0, right - 27.5], [0, 1, down - 40.0], [0, 0, 1]])
        table.claim(table.at(face, to_picture @ place))
    found = unread(table, templates.alike(CARDS))
    assert [one.faces for one in found] == [(), ()]
    assert worst_corner(found[0], quads[1]) < 0.06
    assert worst_corner(found[1], quads[0]) < 0.06


def test_a_strip_of_which_nothing_is_there_is_taken_out_and_the_card_below_stays() -> None:
    picture, _ = photograph([(CARDS[1], 200, 126.0, 0.0)], (400, 330), 8.0)
    templates, to_picture = Templates(enrolled_cards()), camera(8.0, (200.0, 165.0))
    table = Table(shown(picture), Tabletop(np.linalg.inv(to_picture)), templates, shown(picture))
    for face, down in ((CARDS[1], 126.0), (CARDS[5], 110.0)):
        place = np.array([[1, 0, 200 - 27.5], [0, 1, down - 40.0], [0, 0, 1]])
        table.claim(table.at(face, to_picture @ place))
    found = [Found(table.quad(one), (FaceProbability(one.face, 0.9),)) for one in table.accepted]
    (stays,) = fanned(table, found, templates.alike(CARDS))
    assert stays.faces[0].face == CARDS[1]
    assert [one.face for one in table.accepted] == [CARDS[1]]


def test_a_second_reading_of_a_card_that_agrees_only_where_the_card_lies_is_taken_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # What little looks out beside the card would do for a card's print.
    monkeypatch.setattr("vision.stills.columns._NOTHING", -np.inf)
    picture, _ = photograph([(CARDS[1], 200, 126.0, 0.0)], (400, 330), 8.0)
    templates, to_picture = Templates(enrolled_cards()), camera(8.0, (200.0, 165.0))
    table = Table(shown(picture), Tabletop(np.linalg.inv(to_picture)), templates, shown(picture))
    for right, down in ((200.0, 126.0), (205.0, 121.0)):
        place = np.array([[1, 0, right - 27.5], [0, 1, down - 40.0], [0, 0, 1]])
        table.claim(table.at(CARDS[1], to_picture @ place))
    card, _again = table.accepted
    found = [Found(table.quad(one), (FaceProbability(one.face, 0.9),)) for one in table.accepted]
    (stays,) = fanned(table, found, templates.alike(CARDS))
    assert np.array_equal(stays.quad, table.quad(card))
    assert [one is card for one in table.accepted] == [True]
