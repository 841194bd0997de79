"""Every screen, by taps in a real window, in all languages, themes and sizes.

``make test`` sees every screen once, in one of the sizes, languages and themes;
``make proof`` sees them all with each other, and with
``COMPANION_SCREENS=docs/screens`` keeps the pictures there (``make screens``).
"""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.ui.environment import SIZES

ROOT = Path(__file__).parents[2]


def visited(size: str, wear: str, *more: str) -> dict[str, Any]:
    done = subprocess.run(
        [sys.executable, "-m", "tests.ui.gallery", "--size", size, "--wear", wear, *more],
        capture_output=True, text=True, cwd=ROOT, check=False, timeout=3600,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_every_screen_is_reached_by_taps_and_nothing_is_wrong_with_what_is_drawn() -> None:
    from ui.screens import PAGES  # noqa: PLC0415 - opens the window

    wears = ("uk:night", "en:day", "ru:night", "hu:day")
    found = [
        visited(size, wear, "--share", f"{part}/{len(SIZES)}")
        for part, (size, wear) in enumerate(zip(SIZES, wears, strict=True), start=1)
    ]
    assert [fault for part in found for fault in part["faults"]] == []
    assert set(PAGES) == {page for part in found for page in part["pages"]}


@pytest.mark.proof
@pytest.mark.parametrize("size", SIZES)
def test_every_screen_in_all_languages_and_themes(size: str, tmp_path: Path) -> None:
    kept = os.environ.get("COMPANION_SCREENS")
    found = visited(size, "all", "--out", str(ROOT / kept if kept else tmp_path))
    assert found["faults"] == []
