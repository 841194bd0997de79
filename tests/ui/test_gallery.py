"""Every screen, by taps in a real window, in all languages, themes and sizes.

``make test`` sees each language, theme and size; ``make proof`` sees them all with each other, and with
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
NOT_TO_BE_SEEN: set[str] = set()
"""Pages that cannot be walked to without a referee behind."""


def visited(size: str, wear: str, *more: str) -> dict[str, Any]:
    done = subprocess.run(
        [sys.executable, "-m", "tests.ui.gallery", "--size", size, "--wear", wear, *more],
        capture_output=True, text=True, cwd=ROOT, check=False, timeout=900,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


@pytest.mark.parametrize(
    ("size", "wear"), [*zip(SIZES, ("uk:night", "en:day", "ru:night", "hu:day"), strict=True)], ids=SIZES
)
def test_every_screen_is_reached_by_taps_and_nothing_is_wrong_with_what_is_drawn(size: str, wear: str) -> None:
    from ui.screens import PAGES  # noqa: PLC0415 - opens the window

    found = visited(size, wear)
    assert found["faults"] == []
    assert set(PAGES) - set(found["pages"]) == NOT_TO_BE_SEEN


@pytest.mark.proof
@pytest.mark.parametrize("size", SIZES)
def test_every_screen_in_all_languages_and_themes(size: str, tmp_path: Path) -> None:
    kept = os.environ.get("COMPANION_SCREENS")
    found = visited(size, "all", "--out", str(ROOT / kept if kept else tmp_path))
    assert found["faults"] == []
