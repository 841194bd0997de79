"""Pieces on each other: the explanation that is true costs least."""

import numpy as np

from tests.vision.live.test_comparison import SIZE, fine, paper
from vision.geometry.image import Image
from vision.geometry.pose import Pose
from vision.live.comparison import Comparison
from vision.live.layers import BARE, Layers, owners, stamps_of
from vision.live.pieces import Piece

LOWER, UPPER = Pose(80, 80, 0, 44, 68), Pose(100, 92, 0, 44, 68)
NEW = Pose(170, 80, 0, 44, 68)
TINTS = {LOWER: (40, 60, 170), UPPER: (150, 70, 40), NEW: (60, 150, 60)}


def sheet(*poses: Pose) -> Image:
    """A mat on which these lie, later ones on earlier ones."""
    whole = paper()
    for pose in poses:
        left, top = round(pose.x - pose.width / 2), round(pose.y - pose.height / 2)
        whole[top : top + 68, left : left + 44] = TINTS.get(pose, (40, 60, 170))
    return whole


def piece(track: int, pose: Pose) -> Piece:
    return Piece(track, pose, (), pose.cut(fine(sheet(pose))))


PIECES = (piece(1, LOWER), piece(2, UPPER))
EVERYWHERE = slice(0, SIZE[0]), slice(0, SIZE[1])


def layers(now: Image) -> Layers:
    covered = owners(stamps_of(PIECES), SIZE) != BARE
    before = fine(sheet(LOWER, UPPER))
    return Layers(Comparison(fine(now), before, paper(), np.ones(SIZE, bool), covered), PIECES, EVERYWHERE)


def cheapest(now: Image) -> str:
    weighed = layers(now)
    moved = LOWER._replace(x=LOWER.x - 12)
    costs = {
        "nothing": weighed.explain(frozenset(), [])[0],
        "lower gone": weighed.explain(frozenset({0}), [])[0],
        "upper gone": weighed.explain(frozenset({1}), [])[0],
        "both gone": weighed.explain(frozenset({0, 1}), [])[0],
        "one came": weighed.explain(frozenset(), [NEW])[0],
        "lower moved": weighed.explain(frozenset(), [], {0: moved})[0],
    }
    return min(costs, key=lambda name: costs[name])


def test_an_explanation_weighs_the_same_whatever_was_weighed_before_it() -> None:
    """One drawing is made out of another one."""
    weighed, elsewhere = layers(sheet(LOWER, UPPER._replace(x=UPPER.x + 5))), UPPER._replace(x=UPPER.x + 5)
    asked = [
        (frozenset(gone), moved, copies)
        for gone in ((), (0,))
        for moved in ({}, {1: elsewhere}, {1: elsewhere.moved(2, 3, 4)}, {1: LOWER})
        for copies in ((), ((1, NEW),))
    ]
    asked += [(frozenset(), {0: LOWER.moved(6, -2, 3), 1: pose}, ()) for pose in (elsewhere, UPPER.moved(-4, 1))]
    for gone, moved, copies in asked:
        cost, apart = weighed.explain(gone, [], moved, copies)
        alone = layers(sheet(LOWER, elsewhere)).explain(gone, [], moved, copies)
        assert cost == alone[0]
        assert (apart == alone[1]).all()


def test_whatever_has_happened_is_the_cheapest_explanation() -> None:
    assert cheapest(sheet(LOWER, UPPER)) == "nothing"
    assert cheapest(sheet(UPPER)) == "lower gone"
    assert cheapest(sheet(LOWER)) == "upper gone"
    assert cheapest(sheet()) == "both gone"
    assert cheapest(sheet(LOWER, UPPER, NEW)) == "one came"
    assert cheapest(sheet(LOWER._replace(x=LOWER.x - 12), UPPER)) == "lower moved"


def test_who_lies_on_top_is_seen_where_two_meet() -> None:
    owner = owners(stamps_of(PIECES), SIZE)
    assert owner[90, 95] == 1
    assert owner[60, 65] == 0
    assert owner[10, 10] == BARE
    assert owners(stamps_of(PIECES[::-1]), SIZE)[90, 95] == 1, "indices are those of the order given"


def test_what_an_explanation_explains_does_not_differ_any_more() -> None:
    _cost, apart = layers(sheet(LOWER)).explain(frozenset({1}), [])
    assert apart.mean() < 0.01
    _cost, apart = layers(sheet(LOWER)).explain(frozenset(), [])
    assert apart.mean() > 0.01
