"""What the rehearsals need: libraries, made once."""

from pathlib import Path

import pytest

from tests.learned import practice_library
from vision.enrolment.folder import pictures_in
from vision.enrolment.learn_box import build_library
from vision.recognition.library import FILE_NAME

_SCANS = Path(__file__).parents[3] / "shared" / "cards" / "architects-a"


@pytest.fixture(scope="session")
def proxies() -> Path:
    return practice_library()


@pytest.fixture(scope="session")
def real_box(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if not _SCANS.is_dir():
        pytest.skip("no pictures of a real box here")
    library, _ = build_library(pictures_in(_SCANS))
    path = tmp_path_factory.mktemp("box") / FILE_NAME
    library.save(path)
    return path
