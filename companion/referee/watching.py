"""What vision is told to watch: a game's places and the printed mats that they lie on, in vision's own words."""

from collections.abc import Iterable
from typing import Protocol, cast

import msgspec

from companion.games import catalogue
from companion.games.layout import Layout
from companion.games.mats import Place
from vision.sighting import Mat, Watch, Zone


class _Printed(Protocol):
    """What this module asks of a game's facet ``places``."""

    MATS: tuple[Mat, ...]


def watch(game: str, places: Iterable[Place], layout: Layout | None = None) -> Watch:
    """Watch these places of a game. ``layout``: of this table; None: they lie on the printed mats.

    What has no extent has no place there: it is watched where a layout says where it lies.
    """
    lying = (place for place in (places if layout is None else layout.placed(places)) if place.width)
    zones = tuple(msgspec.convert(place, Zone, from_attributes=True) for place in lying)
    used = {zone.mat for zone in zones}
    mats = _mats(game) if layout is None else layout.mats
    return Watch(zones, mats=tuple(mat for mat in mats if mat.number in used))


def watch_for_mats() -> Watch:
    """No game is played: nothing to watch, but somebody may want to see which mats the camera finds."""
    return Watch((), mats=printed_mats())


def printed_mats() -> tuple[Mat, ...]:
    """The mats of all games, each number once: two games' mats never lie on one table."""
    found: dict[int, Mat] = {}
    for game in catalogue.packages():
        found = {mat.number: mat for mat in _mats(game)} | found
    return tuple(found[number] for number in sorted(found))


def _mats(game: str) -> tuple[Mat, ...]:
    facet = catalogue.facet(game, "places")
    return cast("_Printed", facet).MATS if facet is not None else ()
