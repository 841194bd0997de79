"""The least, most and mean of channels are what numpy says of a last axis."""

import numpy as np
import pytest

from vision.geometry import channels


@pytest.mark.parametrize("kind", [np.uint8, np.float32])
def test_channels_reduce_as_the_last_axis_does(kind: type[np.generic]) -> None:
    picture = np.random.default_rng(1).uniform(0, 255, (17, 23, 3)).astype(kind)
    assert np.array_equal(channels.least(picture), picture.min(-1))
    assert np.array_equal(channels.most(picture), picture.max(-1))
    assert np.allclose(channels.mean(picture), picture.mean(-1), rtol=1e-6)
