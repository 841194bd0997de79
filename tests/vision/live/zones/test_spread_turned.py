"""Cards are found where they lie, also where the place that is thought of first is turned or lies far against it."""

from collections.abc import Mapping, Sequence
from typing import cast

import numpy as np
import pytest

from companion.games.architects.proxies import PROXIES
from tests.learned import learned
from tests.vision.live.zones.test_spread import FACES, LOWER, TEMPLE, known, laid
from vision.geometry.image import Image
from vision.geometry.pose import Pose
from vision.live.layers import Explanation, Layers
from vision.live.zones.spread import SpreadReader
from vision.live.zones.spread_pushed import _less_shown
from vision.recognition.naming import LibraryRecogniser


@pytest.mark.parametrize("turn", [-12.0, 10.0, 12.0])
def test_a_card_is_found_where_it_lies_though_it_is_sought_turned_further_than_its_picture_tells(turn: float) -> None:
    library = learned({face: (PROXIES.picture(face, 6.0), PROXIES.size_mm(face)) for face in FACES}, 40)
    reader = SpreadReader(library, LibraryRecogniser(library))
    found = reader.name(laid([(TEMPLE, LOWER)]), LOWER.moved(1.0, -1.5, turn), FACES)
    assert found.pose.distance(LOWER) < 1.0
    assert abs(found.pose.turn - LOWER.turn) < 1.0


class _Weighed:
    """Layers of a column: that a card has gone costs more than that it lies 2 mm beside where it lay, by so much."""

    def __init__(self, by: float) -> None:
        self.pieces = known([(face, Pose(310.0, 50.0 + 15 * k, 0.0, 55.0, 80.0)) for k, face in enumerate(FACES[:3])])
        self._by = by

    def explain(
        self,
        _gone: frozenset[int],
        _new: Sequence[Pose],
        moved: Mapping[int, Pose],
        _copies: tuple[tuple[int, Pose], ...],
    ) -> tuple[float, Image]:
        beside = [moved[k].distance(self.pieces[k].pose.moved(2.0, 0.0)) for k in (0, 1) if k in moved]
        return 1000.0 - sum(self._by - 20 * min(far, 20.0) for far in beside), np.zeros((1, 1))


@pytest.mark.parametrize(("lost", "by", "gone"), [({0}, 40.0, set()), ({0}, -10.0, {0}), ({0, 1}, 40.0, {0, 1})])
def test_the_one_card_of_a_column_laid_anew_whose_strip_is_not_found_lies_where_that_explains_a_little_more(
    lost: set[int], by: float, gone: set[int]
) -> None:
    """7 Wonders 4p 1065, cruel: the lowest of eight, across which the next one lay askew."""
    layers = _Weighed(by)
    moved = {2: layers.pieces[2].pose.moved(-3.0, -6.0, 5.0)}
    found = _less_shown(cast("Layers", layers), Explanation(1000.0, frozenset(lost), (), np.zeros((1, 1)), moved))
    assert found.gone == gone
