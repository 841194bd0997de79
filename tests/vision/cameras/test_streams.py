"""Cameras on the network: real servers, hostile ones, ones that stop; each ends in frames or in one line."""

import contextlib
import http.server
import itertools
import ssl
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.board.tls import certificate
from tests.vision.cameras.rtsp_server import RtspServer
from vision.cameras import CameraUnavailable, open_camera, stream
from vision.geometry.image import Image

SIZE = (96, 64)


def picture(k: int) -> Image:
    image = np.full((SIZE[1], SIZE[0], 3), 40, np.uint8)
    cv2.rectangle(image, (4 + k % 60, 8), (24 + k % 60, 56), (200, 90, 30), -1)
    return image


def jpeg(k: int) -> bytes:
    return cv2.imencode(".jpg", picture(k))[1].tobytes()


def part(data: bytes, length: str | None = None) -> bytes:
    told = f"Content-Length: {length or len(data)}\r\n" if length != "" else ""
    return b"--shot\r\nContent-Type: image/jpeg\r\n" + told.encode() + b"\r\n" + data + b"\r\n"


def endless() -> Iterator[bytes]:
    for k in itertools.count():
        yield part(jpeg(k))
        time.sleep(0.01)


class Server:
    """An HTTP server that sends these pieces to everybody who asks, over TLS where it is given a certificate."""

    def __init__(self, pieces: Callable[[], Iterator[bytes]], kind: str, tls: Path | None, status: int) -> None:
        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                outer.asked.append(dict(self.headers))
                self.send_response(status)
                self.send_header("Content-Type", kind)
                self.end_headers()
                with contextlib.suppress(OSError):
                    for piece in pieces():
                        self.wfile.write(piece)

            def log_message(self, *_said: Any) -> None:
                """Nothing."""

        outer, self.asked = self, list[dict[str, str]]()
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        if tls is not None:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(tls)
            self.server.socket = context.wrap_socket(self.server.socket, server_side=True)
        threading.Thread(target=self.server.serve_forever, args=(0.02,), daemon=True).start()
        self.host = f"127.0.0.1:{self.server.server_port}"


Serve = Callable[..., Server]


@pytest.fixture
def serve() -> Iterator[Serve]:
    made: list[Server] = []

    def start(
        pieces: Callable[[], Iterator[bytes]],
        kind: str = "multipart/x-mixed-replace; boundary=shot",
        tls: Path | None = None,
        status: int = 200,
    ) -> Server:
        made.append(Server(pieces, kind, tls, status))
        return made[-1]

    yield start
    for server in made:
        server.server.shutdown()
        server.server.server_close()


def frames(source: str, wanted: int) -> list[Any]:
    camera = open_camera(source)
    try:
        return list(itertools.islice(camera, wanted))
    finally:
        camera.close()


def refused(source: str) -> str:
    with pytest.raises(CameraUnavailable) as caught:
        frames(source, 1)
    line = str(caught.value)
    assert "\n" not in line
    assert len(line) < 300
    return line


def ours(image: Image) -> bool:
    return image.shape == (SIZE[1], SIZE[0], 3) and np.abs(image[2, 2].astype(int) - 40).max() < 12


@pytest.mark.parametrize("length", ["told", "not told"])
def test_pictures_come_in_order_and_each_once(serve: Serve, length: str) -> None:
    told = None if length == "told" else ""
    server = serve(lambda: (piece for k in itertools.count() for piece in (part(jpeg(k), told), slept())))
    seen = frames(f"http://{server.host}/video", 5)
    numbers, times = [frame.number for frame in seen], [frame.exposed for frame in seen]
    assert numbers == sorted(set(numbers))
    assert times == sorted(times)
    assert all(ours(frame.image) for frame in seen)


def slept() -> bytes:
    time.sleep(0.01)
    return b""


def test_a_name_and_password_are_sent_and_never_said(serve: Serve) -> None:
    server = serve(endless)
    frames(f"http://anna:s3cret%21@{server.host}/video", 1)
    assert server.asked[0]["Authorization"] == "Basic YW5uYTpzM2NyZXQh"
    closed = serve(endless, status=401)
    line = refused(f"http://anna:s3cret%21@{closed.host}/video")
    assert "401" in line
    assert "s3cret" not in line


def test_a_line_that_breaks_is_connected_to_again_by_itself(serve: Serve) -> None:
    numbers = itertools.count()
    server = serve(lambda: (part(jpeg(next(numbers))) for _ in range(3)))
    seen = frames(f"http://{server.host}/video", 4)
    assert len(server.asked) > 1
    assert len({frame.number for frame in seen}) == 4


def test_a_stream_that_sends_the_same_picture_again_and_again_counts_as_stopped(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stream, "_GIVEN_UP", 0.6)
    server = serve(lambda: (piece for _ in itertools.count() for piece in (part(jpeg(7)), slept())))
    camera = open_camera(f"http://{server.host}/video")
    seen: list[Any] = []
    with pytest.raises(CameraUnavailable, match="no new pictures"):
        seen.extend(camera)
    camera.close()
    assert len(seen) <= 1


def forever(data: bytes) -> Callable[[], Iterator[bytes]]:
    return lambda: itertools.repeat(data)


HOSTILE: dict[str, tuple[Callable[[], Iterator[bytes]], str]] = {
    "a picture that never ends": (forever(b"\xff" * 65536), "without an end"),
    "a length beyond all measure": (lambda: iter([part(b"x", "999999999")]), "announced"),
    "a head that never ends": (lambda: itertools.chain([b"--shot\r\n"], itertools.repeat(b"X-Y: z\r\n" * 64)), "end"),
    "nothing at all": (lambda: iter([]), "hung up"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_stream_is_refused_in_one_line(serve: Serve, name: str) -> None:
    pieces, said = HOSTILE[name]
    assert said in refused(f"http://{serve(pieces).host}/video")


def test_what_is_no_stream_is_refused_in_one_line(serve: Serve) -> None:
    assert "text/html" in refused(f"http://{serve(endless, 'text/html').host}/")
    assert "answers 302" in refused(f"http://{serve(endless, status=302).host}/")
    assert "not an address" in refused("http://")
    assert "not an address" in refused("rtsp://")
    assert "not read" in refused("rtsps://host/x")
    assert "does not answer" in refused("http://127.0.0.1:9/video")


def test_a_picture_larger_than_any_camera_s_is_skipped_and_told(serve: Serve) -> None:
    huge = cv2.imencode(".png", np.zeros((5000, 5000, 3), np.uint8))[1].tobytes()
    numbers = itertools.count()

    def pieces() -> Iterator[bytes]:
        yield part(huge)
        time.sleep(0.3)
        while True:
            yield part(jpeg(next(numbers)))
            time.sleep(0.01)

    camera = open_camera(f"http://{serve(pieces).host}/video")
    try:
        assert ours(next(iter(camera)).image)
    finally:
        camera.close()


def test_a_bad_certificate_is_refused_and_a_trusted_one_taken(
    serve: Serve, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = certificate(tmp_path, ("127.0.0.1",))
    server = serve(endless, tls=own)
    assert "certificate" in refused(f"https://{server.host}/video")
    monkeypatch.setenv("SSL_CERT_FILE", str(own))
    assert ours(frames(f"https://{server.host}/video", 1)[0].image)


def test_a_server_without_tls_is_told_so(serve: Serve) -> None:
    assert "TLS" in refused(f"https://{serve(endless).host}/video")


@pytest.fixture
def rtsp() -> Iterator[RtspServer]:
    server = RtspServer(picture)
    yield server
    server.close()


def test_rtsp_gives_pictures_and_connects_again_when_it_is_hung_up_on(rtsp: RtspServer) -> None:
    camera = open_camera(rtsp.address)
    try:
        frames_of_it = iter(camera)
        seen = list(itertools.islice(frames_of_it, 3))
        rtsp.hang_up()
        seen += itertools.islice(frames_of_it, 12)
        assert rtsp.connections > 1
    finally:
        camera.close()
    assert all(ours(frame.image) for frame in seen)
    assert len({frame.number for frame in seen}) == len(seen)


def test_an_rtsp_camera_that_is_not_there_is_one_line() -> None:
    assert "gives no stream" in refused("rtsp://anna:s3cret@127.0.0.1:9/x")
