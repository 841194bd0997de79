"""A player's things on an open table pushed as one: their sheet goes along; a piece that moves alone takes nothing."""

import cv2
import numpy as np
import pytest

from vision.geometry.image import Image
from vision.geometry.plane import PX_PER_MM, Plane
from vision.geometry.pose import Pose
from vision.live.memory import MatMemory
from vision.live.pieces import Piece
from vision.live.pushed import followed

_SIZE = (420.0, 300.0)
_SPOTS = ((60, 70), (60, 90), (130, 70), (200, 80), (200, 96), (300, 90), (320, 210))


def _table(seed: int) -> Image:
    """520 x 400 mm of wood at 2 pixels a mm; the sheet's corner lies at (50, 50) mm."""
    rng = np.random.default_rng(seed)
    grain = cv2.GaussianBlur(rng.normal(0, 40, (800, 1040)).astype(np.float32), (0, 0), 9, sigmaY=2)
    return np.asarray(np.clip(np.array((90, 130, 180), np.float32) + grain[..., None], 0, 255).astype(np.uint8))


def _card(seed: int) -> Image:
    rng = np.random.default_rng(seed)
    return np.asarray(cv2.resize(rng.integers(0, 255, (12, 8, 3), np.uint8), (110, 160)))


def _laid(motions: list[Image]) -> Image:
    """The table with the cards, each after its own motion (2 x 3, mm on the sheet)."""
    table = _table(1)
    for number, ((x, y), motion) in enumerate(zip(_SPOTS, motions, strict=True)):
        corner = np.array([[1, 0, x - 27.5 + 50], [0, 1, y - 40 + 50], [0, 0, 1.0]])
        there = np.array([[1, 0, 50], [0, 1, 50], [0, 0, 1.0]])
        whole = there @ np.vstack([motion, [0, 0, 1]]) @ np.linalg.inv(there) @ corner
        matrix = (np.diag([2, 2, 1.0]) @ whole @ np.diag([0.5, 0.5, 1.0]))[:2]
        card, size = _card(number), table.shape[1::-1]
        over = cv2.warpAffine(np.full(card.shape[:2], 255, np.uint8), matrix, size) > 127
        table = np.where(over[..., None], cv2.warpAffine(card, matrix, size), table)
    return table


def _motion(dx: float, dy: float, turn: float) -> Image:
    """About the sheet's middle."""
    turned = cv2.getRotationMatrix2D((210.0, 150.0), -turn, 1.0)
    return np.asarray(turned + np.array([[0, 0, dx], [0, 0, dy]]))


def _seen(motions: list[Image]) -> tuple[Plane, MatMemory, Image]:
    """Where the sheet lay, what was remembered of it before, and the frame after the motions."""
    plane = Plane(1, _SIZE, np.array([[2.0, 0, 100], [0, 2.0, 100], [0, 0, 1]]), {})
    sheet = plane.rectify(_laid([_motion(0, 0, 0)] * len(_SPOTS)))
    pieces = tuple(
        Piece(k, Pose(float(x), float(y), 0.0, 55.0, 80.0), (), Pose(x, y, 0, 55, 80).cut(sheet))
        for k, (x, y) in enumerate(_SPOTS)
    )
    memory = MatMemory.blank(_SIZE)
    memory.sheet, memory.pieces["city"] = sheet, pieces
    memory.bare, memory.bare_known = cv2.resize(sheet, (420, 300)), np.ones((300, 420), bool)
    return plane, memory, _laid(motions)


@pytest.mark.parametrize("push", [(5.0, 0.0, 0.0), (-4.0, 3.0, 0.8), (0.0, 6.0, -1.0)])
def test_a_sheet_goes_where_its_things_were_pushed(push: tuple[float, float, float]) -> None:
    motion = _motion(*push)
    plane, memory, frame = _seen([motion] * len(_SPOTS))
    found = followed(plane, memory, plane.rectify(frame), frame)
    assert found is not None
    for x, y in _SPOTS:
        (there,) = found.plane.pixels([(x, y)])
        assert np.allclose(there, (motion @ (x, y, 1) + 50) * PX_PER_MM, atol=1.0)
    # Where the cards lie nothing has changed, and the table beneath them has not come along.
    assert found.memory.sheet is not None
    apart = np.abs(found.memory.sheet.astype(int) - found.sheet).mean(2)
    assert np.quantile(apart, 0.95) < 40
    assert found.memory.bare_known.mean() > 0.5


@pytest.mark.parametrize("moved", [0, 2])
def test_a_sheet_stays_where_few_of_its_things_were_moved(moved: int) -> None:
    motions = [_motion(5, 0, 0)] * moved + [_motion(0, 0, 0)] * (len(_SPOTS) - moved)
    plane, memory, frame = _seen(motions)
    assert followed(plane, memory, plane.rectify(frame), frame) is None


def test_a_sheet_stays_where_its_things_are_cleared_away() -> None:
    plane, memory, _ = _seen([_motion(0, 0, 0)] * len(_SPOTS))
    assert followed(plane, memory, plane.rectify(_table(1)), _table(1)) is None
