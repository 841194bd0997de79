import math
from itertools import combinations
from random import Random

import cv2
import pytest

from companion.games.mats import MAT_HEIGHT, MAT_WIDTH
from companion.twin.arrangement import arrange

_PLAYERS = range(2, 8)


@pytest.mark.parametrize("players", _PLAYERS)
@pytest.mark.parametrize("askew", [0.6, 1.35])
def test_mats_lie_on_the_table_and_none_on_another(players: int, askew: float) -> None:
    for seed in range(5):
        table = arrange(players, Random(seed), askew)
        assert len(table.mats) == players + 1
        boxes = [((mat.x, mat.y), (MAT_WIDTH, MAT_HEIGHT), mat.angle) for mat in table.mats]
        assert not any(cv2.rotatedRectangleIntersection(one, other)[0] for one, other in combinations(boxes, 2))
        corners = [corner for mat in table.mats for corner in mat.corners()]
        assert all(-25 < x < table.width + 25 and -25 < y < table.height + 25 for x, y in corners)


@pytest.mark.parametrize("players", _PLAYERS)
def test_each_players_long_edge_is_the_one_away_from_the_middle(players: int) -> None:
    table = arrange(players, Random(1))
    centre = table.mats[0]
    for mat in table.mats[1:]:
        near, far = mat.to_table(MAT_WIDTH / 2, MAT_HEIGHT), mat.to_table(MAT_WIDTH / 2, 0)
        outwards = (near[0] - far[0], near[1] - far[1])
        away = (mat.x - centre.x, mat.y - centre.y)
        assert outwards[0] * away[0] + outwards[1] * away[1] > 0


@pytest.mark.parametrize("players", _PLAYERS)
def test_seats_go_clockwise_as_the_camera_sees_them(players: int) -> None:
    table = arrange(players, Random(2))
    middle = table.width / 2, table.height / 2
    # On a picture, whose y goes down, the angle grows clockwise.
    angles = [math.atan2(mat.y - middle[1], mat.x - middle[0]) for mat in table.mats[1:]]
    turns = [(after - before) % math.tau for before, after in zip(angles, angles[1:] + angles[:1], strict=True)]
    assert all(turn > 0 for turn in turns)
    assert sum(turns) == pytest.approx(math.tau)


def test_a_table_for_seven_is_about_one_metre_and_65_wide() -> None:
    table = arrange(7, Random(0))
    assert table.width == pytest.approx(1650, abs=30)
    assert table.height == pytest.approx(950, abs=30)


@pytest.mark.parametrize("players", [1, 8])
def test_no_table_for_other_numbers_of_players(players: int) -> None:
    with pytest.raises(ValueError, match="2 to 7"):
        arrange(players, Random(0))
