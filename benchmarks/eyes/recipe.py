"""The customer's own recipe for hard views, where it lies beside the checkout, used as it is."""

import importlib.util
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.eyes.boxes import Card
from benchmarks.eyes.pose import upright
from benchmarks.eyes.views import CORNER_ERROR, Setting
from vision.geometry.image import Image

PATH = Path(__file__).parents[3] / "shared" / "recipes" / "hard_views.py"


@cache
def _recipe() -> Any:
    spec = importlib.util.spec_from_file_location("hard_views", PATH)
    if spec is None or spec.loader is None or not PATH.is_file():
        raise SystemExit("benchmark: the recipe for hard views is not here; leave out: --views recipe")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def recipe_view(card: Card, setting: Setting, share: float, rng: np.random.Generator) -> tuple[Image, float]:
    """The piece upright, as ``views.frames`` has it, from the recipe's hard view, and the share hidden."""
    other = setting.others[int(rng.integers(len(setting.others)))].picture if share else None
    crop, quad, told = _recipe().make_query(card.picture, setting.ground, rng, occ=share, other=other, hard=1.0)
    given = quad + rng.normal(0, CORNER_ERROR, (4, 2)) * told["cardh"]
    return upright(crop, given), float(told["occ"])
