"""The plane of a photograph: what most pieces say of it, though one near the lens has most features by far."""

import numpy as np

from companion.games.architects.proxies import PROXIES
from companion.games.architects.rules.facts import FACTS
from tests.vision.snapshots import camera
from vision.geometry.homography import rectangle, similarity, transform_points
from vision.geometry.image import encode_png
from vision.recognition.library import Face, Library
from vision.stills.placing import shown
from vision.stills.pose_voting import Guess
from vision.stills.table_plane import Voted, level
from vision.stills.tabletop import Fitted
from vision.stills.templates import Templates

CARDS = FACTS.card_face_ids[:4]
SIZE = (55.0, 80.0)
TO_PICTURE = camera(33.0, (200.0, 150.0))


def voted(face: str, at: tuple[float, float], count: int, support: float, rng: np.random.Generator) -> Voted:
    """A card's features, found half a pixel off, where its upper left corner lies so (mm on the table)."""
    places = rng.uniform((0, 0), SIZE, (count, 2))
    seen = transform_points(TO_PICTURE, places + at) + rng.normal(0, 0.5, (count, 2))
    weights = np.full(count, 0.5)
    matrix = similarity(places, seen, weights)
    return Guess(face, matrix, support, np.arange(count)), Fitted(places, seen, weights)


def test_a_card_near_the_lens_with_most_of_the_features_does_not_tilt_the_table_alone() -> None:
    rng = np.random.default_rng(2)
    near = voted(CARDS[0], (20.0, 260.0), 142, 104.0, rng)
    far = [voted(CARDS[k], (150.0 + 60 * k, -60.0), 42, 19.0 - 6 * k, rng) for k in (1, 2)]
    blank = shown(np.full((420, 560, 3), 120, np.uint8))
    print_ = encode_png(np.ascontiguousarray(PROXIES.picture(CARDS[0], 2.0)[..., :3]))
    library = Library(tuple(Face(card, SIZE, (110, 160), print_) for card in CARDS), ())
    table = level(blank, blank, [near, *far], Templates(library))
    for guess, fitted in (near, *far):
        at = transform_points(table.plane.laid(fitted), fitted.places)
        off = np.hypot(*(table.plane.on_table(at) - table.plane.on_table(fitted.targets)).T)
        assert np.median(off) < 1.5, guess.face


def test_false_guesses_within_the_pieces_do_not_tilt_the_table() -> None:
    blank = shown(np.full((420, 560, 3), 120, np.uint8))
    print_ = encode_png(np.ascontiguousarray(PROXIES.picture(CARDS[0], 2.0)[..., :3]))
    library = Library(tuple(Face(card, SIZE, (110, 160), print_) for card in CARDS), ())
    beside = transform_points(TO_PICTURE, rectangle(SIZE) + np.array([60.0, 100.0]))
    for seed in range(6):
        rng = np.random.default_rng(seed)
        true = [voted(CARDS[k], (150.0 + 60 * k, 100.0), 40, 20.0 + k, rng) for k in (0, 1)]
        false = [misled(CARDS[2 + k % 2], 6.0, rng) for k in range(5)]
        table = level(blank, blank, sorted([*true, *false], key=lambda one: -one[0].support), Templates(library))
        seen = table.plane.on_table(beside)
        sides = np.hypot(*(seen[1] - seen[0])), np.hypot(*(seen[2] - seen[1]))
        np.testing.assert_allclose(sides, SIZE, rtol=0.06, err_msg=f"seed {seed}")


def misled(face: str, support: float, rng: np.random.Generator) -> Voted:
    """A few features that agree on a place on one of those two cards, and on a size up to a quarter off."""
    places = rng.uniform(0, 30, (8, 2))
    middle = rng.uniform((5, 10), (50, 70)) + np.array([150.0 + 60 * rng.integers(2), 100.0])
    on_table = (places - places.mean(0)) * np.exp(rng.uniform(-0.25, 0.25)) + middle
    weights = np.full(8, 0.5)
    matrix = similarity(places, transform_points(TO_PICTURE, on_table), weights)
    return Guess(face, matrix, support, np.arange(8)), Fitted(places, places @ matrix[:, :2].T + matrix[:, 2], weights)
