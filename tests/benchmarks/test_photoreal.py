"""The second painter's tables are the twin's: pieces lie on one another, and its camera is the twin's camera."""

from collections.abc import Sequence
from pathlib import Path

import cv2
import msgspec
import numpy as np
import pytest

from benchmarks.photoreal.changed import parts
from benchmarks.photoreal.heap import Pictures, solids
from benchmarks.photoreal.scene import Camera, Scene, Solid
from benchmarks.photoreal.studio import Studio
from companion.twin.dealer import Dealer
from vision.geometry.image import Image, Points

_STEPS = 20


@pytest.fixture(scope="module")
def painted(tmp_path_factory: pytest.TempPathFactory) -> tuple[Studio, Scene, Dealer, Path]:
    dealer = Dealer("architects", 2, 3)
    for _ in range(_STEPS):
        dealer.step()
    folder = tmp_path_factory.mktemp("photoreal")
    studio = Studio(dealer.world, dealer.mats(), folder, 3, players=2, light="lamp", sleeved=True, art=None)
    return studio, studio.scene(dealer.world, "a.png", moment=1, samples=1, scale=1.0), dealer, folder


def test_every_face_that_shows_is_a_solid_and_none_lies_in_another(
    painted: tuple[Studio, Scene, Dealer, Path],
) -> None:
    _, scene, dealer, _ = painted
    shown = {piece.face for piece in dealer.world.pieces.values() if not piece.piled}
    assert shown <= {Path(solid.picture).stem.replace("__", "/") for solid in scene.solids}
    tops: dict[tuple[int, int], float] = {}
    for solid in scene.solids:
        where = round(solid.centre[0]), round(solid.centre[1])
        assert solid.height >= tops.get(where, 0.0) - 1e-6, solid
        tops[where] = solid.height + solid.thick


def test_a_card_on_another_s_edge_leans(painted: tuple[Studio, Scene, Dealer, Path]) -> None:
    cards = [solid for solid in painted[1].solids if not solid.outline]
    leaning = [card for card in cards if max(map(abs, card.slope)) > 1e-3]
    assert leaning
    assert all(max(map(abs, card.slope)) < 0.2 for card in cards), "no card stands on its edge"


def test_a_point_of_the_table_is_where_the_twin_s_lens_sees_it(painted: tuple[Studio, Scene, Dealer, Path]) -> None:
    studio, scene, dealer, folder = painted
    table = dealer.world.arrangement
    camera = scene.camera
    for share in ((0.1, 0.15), (0.5, 0.5), (0.9, 0.2), (0.85, 0.9)):
        point = np.array([share[0] * table.width, share[1] * table.height])
        x, y = _rendered_at(camera, point.tolist(), 0.0)
        rendering = np.zeros((camera.size[1], camera.size[0], 3), np.uint8)
        cv2.circle(rendering, (round(x * 16), round(y * 16)), 6 * 16, (255, 255, 255), -1, cv2.LINE_AA, 4)
        cv2.imwrite(str(folder / "dot.png"), rendering)
        seen = studio.seen(folder / "dot.png")[..., 0].astype(float)
        rows, columns = np.indices(seen.shape)
        middle = (columns * seen).sum() / seen.sum(), (rows * seen).sum() / seen.sum()
        assert middle == pytest.approx(studio.lens.pixels(point[None])[0], abs=0.6)


def _rendered_at(camera: Camera, point: Sequence[float], height: float) -> tuple[float, float]:
    """Where a rendering (pixels) has a point of the table (x, y), so high above it (mm)."""
    ray = np.array(camera.turn).reshape(3, 3) @ (np.array([*point, -height]) - [*camera.eye[:2], -camera.eye[2]])
    x, y = ray[:2] / ray[2] * camera.focal + np.array(camera.centre)
    return float(x), float(y)


def test_a_sleeve_is_only_on_cards(painted: tuple[Studio, Scene, Dealer, Path]) -> None:
    def sleeved(solid: Solid) -> bool:
        return solid.sleeved

    assert {bool(solid.outline) for solid in painted[1].solids if sleeved(solid)} == {False}


def test_only_what_a_move_changes_is_rendered_and_put_into_the_rendering_before(
    painted: tuple[Studio, Scene, Dealer, Path],
) -> None:
    studio, scene, _, _ = painted
    moved = Dealer("architects", 2, 3)
    for _ in range(_STEPS + 1):
        moved.step()
    later = studio.scene(moved.world, "later.png", moment=1, samples=1, scale=1.0)
    new = msgspec.structs.replace(later, parts=parts(scene, later))
    width, height = scene.camera.size
    cv2.imwrite(scene.file, np.zeros((height, width, 3), np.uint8))
    for file in new.files():
        cv2.imwrite(file, np.full((height, width, 3), 255, np.uint8))
    shown = cv2.imread(str(studio.put_together(new, Path(scene.file))))
    assert shown is not None
    assert 0 < np.mean(shown > 0) < 0.5
    camera = later.camera
    for solid in set(scene.solids) ^ set(later.solids):
        x, y = _rendered_at(camera, solid.centre, solid.height)
        assert shown[round(y) - 20 : round(y) + 20, round(x) - 20 : round(x) + 20].min() == 255, solid


def test_no_card_s_corner_stands_through_the_card_on_it(tmp_path: Path) -> None:
    dealer = Dealer("duel", 2, 3)
    for _ in range(25):
        dealer.step()
    lying = solids(dealer.world, Pictures(tmp_path, None), sleeved=False)
    cards = [card for card in lying if not card.outline]
    tried = 0
    for number, lower in enumerate(cards):
        reach = np.stack(np.meshgrid(*(np.linspace(-side / 2, side / 2, 12) for side in lower.size)), -1).reshape(-1, 2)
        turn = np.radians(lower.angle)
        ways = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
        points, heights = reach @ ways + np.array(lower.centre), _heights(lower, reach)
        for upper in cards[number + 1 :]:
            turn = np.radians(upper.angle)
            back = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
            own = (points - np.array(upper.centre)) @ back
            under = (np.abs(own) < np.array(upper.size) / 2 - 1.0).all(axis=1)
            tried += bool(under.any())
            assert (_heights(upper, own[under]) > heights[under]).all(), (lower.picture, upper.picture)
    assert tried > 20


def _heights(card: Solid, own: Points) -> Image:
    """How high a card's surface is (mm) at points of its own (N x 2, mm from its centre)."""
    share = 2 * own / np.array(card.size)
    return np.asarray(card.height + own @ np.array(card.slope) + share**2 @ np.array(card.bend))
