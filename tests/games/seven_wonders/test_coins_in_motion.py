"""Coins that are still being moved: for a moment they may lie as after another payment."""

from pathlib import Path

from tests.referee.sightless import Sightless


def test_a_payment_that_coins_in_motion_looked_like_for_a_moment_is_put_right_by_where_they_come_to_lie(
    tmp_path: Path,
) -> None:
    # Seed 1744: one neighbour is paid for both, and half a second later hands on what is the other's.
    table = Sightless(tmp_path, "seven_wonders", 3, 1744, late=39)
    table.perform()
    assert table.wrong
    table.rest(2)
    assert (table.wrong, table.missed, table.questions) == ([], [], 0)
