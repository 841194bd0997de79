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


def test_a_city_that_nobody_watches_is_never_named_and_the_game_goes_on(tmp_path: Path) -> None:
    table = _Unwatched(tmp_path, "architects", 2, 1)
    while len(table.truth) < _MOVES:
        assert table.step() is not None
        assert _CITY not in [trouble.place for trouble in table.referee.view().health]
    assert len(table.missed) < len(table.truth) / 2
