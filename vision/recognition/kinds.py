"""Which kind of piece a face belongs to: how large it is and which others it can be mistaken for.

Vision knows no game: each package of the entry point group ``companion.games`` brings a table ``kinds.toml`` of its own
pieces. A face that none of them tells of is a large card.
"""

import tomllib
from collections.abc import Iterator
from fnmatch import fnmatchcase
from functools import cache
from importlib.metadata import entry_points
from importlib.resources import files
from typing import Final, Literal, NamedTuple

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


_GROUP: Final = "companion.games"
_TABLE: Final = "kinds.toml"
_OTHER: Final = Kind("*", "card", (65.0, 100.0))
"""What nobody tells of: a large card, as it was before games told (the largest that we know)."""


def tables() -> Iterator[str]:
    """Every table of kinds that is installed, as it is written."""
    for point in sorted(entry_points(group=_GROUP), key=lambda point: point.name):
        table = files(point.value) / _TABLE
        if table.is_file():
            yield table.read_text("utf-8")


@cache
def _kinds() -> tuple[Kind, ...]:
    rows = (row for table in tables() for row in tomllib.loads(table)["kind"])
    told = (
        Kind(row["match"], row["group"], (row["size"][0], row["size"][1]) if "size" in row else None) for row in rows
    )
    return (*told, _OTHER)


@cache
def kind_of(face: str) -> Kind:
    """The kind of the piece that has this face."""
    return next(kind for kind in _kinds() if fnmatchcase(face, kind.match))
