"""The colours that are often among those of a surface are found as by comparing with each of them."""

import numpy as np
import pytest

from vision.geometry.tones import Tones


@pytest.mark.parametrize("count", [1, 60, 500, 999])
def test_a_colour_is_among_others_where_so_many_are_near_in_each_coordinate(count: int) -> None:
    draw = np.random.default_rng(count)
    colours, picture = (
        np.clip(draw.normal((20, 128, 240), (40, 12, 12), (*shape, 3)), 0, 255).astype(np.uint8)
        for shape in ((count,), (30, 20))
    )
    far = np.abs(picture[..., None, :].astype(int) - colours.astype(int)).max(-1)
    for often in (1, 3):
        expected = (far < 9).sum(-1) >= often
        assert (Tones(colours, 9, often).among(picture) == expected).all()
        assert count == 1 or 0 < expected.mean() < 1
