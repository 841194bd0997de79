"""How the people of an open table agree to what the camera proposes: "Looks right", or they drag what is wrong."""

import math
from collections.abc import Callable, Container, Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace

from companion.api.protocol import Proposed
from companion.games.frames import about, mean, of_place, rigid
from companion.games.layout import TAGS, Layout, Lie
from companion.games.mats import Place
from companion.games.open_table import as_seated, filling, seated
from companion.games.vocabulary import to_be_tapped
from companion.twin.dealer import Dealer
from vision.sighting import Marker, Mat, Point, Spot

_SLACK = 12.0
"""mm by which a region may be smaller than what its player will lay there."""
_NEAR = 5.0
"""mm by which a spot that is shown may be from where a hand would lay a piece anyhow."""


class Agreed(NamedTuple):
    """The layout that the people confirm, and how often they had to put something right."""

    layout: Layout
    corrections: int


def set_up(dealer: Dealer, read: Callable[[dict[str, Any]], Proposed]) -> Agreed:
    """How these people's open table is set up. ``read`` proposes from what people have said of it.

    Where a wonder was taken for another (the box may not know its faces), its player says which it is, and the table is
    read again.
    """
    told = dealer.said_before()
    proposed = read(told)
    if put_right := _seated(dealer, proposed) is None:
        told |= named(dealer, proposed)
        proposed = read(told)
    tapped = dict[str, Point]()
    while asked := _asked(dealer, proposed, tapped):
        tapped |= asked
        proposed = read(told | {"lies": tapped})
    agreed = agree(dealer, proposed)
    return Agreed(agreed.layout, agreed.corrections + put_right + len(tapped))


def _asked(dealer: Dealer, proposed: Proposed, tapped: Container[str]) -> dict[str, Point]:
    """The piece on which the screen asks people to tap now, and where it lies; nothing: none, or it is not there."""
    lying = {name: _where(dealer, proposed, name) for name in to_be_tapped(proposed.doubts) if name not in tapped}
    return dict([(name, there) for name, there in lying.items() if there is not None][:1])


def _where(dealer: Dealer, proposed: Proposed, name: str) -> Point | None:
    """Where the piece lies that people tap on, in mm of the table as it was read; None: a deck has been played out."""
    parts = name.split("/")
    if parts[-1].isdecimal():
        wonder = seated(dealer.game, proposed.setup)[int(parts[-1])]
        name = "/".join((*parts[:-1], str(seated(dealer.game, dealer.setup_object()).index(wonder))))
    lying = dealer.world.at(name)
    if not lying:
        return None
    there = dealer.world.point(lying[-1])
    place = proposed.layout.places[0]
    mat = next(mat for mat in proposed.layout.mats if mat.number == place.mat)
    return rigid(of_place(place).corners(), proposed.outlines[place.name]).table(on_sheet(there, mat, dealer))


def _seated(dealer: Dealer, proposed: Proposed) -> Layout | None:
    """The layout with its seats as these people count them; None: they do not sit so, or play something else."""
    game = dealer.game
    return as_seated(proposed.layout, seated(game, proposed.setup), seated(game, dealer.setup_object()))


def agree(dealer: Dealer, proposed: Proposed) -> Agreed:
    """Compare a proposal with how these people sit and lay their things; what is wrong they drag."""
    truth = dealer.setup_object()
    corrections = 0 if sorted(proposed.setup.get("progress", ())) == sorted(truth.get("progress", ())) else 1
    found = _seated(dealer, proposed)
    layout = found or proposed.layout
    corrections += found is None
    for name in [place.name for place in layout.places if place.kind == "spread"]:
        out = _out(dealer, layout, name)
        if max(out.values()) > _SLACK:
            layout = layout.redrawn(name, **{side: by + 4 for side, by in out.items() if by > 0})
            corrections += 1
    _follow(dealer, layout)
    return Agreed(layout, corrections)


def named(dealer: Dealer, proposed: Proposed) -> dict[str, Any]:
    """The set-up as these people tap it in where no wonder was told: theirs in the order in which the screen has them.

    What stands where the screen shows a seat is nearest to it, a player's or what stands between them.
    """
    truth = dealer.setup_object()
    shown, mine = seated(dealer.game, proposed.setup), seated(dealer.game, truth)
    parts = [mat for mat in proposed.layout.mats if mat.number]
    lies = {mat.number - 1: _on_table((mat.width / 2, mat.height / 2), mat, dealer) for mat in parts}
    own = [(pose.x, pose.y) for pose in dealer.world.arrangement.mats[1 : len(mine) + 1]]
    nearest = [min(range(len(own)), key=lambda k: math.dist(own[k], lies[seat])) for seat in sorted(lies)]
    if sorted(nearest) != list(range(len(own))) or len(shown) != len(own):
        return truth
    names = [(seen, mine[k]) for seen, k in zip(shown, nearest, strict=True)]
    return truth | {name: _renamed(said, names) for name, said in proposed.setup.items() if name in truth}


def _renamed(said: Any, names: Sequence[tuple[Any, Any]]) -> Any:
    """What a proposal says, with what is there instead of what it took to be there."""
    part = tuple(said) if isinstance(said, list) else said
    for seen, there in names:
        if part == seen:
            return there
    return tuple(_renamed(each, names) for each in part) if isinstance(part, tuple) else said


def _follow(dealer: Dealer, layout: Layout) -> None:
    """What does not lie there yet these people will lay where the screen shows its place, if not there anyhow."""
    for place in layout.places:
        mine = dealer.layer.places.get(place.name)
        if mine is None or place.kind == "spread" or (place.kind != "heap" and dealer.world.at(place.name)):
            continue
        if shown := _shown(dealer, layout, place, mine):
            dealer.layer.places[place.name] = shown


def _shown(dealer: Dealer, layout: Layout, place: Place, mine: Place) -> Place | None:
    """A place as the screen shows it, in mm of the twin's part of the table; None: what they thought of fits in."""
    mat = next(mat for mat in layout.mats if mat.number == place.mat)
    pose = dealer.world.arrangement.mats[mine.mat]

    def own(x: float, y: float) -> Point:
        """From the sheet to the part."""
        return Lie(pose.x, pose.y, pose.angle).on_sheet(_on_table((x, y), mat, dealer), (pose.width, pose.height))

    if place.kind == "heap":
        whole = about(own(x, y) for x, y in of_place(place).corners())
        if about((*whole.grown(_SLACK).corners(), *of_place(mine).corners())) == whole.grown(_SLACK):
            return None
        return replace(filling(mine, whole), kind="heap", spots=())
    shown = [replace(spot, x=own(spot.x, spot.y)[0], y=own(spot.x, spot.y)[1]) for spot in place.spots]
    spots = _as_counted(mine.spots, shown)
    near = all(math.dist((a.x, a.y), (b.x, b.y)) < _NEAR for a, b in zip(spots, mine.spots, strict=True))
    return None if near else replace(mine, spots=spots)


def _as_counted(mine: Sequence[Spot], shown: Sequence[Spot]) -> tuple[Spot, ...]:
    """The spots that are shown, in the order in which these people count theirs, each the nearest.

    Who builds the wonder on the left pushes the card under that one, whichever number its spot has on the screen. Where
    two would be the same, all lie elsewhere than people thought of, and are counted as shown.
    """

    def nearest(own: Spot) -> Spot:
        return min(shown, key=lambda one: math.dist((one.x, one.y), (own.x, own.y)))

    found = tuple(map(nearest, mine))
    return found if len({*found}) == len(shown) else tuple(shown)


def _out(dealer: Dealer, layout: Layout, name: str) -> dict[str, float]:
    """By how much (mm) the cards that hands will lay in a spread would reach over each of its borders."""
    place = next(place for place in layout.places if place.name == name)
    pose = dealer.world.arrangement.mats[place.mat]
    mat = next(mat for mat in layout.mats if mat.number == place.mat)
    wanted = [on_sheet(pose.to_table(x, y), mat, dealer) for x, y in dealer.layer.region(name)]
    xs, ys = [x for x, _ in wanted], [y for _, y in wanted]
    return {
        "left": place.x - min(xs),
        "right": max(xs) - place.x - place.width,
        "top": place.y - min(ys),
        "bottom": max(ys) - place.y - place.height,
    }


def on_sheet(point: Point, mat: Mat, dealer: Dealer) -> Point:
    """A point of the twin's table on a sheet, by the tags, which both know."""
    return rigid(*_tags(mat, dealer)).table(point)


def _on_table(point: Point, mat: Mat, dealer: Dealer) -> Point:
    """A point of a sheet on the twin's table."""
    twin, found = _tags(mat, dealer)
    return rigid(found, twin).table(point)


def _tags(mat: Mat, dealer: Dealer) -> tuple[list[Point], list[Point]]:
    """The middles of the tags on the twin's table, and on a sheet."""
    there = dict(zip(TAGS, dealer.world.arrangement.mats[-len(TAGS) :], strict=True))
    return [(there[tag.id].x, there[tag.id].y) for tag in mat.markers], [_middle(tag) for tag in mat.markers]


def _middle(marker: Marker) -> Point:
    assert marker.corners is not None
    return mean(marker.corners)
