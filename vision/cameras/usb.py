"""USB cameras, through OpenCV's VideoCapture and V4L2."""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

import cv2

from vision.cameras.camera import CameraUnavailable, opens
from vision.geometry.image import Frame

_WIDTH, _HEIGHT = 3840, 2160
"""Pixels asked for (4K UHD, the most a USB camera offers); the driver gives its nearest."""
_FAILURES_BEFORE_GIVING_UP = 20
"""Grabs in a row without a picture: two thirds of a second at 30 a second."""
_LATENCY_SECONDS = 0.05
"""From the exposure to the picture's arrival, where the driver does not date it: a frame at 30 a second, and USB."""
_OLDEST_SECONDS = 2.0
"""A stamp further back is not of the monotonic clock."""
_MANUAL_EXPOSURE, _MAINS = 1, 100
"""V4L2's manual mode; its exposures count 0.1 ms, of which 100 are a period of lamps on 50 Hz mains."""
_AUTOMATICS = ((cv2.CAP_PROP_AUTO_EXPOSURE, 3), (cv2.CAP_PROP_AUTO_WB, 1), (cv2.CAP_PROP_AUTOFOCUS, 1))
_SETTLING_FRAMES = 15
"""Frames that the automatics are given to settle (chosen by hand; no camera was at hand)."""


class UsbCamera:
    """A USB camera at the largest picture it offers, up to 3840x2160, each frame dated by its driver.

    ``locked``: what is locked, in words; many drivers take only some of it.
    """

    live = True

    def __init__(self, number: int) -> None:
        self.trouble = self.locked = ""
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
            # Dated before it is decoded, which takes its time.
            good = self._capture.grab()
            exposed = exposed_at(self._capture.get(cv2.CAP_PROP_POS_MSEC) / 1000, time.monotonic())
            good, image = self._capture.retrieve() if good else (False, None)
            if good and image is not None:
                yield Frame(number, exposed, image)
                number, failures = number + 1, 0
                continue
            failures += 1
            if failures >= _FAILURES_BEFORE_GIVING_UP:
                raise CameraUnavailable(
                    f"camera {self._name!r}: gives no more pictures (is it still plugged in?)", "no_picture"
                )

    def lock(self) -> None:
        """Fix exposure, white balance and focus at what the automatics chose, as far as the driver takes it."""
        if self._capture is None:
            return
        if self.locked:
            # The light has changed: they choose anew first.
            for automatic, on in _AUTOMATICS:
                self._capture.set(automatic, on)
            for _ in range(_SETTLING_FRAMES):
                self._capture.grab()
        self.locked = lock_capture(self._capture)

    def close(self) -> None:
        """Give the device back."""
        if self._capture is not None:
            self._capture.release()
            self._capture = None


@opens("usb")
def open_usb(number: str) -> UsbCamera:
    """The camera called ``usb:N``."""
    if not number.isdigit():
        raise CameraUnavailable(f"camera {f'usb:{number}'!r}: a USB camera is usb:0, usb:1, ...")
    return UsbCamera(int(number))


class Settable(Protocol):
    """What is needed of an OpenCV capture to lock it."""

    def get(self, propId: int, /) -> float:  # noqa: N803 - OpenCV's name
        """The value of a property."""

    def set(self, propId: int, value: float, /) -> bool:  # noqa: N803 - OpenCV's name
        """Whether the driver took it."""


def lock_capture(capture: Settable) -> str:
    """Fix what the automatics of a V4L2 camera chose; what the driver took of it, in words."""
    exposure = capture.get(cv2.CAP_PROP_EXPOSURE)
    if exposure >= _MAINS:
        exposure = round(exposure / _MAINS) * _MAINS
    tries = (
        ("exposure", cv2.CAP_PROP_AUTO_EXPOSURE, _MANUAL_EXPOSURE, cv2.CAP_PROP_EXPOSURE, exposure),
        ("white balance", cv2.CAP_PROP_AUTO_WB, 0, cv2.CAP_PROP_WB_TEMPERATURE, None),
        ("focus", cv2.CAP_PROP_AUTOFOCUS, 0, cv2.CAP_PROP_FOCUS, None),
    )
    locked = []
    for word, automatic, off, by_hand, value in tries:
        wanted = capture.get(by_hand) if value is None else value
        if capture.set(automatic, off):
            # Off alone would do for most; some fall back to their defaults.
            capture.set(by_hand, wanted)
            locked.append(word)
    return ", ".join(locked)


def exposed_at(stamp: float, now: float) -> float:
    """When a frame that arrives ``now`` was exposed: the driver's own stamp where that can be (all in seconds).

    Stamps of other clocks than the monotonic one, and missing ones (0), are not believed.
    """
    return stamp if 0 <= now - stamp <= _OLDEST_SECONDS else now - _LATENCY_SECONDS
