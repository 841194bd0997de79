"""Codes that we print are read again; everything else is noise."""

import string

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.codes import decode_badge, decode_label, encode_badge, encode_label, is_ours, read_codes
from vision.image import Image

FACES = ("architects/wood", "architects/stone", "architects/progress/tactics", "duel/stable")


def printed(payload: str, module: int = 6) -> Image:
    """A scene (uint8 BGR) with this QR code in it."""
    code = cv2.QRCodeEncoder.create().encode(payload)
    large = cv2.resize(code, None, fx=module, fy=module, interpolation=cv2.INTER_NEAREST)
    scene = np.full((480, 640), 180, np.uint8)
    scene[60 : 60 + large.shape[0], 200 : 200 + large.shape[1]] = large
    turned = cv2.warpAffine(scene, cv2.getRotationMatrix2D((300, 180), 17, 1.0), (640, 480), borderValue=180)
    return cv2.cvtColor(cv2.GaussianBlur(turned, (0, 0), 0.8), cv2.COLOR_GRAY2BGR)


def test_labels_and_badges_read_back() -> None:
    for face in FACES:
        assert decode_label(encode_label(face), FACES) == face
    for seat in range(7):
        assert decode_badge(encode_badge(seat)) == seat


def test_a_printed_label_is_read_from_a_turned_picture() -> None:
    codes = read_codes(printed(encode_label("architects/wood")))
    assert [decode_label(code.payload, FACES) for code in codes] == ["architects/wood"]
    xs, ys = zip(*codes[0].quad, strict=True)
    assert (min(xs) > 150, max(xs) < 420, min(ys) > 20, max(ys) < 300) == (True,) * 4


@pytest.mark.parametrize("payload", ["https://example.invalid/x", "WCF1AAAAAAAAAAAAAA", "'; DROP TABLE faces; --"])
def test_other_codes_are_noise(payload: str) -> None:
    assert read_codes(printed(payload, 5)) == ()


def test_a_label_of_a_face_that_does_not_exist_names_nothing() -> None:
    assert decode_label(encode_label("architects/gold"), FACES) is None


@given(st.text(max_size=40))
def test_no_text_is_taken_for_a_code_of_ours(text: str) -> None:
    assert not is_ours(text)
    assert decode_label(text, FACES) is None
    assert decode_badge(text) is None


@given(st.sampled_from(FACES), st.integers(0, 17), st.sampled_from(string.ascii_uppercase + string.digits + "\x00é "))
def test_one_wrong_character_is_noticed(face: str, place: int, letter: str) -> None:
    payload = encode_label(face)
    damaged = payload[:place] + letter + payload[place + 1 :]
    assert damaged == payload or decode_label(damaged, FACES) is None
