from collections.abc import Iterator

import pytest

from companion.words.language import speak


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    speak("en")
    yield
    speak("en")
