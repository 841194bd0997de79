"""A place that is on no picture: a player sits so near the edge that his city has no room there."""

from pathlib import Path

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


def test_a_city_that_nobody_watches_is_never_named_and_the_game_goes_on(tmp_path: Path) -> None:
    table = _Unwatched(tmp_path, "architects", 2, 1)
    while len(table.truth) < _MOVES:
        assert table.step() is not None
        assert _CITY not in [trouble.place for trouble in table.referee.view().health]
    assert len(table.missed) < len(table.truth) / 2
