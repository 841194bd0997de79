"""Every screen, by taps in a real window, in all languages, themes and sizes.

``make test`` sees a few of the screens, on the usual panel and upright;
``make proof`` sees all of them once, then all with each other, and with
``COMPANION_SCREENS=docs/screens`` keeps the pictures there (``make screens``).
"""

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.ui.environment import SIZES

ROOT = Path(__file__).parents[2]
SCREENS = ROOT / "ui" / "screens"


def visited(size: str, wear: str, *more: str) -> dict[str, Any]:
    done = subprocess.run(
        [sys.executable, "-m", "tests.ui.gallery", "--size", size, "--wear", wear, *more],
        capture_output=True, text=True, cwd=ROOT, check=False, timeout=3600,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def looked_over(parts: int, sizes: Sequence[str] = SIZES) -> list[dict[str, Any]]:
    """A share of the screens at each of these sizes, each size in another language and theme."""
    wears = ("uk:night", "en:day", "ru:night", "hu:day")
    return [
        visited(size, wear, "--share", f"{part}/{parts}")
        for part, (size, wear) in enumerate(zip(sizes, wears, strict=False), start=1)
    ]


def test_some_of_the_screens_is_reached_by_taps_and_nothing_is_wrong_with_what_is_drawn() -> None:
    lying, upright = SIZES[0], SIZES[-1]
    assert [fault for part in looked_over(36, (lying, upright)) for fault in part["faults"]] == []


@pytest.mark.proof
def test_every_screen_is_reached_by_taps_and_nothing_is_wrong_with_what_is_drawn() -> None:
    found = looked_over(len(SIZES))
    assert [fault for part in found for fault in part["faults"]] == []
    assert {*(path.stem for path in SCREENS.glob("*.kv")), "architects.own"} == {
        page for part in found for page in part["pages"]
    }


@pytest.mark.proof
@pytest.mark.parametrize("size", SIZES)
def test_every_screen_in_all_languages_and_themes(size: str, tmp_path: Path) -> None:
    kept = os.environ.get("COMPANION_SCREENS")
    found = visited(size, "all", "--out", str(ROOT / kept if kept else tmp_path))
    assert found["faults"] == []
