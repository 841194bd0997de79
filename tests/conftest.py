"""What all tests have in common: one core a process, and what takes longest begins first."""

import os

# Before numpy, OpenCV and Mesa are loaded, here and in every process under test: as many test processes run as there
# are cores, and threads that wait for one another take half as much again.
os.environ |= {"OPENBLAS_NUM_THREADS": "1", "OPENCV_FOR_THREADS_NUM": "1", "LP_NUM_THREADS": "0"}

import pytest

_LONG = ("tests/rehearsal", "tests/ui", "tests/examples", "tests/vision", "tests/board", "tests/running")
"""The folders with the most to do, the most first (`pytest --durations=0`, two idle cores)."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Order the files; within a file nothing changes."""
    items.sort(
        key=lambda item: next((k for k, folder in enumerate(_LONG) if item.nodeid.startswith(folder)), len(_LONG))
    )
