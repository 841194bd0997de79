"""A telephone that lends its camera: JPEGs over a Unix socket, from the board that the telephone sends them to."""

import contextlib
import socket
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from vision.cameras.camera import CameraUnavailable, opens
from vision.cameras.stream import MOST_BYTES, Fresh, Shot, StreamCamera, gone, hang_up, jpeg

HEADER: Final = struct.Struct("<I")
"""Bytes of the picture that follows."""
_PATIENCE: Final = 5.0
"""Seconds without a picture after which nobody lends a camera; whoever reads tries again."""


class PhoneSource:
    """The board's socket."""

    def __init__(self, path: Path) -> None:
        self._path, self.name = path, "phone"
        self._socket: socket.socket | None = None

    def shots(self) -> Iterator[Shot]:
        """Connect, and give each new picture; the board sends the newest that there is."""
        fresh = Fresh()
        with gone(self.name), contextlib.closing(socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)) as line:
            self._socket = line
            line.settimeout(_PATIENCE)
            line.connect(str(self._path))
            while True:
                (length,) = HEADER.unpack(self._whole(line, HEADER.size))
                if length > MOST_BYTES:
                    raise CameraUnavailable(f"camera 'phone': sent a picture of {length} bytes", "no_picture")
                data = self._whole(line, length)
                if fresh(data):
                    yield jpeg(data, self.name)

    def close(self) -> None:
        """Hang up."""
        hang_up(self._socket)

    def _whole(self, line: socket.socket, size: int) -> bytes:
        data = bytearray()
        while len(data) < size:
            try:
                more = line.recv(size - len(data))
            except TimeoutError:
                more = b""
            if not more:
                mend = "open the address that companion run has printed on one, and lend it"
                raise CameraUnavailable(f"camera 'phone': no telephone lends its camera; {mend}", "no_picture")
            data += more
        return bytes(data)


@opens("phone")
def open_phone(rest: str) -> StreamCamera:
    """The camera called ``phone:SOCKET``."""
    source = PhoneSource(Path(rest))
    return StreamCamera(source.name, source)
