"""The features of a library's faces: found once, at enrolment, and the same as if they were found now."""

import msgspec
import numpy as np
import pytest

from tests.vision.stills.test_stills import enrolled_cards
from vision.recognition.landmarks import Features, Landmarks
from vision.recognition.library import Library
from vision.stills.sift_features import FaceFeatures


def found(landmarks: Landmarks | None) -> Features:
    """The features of a library of one face that keeps these landmarks."""
    face = next(iter(enrolled_cards().faces.values()))
    return FaceFeatures(Library((msgspec.structs.replace(face, landmarks=landmarks),), ())).features


def kept() -> Landmarks:
    landmarks = next(iter(enrolled_cards().faces.values())).landmarks
    assert landmarks is not None
    return landmarks


def test_an_enrolled_face_keeps_the_features_that_would_be_found_in_its_picture() -> None:
    for known, anew in zip(found(kept()), found(None), strict=True):
        assert len(known) > 20
        np.testing.assert_array_equal(known, anew)


def test_what_is_kept_is_not_looked_for_again(monkeypatch: pytest.MonkeyPatch) -> None:
    landmarks = kept()
    monkeypatch.setattr(Library, "_picture", lambda *_: pytest.fail("its picture was opened"))
    assert len(found(landmarks).widths) > 20


@pytest.mark.parametrize("how", ["another way", None])
def test_features_kept_by_other_settings_or_not_whole_are_found_anew(how: str | None) -> None:
    mine = kept()
    other = Landmarks(how, mine.spots) if how else Landmarks(mine.how, mine.spots[:-1])
    blank = msgspec.structs.replace(other, spots=bytes(len(other.spots)))
    np.testing.assert_array_equal(found(blank).places, found(None).places)
