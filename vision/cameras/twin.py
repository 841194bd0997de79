"""The digital twin's camera: frames over a Unix socket, one for each one asked for."""

import socket
import struct
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from vision.cameras.camera import CameraUnavailable, opens
from vision.geometry.image import Frame

HEADER = struct.Struct("<IIId4x")
"""Number, height, width, exposed; then height * width * 3 bytes of BGR."""
END = 0xFFFFFFFF
"""The number that says: no more frames."""
_LARGEST = 16384
"""Pixels along a side; more is not a frame."""
_PATIENCE = 60.0
"""Seconds that the twin may take over a frame."""


@opens("twin")
class TwinCamera:
    """Pull-driven: the twin's clock goes on only when a frame is asked for."""

    live = False

    def __init__(self, path: str | Path) -> None:
        self.trouble = ""
        self._name = f"twin:{path}"
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._socket.settimeout(_PATIENCE)
        try:
            self._socket.connect(str(path))
        except OSError as error:
            self._socket.close()
            raise CameraUnavailable(
                f"camera {self._name!r}: the twin does not answer ({error})", "no_picture"
            ) from error

    def __iter__(self) -> Iterator[Frame]:
        while True:
            try:
                self._socket.sendall(b"n")
                number, height, width, exposed = HEADER.unpack(self._receive(HEADER.size))
                if number == END:
                    return
                if not (0 < height <= _LARGEST and 0 < width <= _LARGEST):
                    raise CameraUnavailable(f"camera {self._name!r}: sent a frame of {width}x{height}", "no_picture")
                data = self._receive(height * width * 3)
            except OSError as error:
                raise CameraUnavailable(f"camera {self._name!r}: the twin has gone ({error})", "no_picture") from error
            yield Frame(number, exposed, np.frombuffer(data, np.uint8).reshape(height, width, 3))

    def _receive(self, size: int) -> bytearray:
        data = bytearray(size)
        view, got = memoryview(data), 0
        while got < size:
            count = self._socket.recv_into(view[got:])
            if count == 0:
                raise CameraUnavailable(f"camera {self._name!r}: the twin has gone", "no_picture")
            got += count
        return data

    def close(self) -> None:
        """Hang up."""
        self._socket.close()
