"""The pages, one a module, found by their names."""

import importlib

from ui.catalogue import part
from ui.page import Page


def page(name: str) -> type[Page]:
    """The class ``NamePage`` of ``ui.screens.name``; for ``game.name`` that of a page which only this game has."""
    game, _dot, own = name.rpartition(".")
    module = part(game, own) if game else importlib.import_module(f"{__name__}.{own}")
    found: type[Page] = getattr(module, f"{own.capitalize()}Page")
    return found
