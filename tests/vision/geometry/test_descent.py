"""What is brought to where it fits best gets there, drawn by what is usual, and does not run away."""

import numpy as np
import pytest

from vision.geometry.descent import Normal, Prior, descend
from vision.geometry.image import Image

FREE = Prior(np.zeros(1), np.zeros(1))


def test_a_linear_least_squares_problem_is_solved_in_one_step() -> None:
    rng = np.random.default_rng(1)
    jacobian, seen = rng.normal(size=(12, 3)), rng.normal(size=12)

    def look(numbers: Image) -> Normal:
        return Normal(jacobian.T @ (seen - jacobian @ numbers), jacobian.T @ jacobian)

    found = descend(np.zeros(3), look, Prior(np.zeros(3), np.zeros(3)), 1)
    assert found == pytest.approx(np.linalg.lstsq(jacobian, seen)[0])


def test_a_prior_as_firm_as_what_is_seen_leaves_the_number_half_way() -> None:
    found = descend(np.zeros(1), lambda at: Normal(10 - at, np.eye(1)), Prior(np.full(1, 4.0), np.ones(1)), 5)
    assert found == pytest.approx([7])


def test_newtons_step_that_overshoots_is_halved_and_without_that_runs_away() -> None:
    def look(at: Image) -> Normal:
        return Normal(-at / np.sqrt(1 + at**2), np.diag((1 + at**2) ** -1.5))

    start = np.array([2.0])
    assert descend(start, look, FREE, 30, error=lambda at: float(np.sqrt(1 + at @ at))) == pytest.approx([0], abs=1e-6)
    assert np.abs(descend(start, look, FREE, 3)).max() > 100


def test_the_last_step_is_the_first_that_is_small_enough() -> None:
    looked: list[float] = []

    def look(at: Image) -> Normal:
        looked.append(float(at[0]))
        return Normal(1 - at, 2 * np.eye(1))

    descend(np.zeros(1), look, FREE, 50, still=0.1)
    assert looked == [0, 0.5, 0.75, 0.875]
