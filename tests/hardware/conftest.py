"""Everything here needs a real Raspberry Pi, and skips elsewhere."""

from pathlib import Path

import pytest


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip this folder's tests unless the device tree says that this is a Pi."""
    model = Path("/proc/device-tree/model")
    if model.exists() and "Raspberry Pi" in model.read_text():
        return
    for item in items:
        if item.nodeid.startswith("tests/hardware/"):
            item.add_marker(pytest.mark.skip(reason="not a Raspberry Pi"))
