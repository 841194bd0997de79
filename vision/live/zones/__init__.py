"""Readers of zones, one for each kind. A new kind is a module here, a line in ``READERS`` and in ``ZoneKind``."""

from collections.abc import Callable, Mapping
from typing import Final

from vision.live.zones.heap import HeapReader
from vision.live.zones.pile import PileReader
from vision.live.zones.reader import ZoneReader
from vision.live.zones.slot import SlotReader
from vision.live.zones.spots import SpotsReader
from vision.live.zones.spread import SpreadReader
from vision.live.zones.track import TrackReader
from vision.recognition.library import Library
from vision.recognition.naming import Recogniser
from vision.sighting import ZoneKind

READERS: Final[Mapping[ZoneKind, Callable[[Library, Recogniser], ZoneReader]]] = {
    "spread": SpreadReader,
    "spots": SpotsReader,
    "pile": PileReader,
    "heap": HeapReader,
    "track": TrackReader,
    "slot": SlotReader,
}
"""What reads zones of each kind."""
