"""New pieces by what changed on the table, on small tables of our own."""

import cv2
import numpy as np
import pytest

from tests.vision.painting import FACES, art
from vision.geometry.image import Image, Points
from vision.stills.change.finder import Finder, Piece, find_pieces

SIZE = (55.0, 80.0)
SHAPE = (480, 640)
GROUNDS = ("mat", "wood", "busy")
SCALE = 1.7
VIEW = np.array([[SCALE, 0.05, 20.0], [0.02, SCALE * 0.93, 14.0], [0.0001, 0.0003, 1.0]])
"""From mm to pixels: a camera a little askew."""


def ground(kind: str) -> Image:
    rng = np.random.default_rng(GROUNDS.index(kind))
    height, width = SHAPE
    grain = rng.normal(0, 4, (height, width, 1))
    if kind == "mat":
        return np.asarray(np.clip(np.array([60, 90, 40]) + grain, 0, 255), np.uint8)
    if kind == "wood":
        bend = cv2.resize(rng.normal(0, 1, (6, 12)), (width, height), interpolation=cv2.INTER_CUBIC)
        rings = np.sin(np.arange(height)[:, None] * 0.15 + 2 * bend)[..., None] * np.array([9, 13, 16])
        return np.asarray(np.clip(np.array([70, 110, 160]) + rings + grain, 0, 255), np.uint8)
    patches = [[art(FACES[rng.integers(len(FACES))])[:160, :160] for _ in range(4)] for _ in range(3)]
    cloth: Image = np.vstack([np.hstack(row) for row in patches])
    return cloth


def lay(
    table: Image,
    face: str,
    x: float,
    y: float,
    turn: float,
    *,
    size: tuple[float, float] = SIZE,
    picture: Image | None = None,
) -> Points:
    """Lay a card with its centre at these mm, with a soft shadow; its corners in pixels."""
    picture = art(face) if picture is None else picture
    height, width = picture.shape[:2]
    box = cv2.boxPoints(((x, y), size, turn)).astype(np.float64)
    quad: Points = cv2.perspectiveTransform(box[None], VIEW)[0]
    source = np.array([[0, height], [0, 0], [width, 0], [width, height]], np.float32) - 0.5
    matrix = cv2.getPerspectiveTransform(source, (quad - 0.5).astype(np.float32))
    drawn = cv2.warpPerspective(cv2.GaussianBlur(picture, (0, 0), 0.9), matrix, SHAPE[::-1])
    covers = cv2.warpPerspective(np.full((height, width), 1, np.float32), matrix, SHAPE[::-1])[..., None]
    shade = 0.25 * cv2.GaussianBlur(np.roll(covers[..., 0], (3, 2), (0, 1)), (0, 0), 3)[..., None]
    table[:] = np.clip(table * (1 - shade) * (1 - covers) + drawn * covers, 0, 255).astype(np.uint8)
    return quad


def seen(table: Image, seed: int, light: tuple[float, float, float] = (1.0, 1.0, 1.0), slope: float = 0.0) -> Image:
    """A picture of a table: light per channel and its slope across the picture, blur, noise, JPEG."""
    rng = np.random.default_rng(seed)
    lit = table * np.array(light) * (1 + slope * np.linspace(-0.5, 0.5, SHAPE[1]))[None, :, None]
    noisy = cv2.GaussianBlur(lit, (0, 0), 0.6) + rng.normal(0, 2, lit.shape)
    data = cv2.imencode(".jpg", np.clip(noisy, 0, 255).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, 85])[1]
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR))


def corner_error(piece: Piece, truth: Points) -> float:
    """The worst corner, as a share of the card's long side."""
    ways = [np.roll(truth, k, 0) for k in range(4)]
    longest = np.linalg.norm(truth - np.roll(truth, 1, 0), axis=1).max()
    return min(float(np.linalg.norm(piece.quad - way, axis=1).max()) for way in ways) / float(longest)


@pytest.mark.parametrize("kind", GROUNDS)
def test_new_cards_are_found_to_within_two_per_cent_on_any_ground(kind: str) -> None:
    table = ground(kind)
    quiet = seen(table, 1)
    truth = [
        lay(table, face, x, y, turn)
        for face, x, y, turn in zip(FACES, (60, 150, 250, 320), (60, 190, 80, 210), (10, 65, -30, 0), strict=False)
    ]
    found = find_pieces(quiet, seen(table, 2, (0.9, 0.95, 1.05), 0.2), [SIZE])
    assert len(found) == len(truth)
    for quad in truth:
        assert min(corner_error(piece, quad) for piece in found) <= 0.02
    for piece in found:
        assert cv2.contourArea(piece.quad.astype(np.float32), oriented=True) > 0, "clockwise as seen"
        assert 0.5 < piece.quality <= 1


@pytest.mark.parametrize("kind", GROUNDS)
def test_another_light_finds_nothing(kind: str) -> None:
    table = ground(kind)
    lay(table, FACES[0], 150, 130, 20)
    finder = Finder([SIZE])
    finder.settle(seen(table, 1))
    assert finder.find(seen(table, 2)) == ()
    assert finder.find(seen(table, 3, (0.7, 0.8, 0.9), 0.4)) == ()
    assert finder.find(seen(table, 4, (1.15, 1.1, 1.0), -0.3)) == ()


@pytest.mark.parametrize("kind", GROUNDS)
def test_a_card_that_lands_on_others_is_the_one_that_is_found(kind: str) -> None:
    table = ground(kind)
    finder = Finder([SIZE])
    for index, face in enumerate(FACES[:4]):
        finder.settle(seen(table, 10 + index))
        quad = lay(table, face, 150 + index, 70 + 16 * index, 2.0 * index - 3)
        found = finder.find(seen(table, 20 + index))
        assert len(found) == 1
        assert corner_error(found[0], quad) <= 0.02


@pytest.mark.parametrize("kind", GROUNDS)
def test_a_card_that_lands_across_others_is_found_to_within_two_per_cent(kind: str) -> None:
    table = ground(kind)
    finder = Finder([SIZE])
    places = ((130, 110, 10), (165, 140, 75), (120, 150, -40), (175, 100, 100))
    for index, (x, y, turn) in enumerate(places):
        finder.settle(seen(table, 30 + index))
        quad = lay(table, FACES[index], x, y, turn)
        found = finder.find(seen(table, 40 + index))
        assert len(found) == 1
        assert corner_error(found[0], quad) <= 0.02


@pytest.mark.parametrize("kind", GROUNDS)
def test_a_card_that_lands_on_one_of_its_face_is_found_where_it_lies(kind: str) -> None:
    table = ground(kind)
    finder = Finder([SIZE])
    plain = np.full((320, 220, 3), 225, np.uint8)
    cv2.rectangle(plain, (16, 16), (203, 303), (40, 60, 200), 7)
    cv2.circle(plain, (110, 160), 24, (150, 60, 40), -1)
    for index, y in enumerate((80, 98, 116)):
        finder.settle(seen(table, 50 + index))
        quad = lay(table, "", 150 + 2 * index, y, 2, picture=plain)
        found = finder.find(seen(table, 60 + index))
        assert len(found) == 1
        assert corner_error(found[0], quad) <= 0.03


def test_of_two_sizes_of_one_shape_each_piece_gets_its_own() -> None:
    table = ground("mat")
    small, large = (40.0, 60.0), (60.0, 90.0)
    quiet = seen(table, 1)
    places = ((50, 60), (110, 70), (300, 60), (60, 210), (310, 210))
    truth = [lay(table, FACES[k % 3], x, y, 5, size=small) for k, (x, y) in enumerate(places)]
    # Small ones touch the large one's sides: no outline says how large that is.
    truth += [lay(table, FACES[0], 180, 170, 0, size=large), lay(table, FACES[1], 229.7, 150, 0, size=small)]
    truth.append(lay(table, FACES[2], 130.3, 190, 0, size=small))
    found = find_pieces(quiet, seen(table, 2), [small, large])
    assert len(found) == 8
    assert [max(piece.size) for piece in found for quad in truth[5:6] if corner_error(piece, quad) < 0.03] == [90.0]
    assert all(min(corner_error(piece, quad) for piece in found) < 0.03 for quad in truth)


def test_two_cards_that_touch_are_two() -> None:
    table = ground("mat")
    quiet = seen(table, 1)
    truth = [lay(table, face, x, 100, 0) for face, x in zip(FACES, (100, 156), strict=False)]
    truth.append(lay(table, FACES[3], 290, 170, 40))
    found = find_pieces(quiet, seen(table, 2), [SIZE])
    assert len(found) == 3
    assert all(min(corner_error(piece, quad) for piece in found) < 0.03 for quad in truth)


def test_the_scale_of_the_picture_does_not_matter() -> None:
    table = ground("wood")
    quiet = seen(table, 1)
    quad = lay(table, FACES[2], 150, 130, 20)
    now = seen(table, 2)
    large = [cv2.resize(picture, None, fx=5, fy=5, interpolation=cv2.INTER_CUBIC) for picture in (quiet, now)]
    (small_piece,), (large_piece,) = find_pieces(quiet, now, [SIZE]), find_pieces(large[0], large[1], [SIZE])
    assert corner_error(small_piece, quad) <= 0.02
    assert corner_error(large_piece, quad * 5) <= 0.02


def test_one_card_may_fill_most_of_the_picture() -> None:
    table = ground("wood")
    quiet = seen(table, 1)
    quad = np.array([[180.0, 30.0], [470.0, 40.0], [465.0, 452.0], [170.0, 440.0]])
    picture = art(FACES[1])
    source = np.array([[0, 0], [220, 0], [220, 320], [0, 320]], np.float32) - 0.5
    matrix = cv2.getPerspectiveTransform(source, (quad - 0.5).astype(np.float32))
    cv2.warpPerspective(picture, matrix, SHAPE[::-1], dst=table, borderMode=cv2.BORDER_TRANSPARENT)
    found = find_pieces(quiet, seen(table, 2), [SIZE])
    assert len(found) == 1
    assert corner_error(found[0], quad) <= 0.02


def test_pictures_of_different_shapes_are_refused_in_one_line() -> None:
    with pytest.raises(ValueError, match="640x480 pixels, the new one 480x640; take both with the same camera"):
        find_pieces(ground("mat"), np.rot90(ground("mat")), [SIZE])


def test_a_finder_without_sizes_is_refused() -> None:
    with pytest.raises(ValueError, match="width and height in mm"):
        Finder([])


@pytest.mark.parametrize("kind", GROUNDS)
def test_a_sleeve_or_a_cup_is_no_card(kind: str) -> None:
    table = ground(kind)
    finder = Finder([SIZE])
    finder.settle(seen(table, 1))
    lay(table, FACES[0], 90, 100, 10)
    assert len(finder.find(seen(table, 2))) == 1
    finder.settle(seen(table, 3))
    cv2.line(table, (420, 240), (640, 420), (90, 120, 180), 70)
    cv2.circle(table, (300, 370), 60, (200, 60, 50), -1)
    assert finder.find(seen(table, 4)) == ()
