"""Which kind of piece a face belongs to: how large it is and which others it can be mistaken for."""

import tomllib
from fnmatch import fnmatchcase
from functools import cache
from importlib.resources import files
from typing import Literal, NamedTuple

Group = Literal["card", "back", "token", "stage", "board"]
"""Faces of one group are told apart by one discriminant."""

Size = tuple[float, float]
"""Width and height in mm."""

GRIDS: dict[Group, tuple[int, int]] = {
    "card": (48, 72),
    "back": (48, 72),
    "token": (48, 48),
    "stage": (72, 48),
    "board": (72, 48),
}
"""Width and height in pixels to which a piece is brought before it is described."""


class Kind(NamedTuple):
    """A kind of piece; ``size`` is None where each picture has its own."""

    match: str
    group: Group
    size: Size | None


@cache
def _kinds() -> tuple[Kind, ...]:
    table = tomllib.loads((files("vision") / "kinds.toml").read_text("utf-8"))
    return tuple(
        Kind(row["match"], row["group"], (row["size"][0], row["size"][1]) if "size" in row else None)
        for row in table["kind"]
    )


@cache
def kind_of(face: str) -> Kind:
    """The kind of the piece that has this face."""
    return next(kind for kind in _kinds() if fnmatchcase(face, kind.match))
