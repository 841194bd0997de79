"""The proxy set: complete, of the right sizes, every face unlike every other, legible without colour."""

import itertools
import re

import numpy as np
import numpy.typing as npt

from companion.games.architects.pictures import PALETTE
from companion.games.architects.places import (
    CARD,
    CAT_PAWN,
    PROGRESS_TOKEN,
    central_places,
    medal_places,
    seat_places,
    stage_spots,
)
from companion.games.architects.proxies import PROXIES
from companion.games.architects.rules.facts import FACTS

Picture = npt.NDArray[np.float32]
FACES = PROXIES.face_ids()
PX = 2.0
STRIP = 15


def flat(face: str) -> Picture:
    image = PROXIES.picture(face, PX).astype(np.float32)
    alpha = image[..., 3:] / 255
    return (image[..., :3] * alpha + 128 * (1 - alpha)).astype(np.float32)


def correlation(one: Picture, other: Picture) -> float:
    a, b = one - one.mean((0, 1)), other - other.mean((0, 1))
    return float((a * b).sum() / np.sqrt((a * a).sum() * (b * b).sum()))


def worst(pictures: dict[str, Picture]) -> tuple[float, str, str]:
    pairs = [(a, b) for a, b in itertools.combinations(pictures, 2) if pictures[a].shape == pictures[b].shape]
    return max((correlation(pictures[a], pictures[b]), a, b) for a, b in pairs)


def luminance(colour: str) -> float:
    def linear(part: str) -> float:
        value = int(part, 16) / 255
        return value / 12.92 if value <= 0.04045 else float(((value + 0.055) / 1.055) ** 2.4)

    red, green, blue = (linear(colour[k : k + 2]) for k in (1, 3, 5))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def test_set_holds_every_face_that_can_lie_on_a_mat() -> None:
    wanted = {face for wonder in FACTS.wonders for place in seat_places(0, wonder) for face in place.faces}
    wanted |= {face for place in (*central_places(6), *medal_places(7, 2)) for face in place.faces}
    assert wanted <= set(FACES)
    assert len(FACES) == len(set(FACES)) == 14 + 8 + (18 + 70) + 4 + (12 + 1)


def test_sizes_are_those_that_the_mats_are_printed_for() -> None:
    assert PROXIES.size_mm("architects/wood") == CARD
    assert PROXIES.size_mm("architects/back/central") == CARD
    assert PROXIES.size_mm("architects/progress/culture") == PROGRESS_TOKEN
    assert PROXIES.size_mm("architects/token/cat") == CAT_PAWN
    for wonder in FACTS.wonders:
        for number, spot in enumerate(stage_spots(wonder), 1):
            assert PROXIES.size_mm(f"architects/stage/{wonder}_{number}/built") == (spot.width, spot.height)


def test_faces_are_pairwise_unlike_seen_from_above() -> None:
    value, one, other = worst({face: flat(face) for face in FACES})
    assert value < 0.85, f"{one} and {other} correlate by {value:.2f}"


def test_header_strips_alone_tell_the_cards_apart() -> None:
    strips = {face: flat(face)[: round(STRIP * PX)] for face in FACTS.card_face_ids}
    value, one, other = worst(strips)
    assert value < 0.78, f"{one} and {other} correlate by {value:.2f}"


def test_cards_tell_themselves_apart_without_colour() -> None:
    strips = {face: flat(face)[: round(STRIP * PX)].mean(-1, keepdims=True) for face in FACTS.card_face_ids}
    value, one, other = worst(strips)
    assert value < 0.85, f"{one} and {other} correlate by {value:.2f}"


def test_header_icons_stand_out_from_their_band() -> None:
    for name, family in PALETTE.families.items():
        assert contrast(family.on_band, family.band) >= 4.5, name
    assert len({family.symbol for family in PALETTE.families.values()}) == len(PALETTE.families)


def test_points_and_cost_are_printed_as_the_rules_have_them() -> None:
    for stage in FACTS.stages.values():
        building = re.findall(r">([^<>]+)</text>", PROXIES.svg(f"architects/stage/{stage.id}/building"))
        assert str(stage.count) in building, stage.id
        built = re.findall(r">([^<>]+)</text>", PROXIES.svg(f"architects/stage/{stage.id}/built"))
        assert (str(stage.vp) in built) == bool(stage.vp), stage.id
