"""The screens of each game, found by the entry point group ``companion.screens``; a part is imported when asked for.

The value of an entry names a package whose modules are the parts: ``pad`` (moves by finger), ``table`` (the live
table), ``side`` (one player in full), ``form`` (any move, also an irregular one). A game that lacks a part, or has no
entry at all, gets the one in ``ui.any_game``, which serves every game.
"""

import importlib
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path
from types import ModuleType
from typing import Final

from ui.layout import load

GROUP: Final = "companion.screens"
_ANY: Final = "ui.any_game"


@cache
def part(game: str, name: str) -> ModuleType:
    """A part of a game's screens; where the game has none of its own, the one that serves any game."""
    package = {point.name: point.value for point in entry_points(group=GROUP)}.get(game, _ANY)
    load(Path(str(importlib.import_module(package).__file__)).parent)
    module = f"{package}.{name}"
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        if error.name != module or package == _ANY:
            raise
        return importlib.import_module(f"{_ANY}.{name}")
