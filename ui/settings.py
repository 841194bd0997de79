"""What this screen is set to: its language, theme, sounds. One small file beside the state, kept over power cuts."""

import sys
from collections.abc import Iterable
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any, Final, Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from companion.durable import write_durably
from companion.words.language import LANGUAGES, of_the_place

Spoken: TypeAlias = Annotated[str, msgspec.Meta(pattern=f"^({'|'.join(LANGUAGES)})$")]
Hour: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=23)]
_KNOWN: Final = 24
"""So many names are remembered: more than come to one table, fewer than anybody would look through."""
LOUDEST: Final = 10
"""The steps of the volume."""


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that can be set. ``volume``: 0..``LOUDEST``.

    ``quiet``: nothing sounds between the hours ``quiet_from`` and ``quiet_to`` of this machine's clock.
    ``voice``: turns, battles and results are spoken. ``chances``: the graph of the chances to win is wanted.
    ``names``: who has played here, the last ones first.
    """

    language: Spoken = "en"
    theme: Literal["night", "day"] = "night"
    volume: Annotated[int, msgspec.Meta(ge=0, le=LOUDEST)] = 7
    muted: bool = False
    quiet: bool = False
    quiet_from: Hour = 22
    quiet_to: Hour = 7
    voice: bool = False
    chances: bool = False
    names: tuple[str, ...] = ()


def resting(settings: Settings, hour: int) -> bool:
    """Whether this hour of the day, 0..23, is a quiet one; the hours may go over midnight, the last is not quiet."""
    begin, end = settings.quiet_from, settings.quiet_to
    return settings.quiet and (begin <= hour < end if begin <= end else hour >= begin or hour < end)


class Kept:
    """The settings in force, and the file that they are kept in (``None``: they are forgotten at the end).

    A file that is damaged is said in one line on standard error, and begun anew; one that cannot be written, too.
    """

    def __init__(self, path: Path | None = None) -> None:
        self._path = path
        self.now = _read(path)

    def change(self, **changes: Any) -> Settings:
        """Set something else from now on. Raises ``TypeError`` for what is no setting."""
        self.now = replace(self.now, **changes)
        if self._path is not None:
            try:
                self._path.parent.mkdir(parents=True, exist_ok=True)
                write_durably(self._path, msgspec.json.format(msgspec.json.encode(self.now)) + b"\n")
            except OSError as trouble:
                sys.stderr.write(f"ui: {self._path}: the settings cannot be kept ({trouble.strerror})\n")
        return self.now

    def meet(self, names: Iterable[str]) -> None:
        """These people play now: their names are offered first from now on."""
        known = dict.fromkeys(name for name in (*names, *self.now.names) if name)
        if tuple(known) != self.now.names:
            self.change(names=tuple(known)[:_KNOWN])

    @property
    def resting(self) -> bool:
        """Whether it is a quiet hour now."""
        return resting(self.now, datetime.now().astimezone().hour)


def _read(path: Path | None) -> Settings:
    # Before anybody has chosen, the screen speaks as the machine does.
    fresh = msgspec.convert({"language": of_the_place()}, Settings)
    if path is None:
        return fresh
    try:
        return msgspec.json.decode(path.read_bytes(), type=Settings)
    except FileNotFoundError:
        return fresh
    except (OSError, msgspec.DecodeError, UnicodeDecodeError, RecursionError) as trouble:
        sys.stderr.write(f"ui: {path}: these settings cannot be read ({trouble}); starting with the usual ones\n")
        return fresh
