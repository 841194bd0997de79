"""Who sits where at an open table of Architects: wonders by their stages, decks beside them."""

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from companion.games.architects.places import CARD, stage_spots
from companion.games.architects.rules.facts import FACTS, Facts
from companion.games.open_table import (
    Frame,
    Rect,
    Thing,
    about,
    mean_turn,
    of_spot,
)
from vision.sighting import Point, Spot

CENTRAL_BACK = "architects/back/central"
"""The back of the deck in the middle."""
_STAGE, _BACK = "architects/stage/", "architects/back/"
_FEWEST_STAGES = 2
"""Stages that make a wonder: one alone may be a false name."""
_AS_LARGE, _BESIDE = 16.0, 330.0
"""mm by which what stands out may be larger or smaller than a wonder; how far its middle may be from its deck's."""


class Side(NamedTuple):
    """A player's side: his wonder, the view from there (mm as on a printed mat), its stages' spots, his deck."""

    wonder: str
    frame: Frame
    spots: tuple[Spot, ...]
    deck: Thing | None = None

    @property
    def stages(self) -> Rect:
        """What the wonder takes, in his frame."""
        return about(point for spot in self.spots for point in of_spot(spot).corners())

    @property
    def taken(self) -> Rect:
        """The same with the deck."""
        rects = [self.stages, *([deck_rect(self)] if self.deck else [])]
        return about(point for rect in rects for point in rect.corners())


def sides_of(found: Sequence[Thing], facts: Facts = FACTS) -> list[Side]:
    """The players: a wonder each (of this box), of which enough stages are seen."""
    sides = []
    for wonder in facts.wonders:
        spots = stage_spots(wonder, facts)
        seen: dict[int, Thing] = {}
        for thing in found:
            stage = thing.face.removeprefix(_STAGE).partition("/")[0]
            if thing.face.startswith(_STAGE) and stage.rpartition("_")[0] == wonder:
                seen.setdefault(int(stage.rpartition("_")[2]) - 1, thing)
        if len(seen) >= _FEWEST_STAGES:
            sides.append(_side(wonder, spots, seen))
    return sides


def _side(wonder: str, spots: Sequence[Spot], seen: Mapping[int, Thing]) -> Side:
    """Where a player looks from: the turn of his stages, and the shift that brings them to where they belong."""
    turned = Frame(0.0, 0.0, mean_turn([thing.turn for thing in seen.values()]))
    gaps = [(turned.own(thing.at), spots[stage]) for stage, thing in seen.items()]
    shift = tuple(sum(own[k] - at for (own, spot) in gaps for at in ((spot.x, spot.y)[k],)) / len(gaps) for k in (0, 1))
    frame = Frame(*turned.table((shift[0], shift[1])), turned.angle)
    placed = []
    for stage, spot in enumerate(spots):
        x, y = frame.own(seen[stage].at) if stage in seen else (spot.x, spot.y)
        placed.append(replace(spot, x=x, y=y))
    return Side(wonder, frame, tuple(placed))


def and_unnamed(
    known: Sequence[Side], found: Sequence[Thing], wanted: Sequence[str], facts: Facts = FACTS
) -> tuple[list[Side], frozenset[str]]:
    """All players, those too whose wonder shows no face of this box; and the wonders that nobody has named yet."""
    named = {side.wonder for side in known}
    said = [wonder for wonder in wanted if wonder not in named and wonder in facts.wonders]
    free = said or [one for one in facts.wonders if one not in named]
    sides, unsure = list(known), set()
    lone = [card for card in filter(_is_card, found) if all(card is not side.deck for side in known)]
    for deck in lone:
        shapes = [thing for thing in found if not thing.face]
        fitting = [(far, k, side) for thing in shapes for k, wonder in enumerate(free)
                   for far, side in _as_large_as(wonder, thing, deck, facts)]  # fmt: skip
        if fitting:
            _, k, side = min(fitting, key=lambda one: one[:2])
            sides.append(side)
            unsure |= {free.pop(k)} - set(wanted)
    return sides, frozenset(unsure)


def _as_large_as(wonder: str, thing: Thing, deck: Thing, facts: Facts) -> list[tuple[float, Side]]:
    """A thing beside a deck, if it is about as large as this wonder: how far it is from that (mm), and the side."""
    spots = stage_spots(wonder, facts)
    wanted = about(point for spot in spots for point in of_spot(spot).corners())
    quarters = round((deck.turn - thing.turn) / 90.0)
    turned = Frame(0.0, 0.0, thing.turn + 90.0 * quarters)
    seen = about(turned.own(point) for point in thing.quad)
    off = max(abs(seen.width - wanted.width), abs(seen.height - wanted.height))
    if off > _AS_LARGE or math.dist(thing.at, deck.at) > _BESIDE:
        return []
    shift = seen.middle[0] - wanted.middle[0], seen.middle[1] - wanted.middle[1]
    return [(off, Side(wonder, Frame(*turned.table(shift), turned.angle), spots, deck))]


def _is_card(thing: Thing) -> bool:
    return thing.face in FACTS.card_face_ids or (thing.face.startswith(_BACK) and thing.face != CENTRAL_BACK)


def with_decks(sides: Sequence[Side], found: Sequence[Thing], middle: Point) -> list[Side]:
    """Each player's deck: of the cards beside wonders the nearest, each card once."""
    pairs = []
    for k, side in enumerate(sides):
        for thing in filter(_is_card, found):
            x, y = side.frame.own(thing.at)
            far = beyond(side.stages, x, y)
            if far < math.dist(thing.at, middle):
                pairs.append((far, k, thing))
    decks: dict[int, Thing] = {}
    for _, k, thing in sorted(pairs, key=lambda one: (one[0], one[1])):
        if k not in decks and thing not in decks.values():
            decks[k] = thing
    return [side._replace(deck=decks.get(k)) for k, side in enumerate(sides)]


def beyond(rect: Rect, x: float, y: float) -> float:
    """How far a point lies outside of a rectangle."""
    dx, dy = max(rect.left - x, 0.0, x - rect.right), max(rect.top - y, 0.0, y - rect.bottom)
    return math.hypot(dx, dy)


def deck_rect(side: Side) -> Rect:
    """What a deck takes, in its player's frame; there is one."""
    assert side.deck is not None
    x, y = side.frame.own(side.deck.at)
    return of_spot(Spot(x, y, *CARD))
