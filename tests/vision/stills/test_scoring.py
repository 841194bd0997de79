"""Which of the guessed pieces lie in a photograph."""

import cv2
import numpy as np
import pytest

from tests.vision.snapshots import camera, enrolled, photograph, size_of
from tests.vision.stills.test_stills import CARDS
from vision.geometry.homography import rectangle
from vision.geometry.image import Image, Points
from vision.stills.occupancy import Table
from vision.stills.placing import shown
from vision.stills.scoring import explained
from vision.stills.tabletop import Tabletop
from vision.stills.templates import Templates

MILITARY = "architects/token/military"


def _but_for_its_middle(picture: Image, bare: Image, quad: Points, share: float) -> Image:
    """The picture with nothing of a token but its middle, of this share of its side."""
    within = np.zeros(picture.shape[:2], np.uint8)
    radius = share / 2 * float(np.hypot(*(quad[1] - quad[0])))
    x, y = quad.mean(0).round().astype(int)
    cv2.circle(within, (int(x), int(y)), round(radius), 1, -1)
    return np.where(within[..., None] > 0, picture, bare)


@pytest.mark.parametrize(("share", "found"), [(2.0, 1), (0.62, 0)])
def test_where_but_the_middle_of_a_token_is_seen_it_is_printed_on_something_larger(share: float, found: int) -> None:
    size, library = (240.0, 200.0), enrolled([*CARDS[:2], MILITARY])
    picture, (quad,) = photograph([(MILITARY, 120.0, 100.0, 10.0)], size)
    bare, _ = photograph([], size)
    seen = shown(_but_for_its_middle(picture, bare, quad, share))
    plane = Tabletop(np.linalg.inv(camera(0.0, (size[0] / 2, size[1] / 2))))
    table = Table(seen, plane, Templates(library), seen)
    there = cv2.getPerspectiveTransform(rectangle(size_of(MILITARY)).astype(np.float32), quad.astype(np.float32))
    placed = table.at(MILITARY, np.asarray(there, float))
    assert len(explained(table, [placed], table.templates.alike(list(library.faces)))) == found
