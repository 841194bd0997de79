"""Video files, through OpenCV and FFmpeg."""

from collections.abc import Iterator
from pathlib import Path

import cv2

from vision.cameras.camera import CameraUnavailable, opens_paths
from vision.geometry.image import Frame


@opens_paths(Path.is_file)
class VideoCamera:
    """A video file; times are those in the file."""

    live = False

    def __init__(self, path: Path) -> None:
        self.trouble = ""
        self._capture = cv2.VideoCapture(str(path), cv2.CAP_FFMPEG)
        if not self._capture.isOpened():
            raise CameraUnavailable(f"camera {str(path)!r}: not a video file that can be read")
        rate = self._capture.get(cv2.CAP_PROP_FPS)
        self._step = 1 / rate if rate > 0 else 0.1

    def __iter__(self) -> Iterator[Frame]:
        number = 0
        while True:
            good, image = self._capture.read()
            if not good or image is None:
                return
            yield Frame(number, number * self._step, image)
            number += 1

    def close(self) -> None:
        """Close the file."""
        self._capture.release()
