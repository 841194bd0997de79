from functools import cache

import cv2
import numpy as np
import pytest

from companion.games.mats import MARKER, MARKER_CORNERS
from companion.twin.artist import Artist
from companion.twin.scenes import SCENES
from companion.twin.world import World
from tests.twin.mats import plain_mat
from tests.twin.tables import dealer
from vision.geometry.image import Image


def _artist(world: World, scene: str, seed: int = 1) -> Artist:
    return Artist(world, SCENES[scene], seed, plain_mat)


def _markers(image: Image) -> dict[int, Image]:
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_250)
    corners, ids, _ = cv2.aruco.ArucoDetector(dictionary).detectMarkers(image)
    return {int(number): quad.reshape(4, 2) for number, quad in zip(np.ravel(ids), corners, strict=True)}


@cache
def _seen(players: int, scene: str) -> Artist:
    """A table that no test changes."""
    return _artist(_mid_game(players), scene)


@cache
def _mid_game(players: int) -> World:
    return dealer(players, players, "cruel", moves=25 * players).world


@pytest.mark.parametrize(
    ("players", "scene"),
    [*(pytest.param(4, scene, marks=pytest.mark.proof) for scene in sorted(SCENES)), (7, "cruel")],
)
def test_every_marker_of_every_mat_is_found_where_the_lens_says(players: int, scene: str) -> None:
    artist = _seen(players, scene)
    found = _markers(artist.frame())
    for mat, pose in enumerate(_mid_game(players).arrangement.mats):
        for corner, (left, top) in enumerate(MARKER_CORNERS):
            middle = pose.to_table(left + MARKER / 2, top + MARKER / 2)
            wanted = artist.lens.pixels(np.array([middle]))[0]
            assert np.linalg.norm(found[4 * mat + corner].mean(axis=0) - wanted) < 2.0


@pytest.mark.parametrize("scene", ["kitchen", pytest.param("cruel", marks=pytest.mark.proof)])
def test_painting_what_changed_is_painting_everything(scene: str) -> None:
    made = dealer(2, 2, scene, moves=30)
    artist = _artist(made.world, scene)
    for _ in range(8):
        step = made.step()
        for action in step.actions if step else ():
            artist.show(action.world)
    arrangement = made.world.arrangement
    pushed = arrangement.moved(2, arrangement.mats[2].__class__(arrangement.mats[2].x + 4, arrangement.mats[2].y, 91.0))
    artist.show(made.world.push(pushed))
    anew = _artist(made.world, scene)  # the camera stands where the mats lay when it was set up
    anew.show(made.world.push(pushed))
    assert np.abs(artist.still().astype(int) - anew.still()).max() <= 1


@pytest.mark.parametrize("scene", sorted(SCENES))
def test_the_whole_picture_is_painted_and_nothing_is_burnt_out(scene: str) -> None:
    still = _seen(4, scene).still()
    assert (still.max(axis=2) < 8).mean() < 0.02
    assert (still.min(axis=2) > 252).mean() < (0.05 if scene == "cruel" else 0.005)


def test_a_change_of_light_leaves_what_is_painted_consistent() -> None:
    made = dealer(2, 2, "cruel", moves=10)
    one, other = _artist(made.world, "cruel"), _artist(made.world, "cruel")
    one.relight()
    step = made.step()
    while not (step and step.actions):
        step = made.step()
    one.show(made.world)
    other.show(made.world)
    assert np.abs(one.still().astype(int) - other.still()).max() > 5
    other.relight()
    assert np.abs(one.still().astype(int) - other.still()).max() <= 1


def test_frames_follow_from_the_seed_and_no_two_are_alike() -> None:
    world = _mid_game(2)
    one, other, third = (_artist(world, "kitchen", seed) for seed in (3, 3, 4))
    first, second = one.frame(), one.frame()
    assert np.array_equal(first, other.frame())
    assert np.array_equal(second, other.frame())
    assert not np.array_equal(first, second)
    assert first.shape != third.frame().shape or not np.array_equal(first, third.frame())


def test_a_hand_covers_the_table_and_leaves_nothing_behind() -> None:
    world, artist = _mid_game(4), _seen(4, "kitchen")
    before = artist.still().copy()
    tip = world.arrangement.mats[0].to_table(90, 150)
    hand = artist.frame_with_hand(2, tip, 20.0)
    covered = np.abs(hand.astype(int) - before).max(axis=2) > 60
    assert 0.005 < covered.mean() < 0.2
    assert np.array_equal(artist.still(), before)
    x, y = artist.lens.pixels(np.array([tip]))[0].astype(int)
    assert covered[y - 80 : y + 80, x - 80 : x + 80].any()


def test_the_kitchen_is_warmer_and_the_studio_more_even() -> None:
    mat = _mid_game(2).arrangement.mats[0]
    tints = {}
    for scene in ("studio", "kitchen"):
        still = _seen(2, scene).still().astype(float)
        white = _seen(2, scene).lens.pixels(np.array([mat.to_table(210, 60)]))[0].astype(int)
        blue, _, red = still[white[1] - 5 : white[1] + 5, white[0] - 5 : white[0] + 5].mean(axis=(0, 1))
        tints[scene] = red / blue
    assert tints["studio"] == pytest.approx(1.0, abs=0.03)
    assert tints["kitchen"] > 1.08
