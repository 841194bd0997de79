"""A folder of pictures as a camera: recorded games, holiday snaps, tests."""

import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from vision.cameras.camera import CameraUnavailable, Skipping, opens_paths
from vision.geometry.image import Frame, read_picture

_STAMPED = re.compile(r"frame-(\d+)-(\d+(?:\.\d+)?)$")
_PICTURES = frozenset({".jpg", ".jpeg", ".png", ".bmp", ".webp"})
_SECONDS_A_FRAME = 0.1
"""What lies between pictures that do not say their time."""


@opens_paths(Path.is_dir)
class FolderCamera(Skipping):
    """Pictures in name order; ``frame-000123-12.300.jpg`` says its own number and time.

    Other names are taken to be 0.1 s apart. A picture that cannot be read is skipped, and
    ``trouble`` says which.
    """

    live = False

    def __init__(self, folder: Path) -> None:
        self._paths = sorted(path for path in folder.iterdir() if path.suffix.lower() in _PICTURES)
        if not self._paths:
            raise CameraUnavailable(f"camera {str(folder)!r}: no pictures (*.jpg, *.png) in this folder")

    def __iter__(self) -> Iterator[Frame]:
        number, exposed = -1, -_SECONDS_A_FRAME
        for path in self._paths:
            stamp = _STAMPED.match(path.stem)
            number, exposed = (int(stamp[1]), float(stamp[2])) if stamp else (number + 1, exposed + _SECONDS_A_FRAME)
            image = self._read(partial(read_picture, path), path)
            if image is not None:
                yield Frame(number, exposed, image)

    def close(self) -> None:
        """Nothing is held open."""
