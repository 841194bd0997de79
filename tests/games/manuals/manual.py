"""The shape of what is said of a game in docs/."""

from types import ModuleType
from typing import Any, NamedTuple


class Manual(NamedTuple):
    """A game's part of the manual.

    ``rules``: its package. ``setups`` (without their key), ``moves``, ``checks``, ``positions``: JSON objects as in
    files. ``pieces``: what the ids are of, with all of them. ``notes``: what to know about moves in general.
    """

    title: str
    rules: ModuleType
    setups: tuple[dict[str, Any], ...]
    moves: tuple[dict[str, Any], ...]
    checks: tuple[dict[str, Any], ...]
    positions: tuple[dict[str, Any], ...]
    pieces: dict[str, tuple[str, ...]]
    notes: str = ""
