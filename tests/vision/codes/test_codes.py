"""What our codes say reads back; everything else is noise."""

import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.codes.payloads import (
    PAYLOAD_LENGTH,
    decode_label,
    encode_badge,
    encode_label,
    is_ours,
)

FACES = ("architects/wood", "architects/stone", "architects/progress/tactics", "duel/stable")


def test_labels_read_back() -> None:
    for face in FACES:
        assert decode_label(encode_label(face), FACES) == face


def test_each_seat_has_a_badge_of_its_own_which_is_ours_and_never_taken_for_a_label() -> None:
    badges = {encode_badge(seat) for seat in range(100)}
    assert len(badges) == 100
    for badge in badges:
        assert is_ours(badge)
        assert decode_label(badge, ["anna"]) is None


@pytest.mark.parametrize("payload", [encode_label(FACES[0]), encode_badge(6)])
def test_payloads_are_short_plain_and_of_one_length(payload: str) -> None:
    assert len(payload) == PAYLOAD_LENGTH
    assert set(payload) <= set(string.ascii_uppercase + string.digits)


def test_a_label_of_a_face_that_does_not_exist_names_nothing() -> None:
    assert decode_label(encode_label("architects/gold"), FACES) is None


def test_a_badge_for_a_seat_that_no_table_has_is_not_made() -> None:
    with pytest.raises(ValueError, match="seat 100"):
        encode_badge(100)


@given(st.text(max_size=40))
def test_no_text_is_taken_for_a_code_of_ours(text: str) -> None:
    assert not is_ours(text)
    assert decode_label(text, FACES) is None


@given(st.sampled_from(FACES), st.integers(0, 17), st.sampled_from(string.ascii_uppercase + string.digits + "\x00é "))
def test_one_wrong_character_is_noticed(face: str, place: int, letter: str) -> None:
    payload = encode_label(face)
    damaged = payload[:place] + letter + payload[place + 1 :]
    assert damaged == payload or decode_label(damaged, FACES) is None
