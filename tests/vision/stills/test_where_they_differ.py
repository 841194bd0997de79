"""Prints that are alike but for a figure are told by it, whatever else is not explained."""

import numpy as np
import pytest

from vision.geometry.image import Image
from vision.stills.where_they_differ import log_odds

ROWS, COLUMNS, ALIKE = 30, 160, 12.0
"""A strip at 2.5 px a mm."""
BLOCKS = [np.add.outer(np.arange(ROWS) // k * COLUMNS, np.arange(COLUMNS) // k).ravel() for k in (5, 10, 20, 40)]
PLAIN = np.full((ROWS * COLUMNS, 3), (50.0, 0.0, -30.0))


def with_figure(right: int) -> Image:
    """A strip with a white figure, 1 mm wide and 4 high, somewhere on it."""
    strip = PLAIN.reshape(ROWS, COLUMNS, 3).copy()
    strip[10:20, right : right + 3] = (95.0, 0.0, 0.0)
    return strip.reshape(-1, 3)


FIVE, SIX = with_figure(60), with_figure(64)


def seen(strip: Image, noise: float = 4.0) -> Image:
    """As a camera with some noise (L*a*b*) sees it."""
    return strip + np.random.default_rng(5).normal(0, noise, strip.shape)


def odds(shown: Image, mine: Image, other: Image) -> float:
    return log_odds(shown, mine, other, BLOCKS, ALIKE)


def test_a_figure_of_few_pixels_tells_two_prints_apart() -> None:
    assert odds(seen(FIVE), FIVE, SIX) > 10
    assert odds(seen(SIX), FIVE, SIX) < 0


def test_what_both_leave_unexplained_elsewhere_says_nothing() -> None:
    shown = seen(FIVE)
    named = shown.reshape(ROWS, COLUMNS, 3).copy()
    named[:6, 20:140:2] -= 60
    assert odds(named.reshape(-1, 3), FIVE, SIX) == pytest.approx(odds(shown, FIVE, SIX), rel=0.05)


def test_where_the_figure_is_smeared_less_is_said() -> None:
    between = (FIVE + 0.9 * SIX) / 1.9
    assert 0 < odds(seen(between), FIVE, SIX) < 0.2 * odds(seen(FIVE), FIVE, SIX)


def test_one_print_enrolled_twice_is_either() -> None:
    once, again = (FIVE + np.random.default_rng(k).normal(0, 2, FIVE.shape) for k in (1, 2))
    assert odds(seen(FIVE), FIVE, FIVE.copy()) == 0
    assert abs(odds(seen(FIVE), once, again)) < 1
