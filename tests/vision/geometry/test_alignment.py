"""Two pictures of the same thing: how it moved, and that it is no more the same where hardly any of it is left."""

import cv2
import numpy as np
import pytest

from vision.geometry import alignment
from vision.geometry.alignment import NOWHERE, align
from vision.geometry.image import Image


def _print(seed: int) -> Image:
    grey = cv2.GaussianBlur(np.random.default_rng(seed).normal(0, 300, (200, 200)).astype(np.float32), (0, 0), 3)
    return cv2.cvtColor(np.clip(grey + 120, 0, 255).astype(np.uint8), cv2.COLOR_GRAY2BGR)


def test_a_piece_that_was_pushed_a_little_is_found_again() -> None:
    whole = _print(1)
    shift = align(whole[50:106, 50:106], whole[47:103, 46:102])
    assert (shift.dx, shift.dy) == pytest.approx((2.0, 1.5), abs=0.2)
    assert shift.agreement > 0.9


@pytest.mark.parametrize(("dx", "dy"), [(-10.0, -56.0), (40.0, 0.0), (20.0, 25.0)])
def test_what_fits_only_beyond_its_own_edge_is_another_thing(
    monkeypatch: pytest.MonkeyPatch, dx: float, dy: float
) -> None:
    # A token has gone, and something of the bare table fits its rim, far away from where it lay.
    motion = np.array([[1, 0, dx], [0, 1, dy]], np.float32)
    monkeypatch.setattr(alignment, "correlated", lambda *_: (0.87, motion))
    assert align(_print(1)[:56, :56], _print(2)[:56, :56]) == NOWHERE
