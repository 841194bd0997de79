"""The running table: from frames to sightings. ``Watcher`` is the one to ask."""

from vision.live.watcher import LOOKS, Watcher

__all__ = ["LOOKS", "Watcher"]
