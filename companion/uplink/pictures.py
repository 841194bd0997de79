"""What vision saw, on its way to an arbiter who asks for it: read where vision keeps it, each picture sent once."""

import contextlib
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from companion.uplink.messages import LARGEST_PICTURE

FOLDER: Final = "pictures"
"""Beside the games, unless told otherwise."""
_NAME: Final = re.compile(r"[0-9a-f]{64}")
"""The SHA-256 of a picture: nothing else is looked for in the folder."""


class Gallery:
    """The pictures in a folder; ``wanted``: those that the hub asks for, by their SHA-256."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.wanted: tuple[str, ...] = ()
        self._settled: set[str] = set()

    def next(self, most: int) -> Iterator[tuple[str, bytes]]:
        """So many of those that are wanted and here, by name; say ``sent`` of each."""
        for name in self.wanted:
            if most <= 0:
                return
            if name in self._settled:
                continue
            if picture := self._read(name):
                most -= 1
                yield name, picture
            else:
                self.sent(name)

    def sent(self, name: str) -> None:
        """The hub has it, or it is not here."""
        self._settled.add(name)

    def _read(self, name: str) -> bytes:
        """Empty: it is not here any more (or never was)."""
        if not _NAME.fullmatch(name):
            return b""
        with contextlib.suppress(OSError), (self._folder / f"{name}.jpg").open("rb") as file:
            data = file.read(LARGEST_PICTURE + 1)
            return data if len(data) <= LARGEST_PICTURE else b""
        return b""
