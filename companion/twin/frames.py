"""Hands the twin's frames to vision over a Unix socket, one for each one asked for.

The client sends ``n``; the answer is a header (number, height, width, exposed) and the picture's bytes, blue
first. The number ``END`` says that no more frames come. One client at a time; when it dies another one may come,
and gets the next frame.
"""

import socket
import threading
from collections.abc import Callable
from pathlib import Path

import numpy as np

from vision.cameras.twin import END, HEADER
from vision.geometry.image import Frame

_ASK = b"n"
_PATIENCE = 0.2
_LONGEST_SEND = 30.0


class FrameServer:
    """Serves frames from ``supply`` (``None``: there are no more) in a thread of its own, from ``start`` on."""

    def __init__(self, path: Path, supply: Callable[[], Frame | None]) -> None:
        self._supply = supply
        self._path = path
        self._stop = threading.Event()
        path.unlink(missing_ok=True)
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._socket.bind(str(path))
        self._socket.listen(4)
        self._socket.settimeout(_PATIENCE)
        self._thread = threading.Thread(target=self._serve, name="frames", daemon=True)

    def start(self) -> None:
        """Begin to answer."""
        self._thread.start()

    def close(self) -> None:
        """Stop answering and remove the socket; can be called twice."""
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join()
        self._socket.close()
        self._path.unlink(missing_ok=True)

    def _serve(self) -> None:
        while not self._stop.is_set():
            try:
                client, _ = self._socket.accept()
            except TimeoutError:
                continue
            with client:
                client.settimeout(_PATIENCE)
                self._attend(client)

    def _attend(self, client: socket.socket) -> None:
        """Answer one client until it goes away or we stop."""
        while not self._stop.is_set():
            try:
                asked = client.recv(1)
            except TimeoutError:
                continue
            except OSError:
                return
            if asked != _ASK or not self._send(client, self._supply()):
                return

    def _send(self, client: socket.socket, frame: Frame | None) -> bool:
        """Whether the client took it: a client that was killed in the middle of a frame did not."""
        try:
            if frame is None:
                client.sendall(HEADER.pack(END, 0, 0, 0.0))
                return True
            height, width = frame.image.shape[:2]
            client.settimeout(_LONGEST_SEND)
            client.sendall(HEADER.pack(frame.number, height, width, frame.exposed))
            client.sendall(np.ascontiguousarray(frame.image).data.cast("B"))
            client.settimeout(_PATIENCE)
        except OSError:
            return False
        return True
