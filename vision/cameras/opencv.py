"""USB cameras and video files, both through OpenCV's VideoCapture."""

import time
from collections.abc import Iterator
from pathlib import Path

import cv2

from vision.cameras.camera import CameraUnavailable, Frame

_WIDTH, _HEIGHT = 3840, 2160
_FAILURES_BEFORE_GIVING_UP = 20


class UsbCamera:
    """A USB camera at the largest picture it offers, up to 3840x2160, frames stamped on arrival."""

    live = True

    def __init__(self, number: int) -> None:
        self.trouble = ""
        self._name = f"usb:{number}"
        device = Path(f"/dev/video{number}")
        # Asking OpenCV for a camera that is not there prints several lines of its own.
        self._capture = cv2.VideoCapture(number) if device.exists() else None
        if self._capture is None or not self._capture.isOpened():
            raise CameraUnavailable(f"camera {self._name!r}: not there (is it plugged in? see ls /dev/video*)")
        self._capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
        self._capture.set(cv2.CAP_PROP_FRAME_WIDTH, _WIDTH)
        self._capture.set(cv2.CAP_PROP_FRAME_HEIGHT, _HEIGHT)
        self._capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)

    def __iter__(self) -> Iterator[Frame]:
        number = failures = 0
        while self._capture is not None:
            good, image = self._capture.read()
            if good and image is not None:
                yield Frame(number, time.monotonic(), image)
                number, failures = number + 1, 0
                continue
            failures += 1
            if failures >= _FAILURES_BEFORE_GIVING_UP:
                raise CameraUnavailable(f"camera {self._name!r}: gives no more pictures (is it still plugged in?)")

    def close(self) -> None:
        """Give the device back."""
        if self._capture is not None:
            self._capture.release()
            self._capture = None


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
