"""One window of 800 x 480 a process; a referee and a person at the screen a test."""

import gc
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from companion.words.language import speak
from tests.conftest import GARBAGE
from tests.ui.environment import offscreen
from tests.ui.near import NearReferee
from ui import theme
from ui.environment import prepare

if TYPE_CHECKING:
    from tests.ui.pilot import Pilot

_WIDGETS = 500_000
"""Objects that are made before it is looked for what is none any more. A page is thousands of widgets that hold one
another: looking every 10,000 objects took two fifths of the CPU of these tests. So a process has 450 MB, not 310."""

# Before any test's module imports Kivy, which reads it then.
offscreen()


@pytest.fixture(scope="session", autouse=True)
def kivy() -> None:
    prepare((800, 480))


@pytest.fixture(scope="module", autouse=True)
def seldom() -> Iterator[None]:
    """It is seldom looked for garbage, and once a file's tests are through."""
    gc.set_threshold(_WIDGETS)
    yield
    gc.collect(1)
    gc.set_threshold(GARBAGE)


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    speak("en")
    yield
    speak("en")
    theme.wear("night")


@pytest.fixture
def near(tmp_path: Path) -> Iterator[NearReferee]:
    near = NearReferee(tmp_path)
    yield near
    near.referee.close()


@pytest.fixture
def pilot(near: NearReferee) -> "Iterator[Pilot]":
    from tests.ui.pilot import Pilot  # noqa: PLC0415 - opens the window

    pilot = Pilot(near)
    yield pilot
    pilot.close()
