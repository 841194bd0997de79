"""What nobody played of an age is laid on the discards one card after another: no discards of the next age."""

from pathlib import Path

from tests.referee.sightless import Sightless


def test_nobody_is_asked_who_discarded_what_was_left_over_at_the_end_of_an_age(tmp_path: Path) -> None:
    # Seed 1900: the last card of the age is discarded, half a second before those that are left over.
    table = Sightless(tmp_path, "seven_wonders", 3, 1900, late=35)
    table.perform()
    table.rest(6)
    assert (table.missed, table.questions) == ([], 0)
    assert "discard" not in table.game.observed.changed()
