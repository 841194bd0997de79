"""Where a face may lie, by features that agree."""

from types import SimpleNamespace
from typing import cast

import numpy as np

from vision.geometry.image import Points
from vision.recognition.landmarks import Features
from vision.stills.pose_voting import Guess, guesses
from vision.stills.sift_features import FaceFeatures, Matches

_SIZE = (65.0, 100.0)


def _guessed(places: Points) -> list[Guess]:
    """What is guessed of one face of whose features at these places (mm) each is seen once, twice as large."""
    number, places = len(places), places.astype(np.float32)
    one, none = np.ones(number), np.zeros(number)
    known = Features(places, one, none, none)
    seen = Features(places * 2 + 40, 2 * one, none, none)
    every, unlike = np.arange(number), np.random.default_rng(6).uniform(0, 0.05, number).astype(np.float32)
    face = SimpleNamespace(features=known, owners=np.zeros(number, int), faces=("one",))
    return guesses(cast("FaceFeatures", face), seen, Matches(every, every, unlike), {"one": _SIZE})


def test_features_all_over_a_face_tell_where_it_lies() -> None:
    (found,) = _guessed(np.random.default_rng(1).uniform((0, 0), _SIZE, (30, 2)))
    assert np.allclose(found.matrix, [[2, 0, 40], [0, 2, 40]], atol=1e-4)


def test_features_at_one_point_tell_nothing() -> None:
    assert not _guessed(np.full((32, 2), (38.863163, 7.515761)))
