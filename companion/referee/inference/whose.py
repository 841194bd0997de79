"""Whose a piece is that lies where two players' regions overlap: it is seen in both, with one track (``vision.live``).

Where it has been believed it stays. Else it belongs where it may come to lie by the rules now, or where it was first.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from functools import cache

from msgspec.structs import replace

from companion.referee.inference.baseline import Baseline
from companion.referee.inference.named import best
from vision.sighting import Scene, Sighting

_Landing = tuple[str, str]
"""A place and the face of a piece that may come to lie there."""


class Whose:
    """What vision said last of each city, and to which of two each piece belongs that it sees in both."""

    def __init__(self) -> None:
        self._said: dict[str, Sighting] = {}
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
        before, told_apart = self._without_others(), bool(self._owner)
        fresh = {sighting.zone: sighting for sighting in scene.zones if sighting.zone in cities}
        self._said |= fresh
        may_land = cache(landings)
        shared = ((track, zones) for track, zones in self._places() if len(zones) > 1)
        self._owner = {track: self._of(track, zones, baseline, may_land) for track, zones in shared}
        if not self._owner and not told_apart:
            return scene
        now = self._without_others()
        date = {"frame": scene.frame, "exposed": scene.exposed}
        others = (sighting for sighting in scene.zones if sighting.zone not in fresh)
        changed = (
            replace(now[zone], **date) for zone in now if zone not in fresh and now[zone].pieces != before[zone].pieces
        )
        return replace(scene, zones=(*others, *(now[zone] for zone in fresh), *changed))

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

    def _without_others(self) -> dict[str, Sighting]:
        """What was said of each city, without the pieces that are another one's."""
        return {zone: self._mine(sighting) for zone, sighting in self._said.items()}

    def _mine(self, sighting: Sighting) -> Sighting:
        mine = tuple(piece for piece in sighting.pieces if self._owner.get(piece.track, sighting.zone) == sighting.zone)
        return sighting if len(mine) == len(sighting.pieces) else replace(sighting, pieces=mine)
