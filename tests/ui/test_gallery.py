"""Every page, at both sizes, in all four languages. ``COMPANION_SCREENS=docs/screens`` keeps the pictures there."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.ui.environment import SIZES

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_on_every_page_all_texts_fit_and_all_targets_can_be_hit(size: tuple[int, int], tmp_path: Path) -> None:
    name = f"{size[0]}x{size[1]}"
    kept = os.environ.get("COMPANION_SCREENS")
    out = ROOT / kept / name if kept else tmp_path
    # Boxes and type grow together, so one size is enough for three of the languages.
    languages = "en,uk,ru,hu" if size == SIZES[0] else "en"
    done = subprocess.run(
        [sys.executable, "-m", "tests.ui.gallery", "--size", name, "--out", str(out), "--languages", languages],
        capture_output=True, text=True, cwd=ROOT, check=False, timeout=300,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == []
    pictures = sorted(path.stem for path in out.glob("*.png"))
    assert len(pictures) >= 20
    assert all((out / f"{picture}.png").stat().st_size > 8000 for picture in pictures)
