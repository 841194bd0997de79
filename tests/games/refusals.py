"""How what nobody can use is refused."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest


@contextmanager
def refused_in_one_line(kind: type[Exception], words: str) -> Iterator[None]:
    """The block raises this, and says so in one line with these words."""
    with pytest.raises(kind) as raised:
        yield
    assert words in str(raised.value)
    assert "\n" not in str(raised.value)
