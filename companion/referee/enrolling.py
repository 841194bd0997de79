"""Enrolling at the table: what a screen says to who enrols, and what it is told (``companion.api.protocol``)."""

from typing import Literal

import msgspec


class Enrol(msgspec.Struct, frozen=True, tag="enrol"):
    """From a screen to who enrols: do this, as its keys say; ``look``: only tell how it stands.

    ``begin`` a session (of ``game``, where the box does not say which), ``stop`` it and learn, ``leave`` it as it is.
    """

    do: Literal["look", "begin", "take", "skip", "back", "again", "empty", "stop", "leave"]
    game: str = ""


class Enrolling(msgspec.Struct, frozen=True, tag="enrolling"):
    """From who enrols to screens: how it stands.

    ``absent``: nobody here can enrol. Else waiting to ``begin``, for the ``camera``, until the spot is ``clear``, for
    a piece to ``lay``; it has a ``doubt``, has ``taken`` one, is ``learning`` (``share`` of it done, 0..1), or the last
    session is ``done`` or has ``failed``. ``face``: wanted now, ``size`` in mm where its kind has one; ``have`` of
    ``of`` faces have a picture. ``told``: English lines, faces in them as ``<id>``. ``beeps``: counted up with each
    ``beep``. ``rest``: the camera is needed, nobody else may have it.
    """

    phase: Literal["absent", "begin", "camera", "clear", "lay", "doubt", "taken", "learning", "done", "failed"]
    game: str = ""
    face: str = ""
    size: tuple[float, float] | None = None
    have: int = 0
    of: int = 0
    share: float = 0.0
    told: tuple[str, ...] = ()
    beep: Literal["", "taken", "look", "done"] = ""
    beeps: int = 0
    rest: bool = False
