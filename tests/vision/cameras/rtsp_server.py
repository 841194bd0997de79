"""A camera that speaks RTSP (RFC 2326) and sends JPEGs (RFC 2435) within the same TCP connection: no more than that."""

import itertools
import socket
import struct
import threading
import time
from collections.abc import Callable

import cv2

from vision.geometry.image import Image

_LARGEST = 1400
_JPEG = 26


class RtspServer:
    """Sends what ``picture(k)`` gives; ``silent``: stops sending, the connection open; ``close`` hangs up."""

    def __init__(self, picture: Callable[[int], Image]) -> None:
        self._picture = picture
        self.silent = threading.Event()
        self.connections = 0
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = self._listener.getsockname()[1]
        self._clients: list[socket.socket] = []
        threading.Thread(target=self._serve, daemon=True).start()

    @property
    def address(self) -> str:
        return f"rtsp://127.0.0.1:{self.port}/table"

    def hang_up(self) -> None:
        for client in self._clients:
            client.close()
        self._clients.clear()

    def close(self) -> None:
        self._listener.close()
        self.hang_up()

    def _serve(self) -> None:
        while True:
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            self._clients.append(client)
            threading.Thread(target=self._talk, args=(client,), daemon=True).start()

    def _talk(self, client: socket.socket) -> None:
        try:
            heard = b""
            while True:
                while b"\r\n\r\n" not in heard:
                    more = client.recv(4096)
                    if not more:
                        return
                    heard += more
                request, _, heard = heard.partition(b"\r\n\r\n")
                method = request.split(b" ")[0].decode()
                client.sendall(self._answer(method, request.decode()))
                if method == "PLAY":
                    self.connections += 1
                    self._send(client)
        except OSError:
            return

    def _answer(self, method: str, request: str) -> bytes:
        number = next(line.split(":")[1].strip() for line in request.splitlines() if line.lower().startswith("cseq"))
        head, body = [f"CSeq: {number}"], ""
        if method == "OPTIONS":
            head.append("Public: OPTIONS, DESCRIBE, SETUP, PLAY, TEARDOWN")
        elif method == "DESCRIBE":
            told = (
                "v=0",
                "o=- 0 0 IN IP4 127.0.0.1",
                "s=table",
                "t=0 0",
                f"m=video 0 RTP/AVP {_JPEG}",
                "a=control:track",
            )
            body = "\r\n".join((*told, ""))
            head += ["Content-Type: application/sdp", f"Content-Base: {self.address}/", f"Content-Length: {len(body)}"]
        elif method == "SETUP":
            head += ["Transport: RTP/AVP/TCP;unicast;interleaved=0-1", "Session: 1"]
        else:
            head.append("Session: 1")
        return ("RTSP/1.0 200 OK\r\n" + "\r\n".join(head) + "\r\n\r\n" + body).encode()

    def _send(self, client: socket.socket) -> None:
        numbers = itertools.count()
        for k in itertools.count():
            while self.silent.is_set():
                time.sleep(0.02)
            height, width, tables, scan = _parts(self._picture(k))
            for start in range(0, len(scan), _LARGEST):
                piece = scan[start : start + _LARGEST]
                last = start + _LARGEST >= len(scan)
                head = struct.pack(">I", start) + bytes((1, 255, width // 8, height // 8))
                if start == 0:
                    head += struct.pack(">BBH", 0, 0, len(tables)) + tables
                marked = _JPEG | (0x80 if last else 0)
                packet = struct.pack(">BBHII", 0x80, marked, next(numbers) & 0xFFFF, k * 9000, 7) + head + piece
                client.sendall(struct.pack(">cBH", b"$", 0, len(packet)) + packet)
            time.sleep(0.03)


def _parts(image: Image) -> tuple[int, int, bytes, bytes]:
    """Height, width, quantisation tables and entropy-coded data of a picture as a baseline JPEG, 4:2:0."""
    sampling = [cv2.IMWRITE_JPEG_SAMPLING_FACTOR, cv2.IMWRITE_JPEG_SAMPLING_FACTOR_420]
    data = cv2.imencode(".jpg", image, sampling)[1].tobytes()
    tables, place = b"", 2
    while True:
        kind, length = data[place + 1], struct.unpack(">H", data[place + 2 : place + 4])[0]
        body = data[place + 4 : place + 2 + length]
        place += 2 + length
        if kind == 0xDB:
            while body:
                tables, body = tables + body[1:65], body[65:]
        if kind == 0xDA:
            return image.shape[0], image.shape[1], tables, data[place:-2]
