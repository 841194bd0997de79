"""A label on a piece makes its face certain; one beside it, or two that contradict each other, do not."""

import numpy as np

from tests.vision.code_scenes import qr, scene
from vision.codes.payloads import encode_label
from vision.codes.tags import CERTAIN, draw_tag
from vision.sighting import FaceProbability
from vision.stills.labels import Label, certain, labels_in
from vision.stills.scoring import Found

WOOD, STONE = "architects/wood", "architects/stone"
PIECE = Found(np.array([[100.0, 100], [300, 110], [290, 400], [90, 390]]), (FaceProbability("architects/clay", 0.7),))


def label(face: str, x: float, y: float) -> Label:
    return Label(face, ((x, y), (x + 20, y), (x + 20, y + 20), (x, y + 20)))


def test_a_label_on_a_piece_wins_over_its_art() -> None:
    (piece,) = certain([PIECE], [label(WOOD, 200, 200)])
    assert piece.faces == (FaceProbability(WOOD, CERTAIN),)
    assert (piece.quad == PIECE.quad).all()


def test_a_label_beside_a_piece_or_two_that_contradict_each_other_change_nothing() -> None:
    assert certain([PIECE], [label(WOOD, 400, 200)])[0].faces == PIECE.faces
    assert certain([PIECE], [label(WOOD, 200, 200), label(STONE, 150, 300)])[0].faces == PIECE.faces
    assert certain([PIECE], [label(WOOD, 200, 200), label(WOOD, 150, 300)])[0].faces[0].face == WOOD


def test_tags_and_codes_in_a_picture_are_both_used() -> None:
    picture = scene([(draw_tag(WOOD, 5), (150, 150), 20.0), (qr(encode_label(STONE), 3), (400, 200), 5.0)])
    beside = Found(PIECE.quad + np.array([290.0, 20.0]), ())
    pieces = certain([PIECE, beside], labels_in(picture, (WOOD, STONE)))
    assert [piece.faces[0].face for piece in pieces] == [WOOD, STONE]
