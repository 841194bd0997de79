"""How the table of the current game is laid out, kept beside its journal (``table.json``)."""

from pathlib import Path
from typing import Any

import msgspec

from companion.durable import write_durably
from companion.errors import Unusable
from companion.games.layout import Layout

FILE_NAME = "table.json"


class _Kept(msgspec.Struct, frozen=True):
    journal: str
    layout: Layout | None


class TableFile:
    """The file in a folder of games. ``layout`` is the current game's; None: it lies on printed mats."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / FILE_NAME
        self.layout: Layout | None = None

    def resume(self, journal: Path) -> None:
        """Read the layout of the game that is gone on with; one of another game is none."""
        try:
            kept = msgspec.json.decode(self._path.read_bytes(), type=_Kept)
        except (OSError, msgspec.DecodeError, RecursionError):
            # Without it the game goes on by finger, or the table is read anew.
            return
        self.layout = kept.layout if kept.journal == journal.stem else None

    def keep(self, journal: Path, layout: Layout | None) -> None:
        """From now on the game in this journal lies so. Raises ``OSError``."""
        if layout is not None or self._path.exists():
            write_durably(self._path, msgspec.json.encode(_Kept(journal.stem, layout)))
        self.layout = layout


def layout_of(body: Any) -> Layout | None:
    """A layout out of a command. Raises ``Unusable`` in one line where it is none."""
    try:
        return msgspec.convert(body, Layout | None)
    except msgspec.ValidationError as error:
        raise Unusable(f"the layout cannot be used: {error}") from error
