"""Whose a piece is that lies where two players' regions overlap: it is seen in both, with one track (``vision.live``).

Where it has been believed it stays. Else it belongs where it may come to lie by the rules now, or where it was first.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from functools import cache

from msgspec.structs import replace

from companion.referee.inference.baseline import Baseline, best
from vision.sighting import Scene, Sighting

_Landing = tuple[str, str]
"""A place and the face of a piece that may come to lie there."""


class Whose:
    """What vision said last of each city, and to which of two each piece belongs that it sees in both."""

    def __init__(self) -> None:
        self._said: dict[str, Sighting] = {}
        self._told: dict[str, Sighting] = {}
        self._owner: dict[int, str] = {}

    def told(
        self,
        scene: Scene,
        cities: Collection[str],
        baseline: Mapping[str, Baseline],
        landings: Callable[[], Collection[_Landing]],
    ) -> Scene:
        """The scene with each piece in one city only; also a city that has lost or got one by that.

        ``landings``: what may come to lie where by the rules now.
        """
        self._said.update((sighting.zone, sighting) for sighting in scene.zones if sighting.zone in cities)
        shared = {track: zones for track, zones in self._places() if len(zones) > 1}
        fresh = {sighting.zone for sighting in scene.zones if sighting.zone in cities}
        if not shared and not self._owner:
            for zone in fresh:
                self._told.pop(zone, None)
            return scene
        may_land = cache(landings)
        owners = {track: self._of(track, zones, baseline, may_land) for track, zones in shared.items()}
        touched = fresh.union(*shared.values(), *self._lost(shared))
        self._owner = owners
        mine = {zone: self._without_others(self._said[zone]) for zone in touched if zone in self._said}
        news = {zone: one for zone, one in mine.items() if zone in fresh or one.pieces != self._pieces(zone)}
        self._told |= news
        now = {"frame": scene.frame, "exposed": scene.exposed}
        others = (sighting for sighting in scene.zones if sighting.zone not in news)
        told = (one if zone in fresh else replace(one, **now) for zone, one in news.items())
        return replace(scene, zones=(*others, *told))

    def _places(self) -> Iterator[tuple[int, tuple[str, ...]]]:
        """The cities in which each track is seen."""
        found: dict[int, list[str]] = {}
        for zone, sighting in self._said.items():
            for piece in sighting.pieces:
                found.setdefault(piece.track, []).append(zone)
        return ((track, tuple(sorted(zones))) for track, zones in found.items())

    def _of(
        self,
        track: int,
        zones: tuple[str, ...],
        baseline: Mapping[str, Baseline],
        may_land: Callable[[], Collection[_Landing]],
    ) -> str:
        believed = [zone for zone in zones if zone in baseline and track in baseline[zone].known]
        if len(believed) == 1:
            return believed[0]
        legal = [zone for zone in zones if any((zone, face) in may_land() for face in self._faces(zone, track))]
        before = self._owner.get(track, "")
        if len(legal) == 1:
            return legal[0]
        return before if before in zones else zones[0]

    def _faces(self, zone: str, track: int) -> Iterator[str]:
        return (best(piece) for piece in self._said[zone].pieces if piece.track == track)

    def _lost(self, shared: Mapping[int, tuple[str, ...]]) -> Iterator[set[str]]:
        """The cities of the pieces that are no longer seen in two."""
        for track in self._owner.keys() - shared.keys():
            yield {zone for zone, one in self._said.items() if any(piece.track == track for piece in one.pieces)}

    def _without_others(self, sighting: Sighting) -> Sighting:
        mine = tuple(piece for piece in sighting.pieces if self._owner.get(piece.track, sighting.zone) == sighting.zone)
        return sighting if len(mine) == len(sighting.pieces) else replace(sighting, pieces=mine)

    def _pieces(self, zone: str) -> object:
        return self._told[zone].pieces if zone in self._told else self._said[zone].pieces
