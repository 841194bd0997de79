"""A wonder's picture tells its stages apart: built, to be built now, waiting."""

import numpy as np
import pytest

from companion.art.raster import Image, rasterise
from companion.games.architects.rules import FACTS
from companion.games.architects.wonder_picture import wonder_picture

GLOW = "#ff00ff"
DRAWN = sorted({stage.rpartition("_")[0] for stage in FACTS.stages} - {"rome", "ur"})


def painted(wonder: str, built: int, *ready: int) -> Image:
    names = [stage.id for stage in FACTS.wonders[wonder].stages]
    stages = {name: place < built for place, name in enumerate(names)}
    svg = wonder_picture(wonder, stages, tuple(names[place] for place in ready), GLOW)
    assert svg is not None
    return rasterise(svg, 360, 340)


def glowing(picture: Image) -> int:
    blue, green, red, opaque = (picture[..., channel].astype(int) for channel in range(4))
    return int(np.count_nonzero((blue > 200) & (red > 200) & (green < 60) & (opaque > 200)))


@pytest.mark.parametrize("wonder", DRAWN)
def test_each_stage_that_is_built_makes_the_picture_more_solid(wonder: str) -> None:
    solid = [int(painted(wonder, built)[..., 3].astype(int).sum()) for built in range(6)]
    assert min(np.diff(solid)) > 0


@pytest.mark.parametrize("wonder", DRAWN)
def test_only_what_can_be_built_now_glows(wonder: str) -> None:
    assert glowing(painted(wonder, 2)) == 0
    assert glowing(painted(wonder, 1, 1)) > 100


def test_a_wonder_that_we_have_not_drawn_has_no_picture() -> None:
    assert wonder_picture("rome", {f"rome_{number}": False for number in range(1, 6)}, (), GLOW) is None
