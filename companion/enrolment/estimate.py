"""How far learning is and how long it takes yet: faces are looked at one by one, then compared with each other."""

from typing import NamedTuple

_COMPARING = 1.8
"""Comparing takes this much of the time that looking at the faces took; 1.4 for 40 faces, 2.5 for 4."""


class Estimate(NamedTuple):
    """``share``: of the whole work, 0..1. ``left``: seconds; None while nothing can be said."""

    share: float
    left: float | None


def estimate(done: int, of: int, looked: float, passed: float) -> Estimate:
    """From faces done, after ``looked`` seconds for these, ``passed`` seconds after the start."""
    if done == 0:
        return Estimate(0.0, None)
    whole = looked / done * of * (1 + _COMPARING)
    # Between two faces time goes on; comparing can take longer than thought, and is then never quite done.
    at = looked if done < of else passed
    share = min(at / whole, 0.99)
    return Estimate(share, max(whole - passed, 1.0))
