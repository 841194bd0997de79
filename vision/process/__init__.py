"""The vision process: ``Process`` runs camera, watcher and the link to the referee; ``parse`` reads its settings."""

from vision.process.loop import Process
from vision.process.settings import Settings, parse

__all__ = ["Process", "Settings", "parse"]
