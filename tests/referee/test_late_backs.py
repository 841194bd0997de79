"""Stacks whose backs are all alike: what they show, and when."""

from pathlib import Path
from typing import Any

from tests.referee.sightless import Sightless, performed


def test_a_back_that_changes_well_after_what_was_taken_before_was_laid_has_had_another_taken_from_it(
    tmp_path: Path,
) -> None:
    """The deck looked as before when one card was taken; it changes with the next, which an open stack shows, too."""
    table = Sightless(tmp_path, "architects", 5, 1464, expansions=("medals",), late=86)
    first: dict[str, Any] = {}
    table.harm = lambda seen: first.setdefault(seen.zone, seen) if seen.zone == "central/deck" else seen
    table.show(table.dealer.world)
    performed(table)
    table.rest(3)
    table.harm = lambda seen: seen
    move = performed(table).move
    table.rest(5)
    assert move.source == "central"
    assert (table.questions, table.wrong, table.missed) == (0, [], [])
