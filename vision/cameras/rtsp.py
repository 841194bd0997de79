"""Cameras on the network that speak RTSP, through OpenCV and FFmpeg; over TCP, so that no piece is lost."""

import os
import threading
from collections.abc import Iterator
from typing import Final
from urllib.parse import urlsplit

import cv2
import numpy as np

from vision.cameras.camera import CameraUnavailable, opens
from vision.cameras.stream import MOST_PIXELS, PATIENCE, Fresh, Shot, StreamCamera

_OPTIONS: Final = "OPENCV_FFMPEG_CAPTURE_OPTIONS"
"""Where OpenCV looks for what it tells FFmpeg."""
_TOLD: Final = "rtsp_transport;tcp|protocol_whitelist;rtsp,rtp,tcp|allowed_media_types;video|fflags;nobuffer"
"""No other protocol, whatever the camera says: not a file of this machine, not another address over HTTP."""
_EVERY: Final = 64
"""Of so many rows and columns one pixel is looked at to tell whether a picture is new."""


class RtspSource:
    """One address: ``rtsp://NAME:PASSWORD@HOST:PORT/PATH``."""

    def __init__(self, address: str) -> None:
        parts = urlsplit(address)
        self._address = address
        self.name = f"rtsp://{parts.netloc.rpartition('@')[2]}{parts.path}"
        if not parts.hostname or any(character <= " " for character in address):
            raise CameraUnavailable(f"camera {self.name!r}: not an address; write rtsp://HOST:PORT/PATH")
        self._closed = threading.Event()

    def shots(self) -> Iterator[Shot]:
        """Connect, and give each new picture."""
        os.environ[_OPTIONS] = _TOLD
        wait = round(1000 * PATIENCE)
        limits = (cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, wait, cv2.CAP_PROP_READ_TIMEOUT_MSEC, wait)
        capture = cv2.VideoCapture(self._address, cv2.CAP_FFMPEG, list(limits))
        try:
            if not capture.isOpened():
                mend = "is it on, in this network, and are path, name and password right?"
                raise CameraUnavailable(f"camera {self.name!r}: gives no stream; {mend}", "no_picture")
            self._check(int(capture.get(cv2.CAP_PROP_FRAME_WIDTH)), int(capture.get(cv2.CAP_PROP_FRAME_HEIGHT)))
            fresh = Fresh()
            while not self._closed.is_set():
                good, image = capture.read()
                if not good or image is None:
                    raise CameraUnavailable(f"camera {self.name!r}: has hung up, or sends nothing", "no_picture")
                self._check(image.shape[1], image.shape[0])
                if fresh(np.ascontiguousarray(image[:: image.shape[0] // _EVERY + 1]).tobytes()):
                    yield lambda image=image: image  # type: ignore[misc]
        finally:
            capture.release()

    def close(self) -> None:
        """Hang up with the next picture, or when one is overdue."""
        self._closed.set()

    def _check(self, width: int, height: int) -> None:
        if width * height > MOST_PIXELS:
            most = f"at most {MOST_PIXELS // 1_000_000} million pixels"
            line = f"camera {self.name!r}: its pictures are too large ({width} x {height}; {most})"
            raise CameraUnavailable(line, "no_picture")


@opens("rtsp")
def open_rtsp(rest: str) -> StreamCamera:
    """The camera called ``rtsp://…``."""
    source = RtspSource(f"rtsp:{rest}")
    return StreamCamera(source.name, source)


@opens("rtsps")
def open_rtsps(rest: str) -> StreamCamera:
    """RTSP over TLS: FFmpeg does not look at certificates, so it would be no safer than it seems."""
    raise CameraUnavailable(
        f"camera 'rtsps:{rest.rpartition('@')[2]}': RTSP over TLS is not read; use rtsp:// or https://"
    )
