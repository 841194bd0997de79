"""The library of the painted faces, learned once for all tests of vision."""

import pytest

from tests.learned import learned
from tests.vision.painting import BACK, FACES, TOKENS, art
from vision.recognition.library import Library


@pytest.fixture(scope="session")
def library() -> Library:
    faces = (*FACES, *TOKENS, BACK, "architects/back/giza", "architects/back/rhodes")
    return learned({face: (art(face), None) for face in faces}, 40)
