"""The plane of a photograph: what most pieces say of it, though one near the lens has most features by far."""

import numpy as np

from companion.games.architects.proxies import PROXIES
from companion.games.architects.rules.facts import FACTS
from tests.vision.snapshots import camera
from vision.geometry.homography import similarity, transform_points
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
