"""The seven wonders: a silhouette and a pattern for each deck's back, an outline and a picture for each stage."""

from types import ModuleType

from companion.games.architects.proxies.masonry import Outline, Painter
from companion.games.architects.proxies.wonders import (
    alexandria,
    babylon,
    ephesus,
    giza,
    halicarnassus,
    olympia,
    rhodes,
)

MODULES: dict[str, ModuleType] = {
    "alexandria": alexandria,
    "babylon": babylon,
    "ephesus": ephesus,
    "giza": giza,
    "halicarnassus": halicarnassus,
    "olympia": olympia,
    "rhodes": rhodes,
}
"""Each has ``silhouette``, ``pattern`` and ``STAGES``."""

STAGES: dict[str, tuple[Outline, Painter]] = {
    f"{wonder}_{number}": art for wonder, module in MODULES.items() for number, art in module.STAGES.items()
}
"""Outline and painter of each of the 35 stages, by stage id."""
