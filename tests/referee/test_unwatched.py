"""A place that is on no picture: a player sits so near the edge that his city has no room there."""

from pathlib import Path
from typing import Any

import pytest

from companion.twin.world import World
from tests.referee.sightless import Sightless
from vision.sighting import Sighting

_CITY, _MOVES = "seat/1/city", 16


class _Unwatched(Sightless):
    """Nothing is ever said of one city."""

    def show(self, world: World, seconds: float = 0.5) -> None:
        nothing = Sighting(_CITY, 0, 0.0, ())
        self._said[_CITY] = nothing
        self.harm = lambda seen: nothing if seen.zone == _CITY else seen
        super().show(world, seconds)


class _NoMedals(Sightless):
    """Where the medals lie nobody has found."""

    unwatched = frozenset({"central/medals", *(f"seat/{seat}/medal" for seat in range(4))})


def test_a_medal_taken_where_nobody_looks_is_known_by_the_next_players_card_for_it_had_to_be_taken(
    tmp_path: Path,
) -> None:
    table = _NoMedals(tmp_path, "architects", 4, 1, expansions=("medals",))
    while sum(move["move"] == "medal" for move in table.truth) < 2:
        assert table.step() is not None
    assert table.step() is not None
    assert (table.wrong, table.missed, table.questions) == ([], [], 0)


class _StrangeCentre(Sightless):
    """The medals in the middle nobody has found, and nobody has told their names."""

    unwatched = frozenset({"central/medals"})

    def laid_out(self) -> dict[str, Any]:
        return {"centre": []}


@pytest.mark.proof
def test_what_an_unread_medal_where_nobody_looks_may_be_makes_no_other_move_less_sure(tmp_path: Path) -> None:
    # Seed 3's first medal lay between players; each of nine may lie in the middle.
    table = _StrangeCentre(tmp_path, "architects", 3, 3, expansions=("medals",))
    while not any(move["move"] == "medal" for move in table.truth):
        assert table.step() is not None
    taken = next(one.draft for one in table.game.journal.events if one.draft.body.get("move") == "medal")
    assert taken.evidence is not None
    assert taken.evidence.posterior > 0.97


def test_a_city_that_nobody_watches_is_never_named_and_the_game_goes_on(tmp_path: Path) -> None:
    table = _Unwatched(tmp_path, "architects", 2, 1)
    while len(table.truth) < _MOVES:
        assert table.step() is not None
        assert _CITY not in [trouble.place for trouble in table.referee.view().health]
    assert len(table.missed) < len(table.truth) / 2
