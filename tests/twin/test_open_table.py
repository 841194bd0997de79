"""An open table: no mats, tags at its corners, everybody's things where people lay them."""

from itertools import combinations
from random import Random

import cv2
import numpy as np
import pytest

from companion.games.layout import TAGS
from companion.twin.arrangement import TAG_SHEET, arrange_open
from companion.twin.artist import Artist
from companion.twin.dealer import Dealer
from companion.twin.faceart import Wardrobe
from companion.twin.scenes import SCENES
from vision.geometry.image import Image
from vision.geometry.markers import find_markers


@pytest.mark.parametrize("players", range(2, 8))
def test_parts_and_tags_lie_side_by_side(players: int) -> None:
    for seed in range(5):
        table = arrange_open(players, Random(seed), (500.0, 300.0))
        assert len(table.mats) == players + 1 + len(TAGS)
        boxes = [((mat.x, mat.y), (mat.width, mat.height), mat.angle) for mat in table.mats]
        assert not any(cv2.rotatedRectangleIntersection(one, other)[0] for one, other in combinations(boxes, 2))
        assert all(mat.width == TAG_SHEET for mat in table.mats[players + 1 :])


@pytest.mark.parametrize("players", [2, 7])
def test_the_camera_sees_all_corner_tags(players: int) -> None:
    dealer = Dealer("architects", players, 3, table="open")
    seen = Artist(dealer.world, SCENES["kitchen"], 3, dealer.mats()).frame()
    assert sorted(find_markers(seen)) == sorted(TAGS)


def test_the_same_game_is_played_on_either_table() -> None:
    printed, opened = Dealer("architects", 3, 5), Dealer("architects", 3, 5, table="open")
    for _ in range(40):
        one, other = printed.step(), opened.step()
        assert one is not None
        assert other is not None
        assert one.move == other.move
        assert one.after == other.after
    assert {p.place: p.face for p in printed.world.pieces.values()}.keys() >= {
        p.place for p in opened.world.pieces.values()
    }


class _Squarer:
    """A box whose boards are half as high as wide, and which has no other pictures."""

    def picture(self, face: str) -> Image | None:
        return np.full((150, 300, 4), 200, np.uint8) if "/board/" in face else None


def test_a_board_lies_as_large_as_its_box_has_it_and_cards_for_stages_stick_out_below_it_all_the_same() -> None:
    art = _Squarer()
    dealer = Dealer("seven_wonders", 3, 5, table="open", art=art)
    for seat in range(3):
        (board,) = dealer.layer.places[f"seat/{seat}/board"].spots
        assert (board.width, board.height) == (260.0, 130.0)
        (lies,) = dealer.world.at(f"seat/{seat}/board")
        assert Wardrobe(1.0, art).picture(lies.face).shape[:2] == (130, 260)
        for strip in dealer.layer.places[f"seat/{seat}/stages"].spots:
            assert strip.y - strip.height / 2 == pytest.approx(board.y + board.height / 2)
            mat = dealer.world.arrangement.mats[seat + 1]
            assert strip.y + strip.height / 2 < mat.height
