"""Players' badges shown to the camera are read while somebody wants them, and nothing else is taken for one."""

import time
from collections.abc import Iterator

import pytest

from tests.vision.code_scenes import qr, scene
from vision.codes.payloads import decode_player, encode_label, is_ours
from vision.geometry.image import Frame
from vision.process.badges import Badges
from vision.sighting import Badge

SECRET = "A-b_" * 8
LINK = f"http://192.168.1.5:8490/enter/{SECRET}"


@pytest.fixture
def badges() -> Iterator[Badges]:
    reading = Badges()
    yield reading
    reading.close()


def told(badges: Badges, code: str, first: float, until: float) -> list[Badge]:
    """What is told while this code is held before the camera."""
    picture, found, number = scene([(qr(code, 4), (200, 60), 8)]), list[Badge](), 0
    ends = time.monotonic() + 30
    while first < until and time.monotonic() < ends:
        number += 1
        found += badges.step(Frame(number, first, picture))
        if not badges.busy:
            first += 1.0
    return found


def test_a_badge_that_is_held_before_the_camera_is_told_once_and_again_later(badges: Badges) -> None:
    assert told(badges, LINK, 100.0, 105.0) == [Badge(SECRET)]
    assert told(badges, LINK, 106.0, 108.0) == [Badge(SECRET)]


def test_a_cards_label_is_no_badge(badges: Badges) -> None:
    assert told(badges, encode_label("architects/wood"), 100.0, 102.0) == []


@pytest.mark.parametrize(
    "payload",
    [
        f"javascript:/enter/{SECRET}", f"{LINK}x", f"{LINK}\n", LINK.replace("A-b_", "A b_"), f"https:///enter/{SECRET}",
        f"https://hub/other/{SECRET}", f"https://user@hub/enter/{SECRET}", "https://hub/enter/",
    ],
)  # fmt: skip
def test_what_only_looks_like_a_players_link_is_noise(payload: str) -> None:
    assert decode_player(payload) is None
    assert not is_ours(payload)
