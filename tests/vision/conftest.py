"""The library of the painted faces, learned once for all tests of vision."""

import pytest

from tests.vision.painting import BACK, FACES, TOKENS, art
from vision.enrolment.learn_box import build_library
from vision.recognition.library import Library


@pytest.fixture(scope="session")
def library() -> Library:
    faces = (*FACES, *TOKENS, BACK, "architects/back/giza", "architects/back/rhodes")
    return build_library({face: (art(face), None) for face in faces}, views=40)[0]
