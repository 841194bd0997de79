"""The printed mats of Architects in millimetres: sheets that people have printed must go on fitting.

Run ``python -m tests.games.golden_mats`` only if the mats are drawn anew on purpose; printed ones are void then.
"""

from pathlib import Path

from companion.games.architects.places import (
    MILITARY_RECT,
    MILITARY_SUPPLY_RECT,
    STACK_SPOT,
    central_places,
    seat_places,
)
from companion.games.architects.rules.facts import FACTS
from companion.games.mats import MARKER, MARKER_CORNERS, MAT_HEIGHT, MAT_WIDTH, Place
from vision.sighting import Spot

PATH = Path(__file__).parents[1] / "golden" / "architects-mats.txt"


def render() -> str:
    """Every place and spot."""
    lines = [
        f"mat {MAT_WIDTH} x {MAT_HEIGHT}, markers {MARKER} at {MARKER_CORNERS}",
        f"military {MILITARY_RECT}, supply {MILITARY_SUPPLY_RECT}",
        f"stack {_spot(STACK_SPOT)}",
    ]
    places = [*central_places(max(FACTS.table.conflict_tokens.values()))]
    places += [place for seat, wonder in enumerate(FACTS.wonders) for place in seat_places(seat, wonder)]
    for place in places:
        lines += ["", _place(place), *(f"  {_spot(spot)}" for spot in place.spots)]
    return "\n".join(lines) + "\n"


def _place(place: Place) -> str:
    corner = f"{place.x:g},{place.y:g} {place.width:g} x {place.height:g}"
    piece = "{:g} x {:g}".format(*place.piece)
    return f"{place.name} (mat {place.mat}, {place.kind}) {corner}, pieces {piece}: {' '.join(place.faces)}"


def _spot(spot: Spot) -> str:
    return f"{spot.x:g},{spot.y:g} {spot.width:g} x {spot.height:g} {' '.join(spot.faces)}".rstrip()


if __name__ == "__main__":
    PATH.write_text(render(), encoding="utf-8")
