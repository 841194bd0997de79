"""Face tags: small ones are read, and nothing else is taken for one."""

from itertools import combinations

import cv2
import numpy as np
import pytest

from tests.vision.code_scenes import qr, scene
from vision.codes.tags import MODULES, draw_tag, read_tags, tag_bits
from vision.stills.labels import labels_in

FACES = tuple(f"seven_wonders/card_{k}" for k in range(150))


@pytest.mark.parametrize("turn", [0, 90, 137, 180, 300])
def test_a_tag_of_forty_pixels_is_read_at_any_turn_where_it_lies(turn: float) -> None:
    (tag,) = read_tags(scene([(draw_tag(FACES[7], 5), (300, 200), turn)]), FACES)
    assert tag.face == FACES[7]
    corners = np.array(tag.quad)
    assert corners.mean(0) == pytest.approx([300 + 24.5, 200 + 24.5], abs=1.6)
    # Its own top left comes first, whichever way it lies.
    towards = corners[0] - corners.mean(0)
    assert np.degrees(np.arctan2(towards[1], towards[0])) % 360 == pytest.approx((225 - turn) % 360, abs=8)


def test_the_same_face_twice_is_two_tags() -> None:
    prints = [(draw_tag(FACES[k], 6), (40 + 150 * k, 200), 20.0 * k) for k in (0, 1)]
    prints.append((draw_tag(FACES[0], 6), (400, 60), 5.0))
    assert sorted(tag.face for tag in read_tags(scene(prints), FACES)) == [FACES[0], FACES[0], FACES[1]]


def test_tags_of_faces_that_do_not_exist_and_other_markers_are_noise() -> None:
    other = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_250)
    larger = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_6X6_250)
    prints = [(draw_tag("duel/stable", 6), (10, 10), 0.0), (qr("hello", 5), (300, 10), 0.0)]
    for k, dictionary in enumerate((other, larger)):
        marker = np.pad(cv2.aruco.generateImageMarker(dictionary, 9, 80), 10, constant_values=255)
        prints.append((marker, (100 + 200 * k, 250), 0.0))
    assert read_tags(scene(prints), FACES) == ()
    assert read_tags(scene(prints), ()) == ()


def test_the_patterns_of_a_large_box_are_far_apart() -> None:
    bits = [tag_bits(face) for face in FACES]
    apart = min(int((one != np.rot90(other, turn)).sum()) for one, other in combinations(bits, 2) for turn in range(4))
    # One wrong bit is forgiven on either side.
    assert apart >= 3


def test_a_tag_stays_the_same_for_ever() -> None:
    assert "".join(str(bit) for bit in tag_bits("architects/wood").ravel()) == PRINTED
    assert draw_tag("architects/wood", 2).shape == (2 * MODULES, 2 * MODULES)


def test_a_tag_and_a_code_are_labels_alike() -> None:
    assert [label.face for label in labels_in(scene([(draw_tag(FACES[3], 5), (90, 90), 33)]), FACES)] == [FACES[3]]


PRINTED = "111010010101011100111010000010011000"
"""What sleeves out there carry: a change of this makes their owners print again."""
