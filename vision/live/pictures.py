"""Pictures of zones as they lay when something was said of them: the evidence for who doubts it afterwards.

Each is kept under its SHA-256, which goes with what is said (``Sighting.picture``), so that no other picture can be
shown for it later. Only what lies on the mats is in them; they are kept for a day and no longer, and never so
many that the disk is full of them: the oldest go first.
"""

import contextlib
import hashlib
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from vision.geometry.image import Image
from vision.geometry.plane import PX_PER_MM, Plane
from vision.sighting import Zone

SUFFIX: Final = ".jpg"
KEPT_SECONDS: Final = 24 * 3600.0
_MOST_BYTES: Final = 64 << 20
"""Some 2,000 pictures: the games of a day at one table."""
_LARGEST: Final = 48_000
"""Bytes of one picture."""
_WIDEST: Final = 640
"""Pixels of its longer side."""
_QUALITIES: Final = (80, 60, 40, 20)
"""Of JPEG: the first with which it is small enough."""
_TIDY_EVERY: Final = 100
"""Pictures after which those that are too old or too many are removed."""


class Pictures:
    """A folder of pictures; several threads may use it. ``wall``: the clock on the wall."""

    def __init__(self, folder: Path, wall: Callable[[], float] = time.time) -> None:
        self._folder, self._wall = folder, wall
        self._kept = 0
        with contextlib.suppress(OSError):
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        self._tidy()

    def keep(self, frame: Image, plane: Plane, zone: Zone) -> str:
        """Keep how a zone looks in this frame; the picture's SHA-256, empty where it cannot be kept."""
        data = _jpeg(_cut(frame, plane, zone))
        name = hashlib.sha256(data).hexdigest()
        try:
            # A card that is full loses pictures first; what was seen is said all the same.
            (self._folder / f"{name}{SUFFIX}").write_bytes(data)
        except OSError:
            return ""
        self._kept += 1
        if self._kept % _TIDY_EVERY == 0:
            self._tidy()
        return name

    def _tidy(self) -> None:
        with contextlib.suppress(OSError):
            files = [(file.stat(), file) for file in self._folder.glob(f"*{SUFFIX}")]
            size, oldest = 0, self._wall() - KEPT_SECONDS
            for stat, file in sorted(files, key=lambda one: -one[0].st_mtime):
                size += stat.st_size
                if size > _MOST_BYTES or stat.st_mtime < oldest:
                    file.unlink(missing_ok=True)


def _cut(frame: Image, plane: Plane, zone: Zone) -> Image:
    """The zone from straight above."""
    scale = min(PX_PER_MM, _WIDEST / max(zone.width, zone.height))
    to_mat = np.array([[1 / scale, 0, zone.x + 0.5 / scale], [0, 1 / scale, zone.y + 0.5 / scale], [0, 0, 1]])
    size = max(1, round(zone.width * scale)), max(1, round(zone.height * scale))
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return cv2.warpPerspective(frame, plane.to_frame @ to_mat, size, flags=flags, borderMode=cv2.BORDER_REPLICATE)


def _jpeg(picture: Image) -> bytes:
    data = b""
    for quality in _QUALITIES:
        data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])[1].tobytes()
        if len(data) <= _LARGEST:
            break
    return data
