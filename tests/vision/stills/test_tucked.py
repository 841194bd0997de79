"""Backs under a board are found by what sticks out below it, and nothing is found where nothing does."""

from functools import cache

import cv2
import numpy as np
import pytest

from companion.games.seven_wonders.places import BACKS
from companion.games.seven_wonders.proxies import PROXIES
from vision.geometry.homography import rectangle, transform_points
from vision.geometry.image import Image, encode_png
from vision.recognition.library import Face, Library
from vision.stills.occupancy import Table
from vision.stills.placing import shown
from vision.stills.scoring import Found
from vision.stills.tabletop import Tabletop
from vision.stills.templates import Templates
from vision.stills.tucked import tucked

BOARD = "seven_wonders/board/giza/A"
PX_PER_MM = 4.0
EDGE = (60.0, 110.0)
"""mm from the table's upper left to the board's lower left corner."""
ASLANT = np.array([[0.92, 0.05, 40], [-0.04, 0.9, 60], [-5e-5, 8e-5, 1.0]])
"""From pixels of the table, seen from straight above, to those of the photograph."""

Laid = tuple[str, float, float, bool]
"""A piece, where its lower left corner is (mm along the board's lower edge, and beyond it), whether upside down."""


@cache
def templates() -> Templates:
    faces = (BOARD, *BACKS)
    pictures = {face: PROXIES.picture(face, 3.0)[..., :3] for face in faces}
    return Templates(
        Library(
            tuple(
                Face(face, PROXIES.size_mm(face), (one.shape[1], one.shape[0]), encode_png(np.ascontiguousarray(one)))
                for face, one in pictures.items()
            ),
            (),
        )
    )


def placed(piece: Laid) -> Image:
    """From mm on a piece to pixels of the photograph."""
    face, left, bottom, upside_down = piece
    wide, high = PROXIES.size_mm(face)
    at = np.array([[1, 0, EDGE[0] + left], [0, 1, EDGE[1] + bottom - high], [0, 0, 1]])
    turned = np.array([[-1, 0, wide], [0, -1, high], [0, 0, 1]]) if upside_down else np.eye(3)
    return np.asarray(ASLANT @ np.diag([PX_PER_MM, PX_PER_MM, 1]) @ at @ turned)


def found_below(*laid: Laid) -> list[Found]:
    """What is found below a board that lies on these."""
    rng = np.random.default_rng(4)
    seen = cv2.resize(rng.normal(100, 8, (80, 120, 3)), (1500, 900)).astype(np.float32)
    for piece in (*laid, (BOARD, 0.0, 0.0, False)):
        picture = PROXIES.picture(piece[0], PX_PER_MM)[..., :3].astype(np.float32)
        wide, high = PROXIES.size_mm(piece[0])
        to_mm = np.diag([wide / picture.shape[1], high / picture.shape[0], 1.0])
        matrix = placed(piece) @ to_mm
        drawn = cv2.warpPerspective(picture, matrix, (1500, 900))
        inside = cv2.warpPerspective(np.ones(picture.shape[:2], np.float32), matrix, (1500, 900))[..., None]
        seen = seen * (1 - inside) + drawn * inside
    soft = np.clip(cv2.GaussianBlur(seen, (0, 0), 1.0) + rng.normal(0, 3, seen.shape), 0, 255).astype(np.uint8)
    plane = Tabletop(np.linalg.inv(ASLANT @ np.diag([PX_PER_MM, PX_PER_MM, 1])))
    table = Table(shown(soft), plane, templates(), shown(soft))
    table.claim(table.at(BOARD, placed((BOARD, 0.0, 0.0, False))))
    return tucked(table, templates().alike([BOARD, *BACKS]))


@pytest.mark.parametrize(
    "laid",
    [
        [(BACKS[0], 10.0, 23.0, False), (BACKS[1], 90.0, 26.0, False), (BACKS[2], 168.0, 20.0, False)],
        [(BACKS[0], 0.0, 24.0, False), (BACKS[0], 60.0, 22.0, True), (BACKS[2], 120.0, 30.0, True)],
    ],
)
def test_backs_that_stick_out_below_a_board_are_found_where_they_lie(laid: list[Laid]) -> None:
    found = found_below(*laid)
    assert len(found) == len(laid)
    for piece in laid:
        corners = transform_points(placed(piece), rectangle(PROXIES.size_mm(piece[0])))
        off = [float(np.hypot(*(one.quad.mean(0) - corners.mean(0)))) / PX_PER_MM for one in found]
        nearest = int(np.argmin(off))
        assert off[nearest] < 2.0
        assert found[nearest].faces[0].face == piece[0]


def test_below_a_board_without_cards_under_it_nothing_is_found() -> None:
    assert found_below() == []
