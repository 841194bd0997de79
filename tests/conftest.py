"""What takes longest begins first, so that no process is left alone with it at the end."""

import pytest

_LONG = ("tests/rehearsal", "tests/ui", "tests/examples", "tests/vision", "tests/board", "tests/running")
"""The folders with the most to do, the most first (`pytest --durations=0`, two idle cores)."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Order the files; within a file nothing changes."""
    items.sort(
        key=lambda item: next((k for k, folder in enumerate(_LONG) if item.nodeid.startswith(folder)), len(_LONG))
    )
