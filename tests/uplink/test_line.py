"""The line to a hub in a hall: its certificate is the one that the QR code named, and no other."""

import hashlib
import ssl
import subprocess
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import NamedTuple

import pytest

from companion.uplink.line import HubAway, Line


class Answering(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("content-length", "2")
        self.end_headers()
        self.wfile.write(b"{}")

    def log_message(self, *_: object) -> None:
        """Say nothing."""


class Hall(NamedTuple):
    """A hub with a certificate that nobody vouches for. ``pin``: its SHA-256."""

    address: str
    pin: str


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    folder = tmp_path_factory.mktemp("hall")
    key, shown = folder / "key.pem", folder / "cert.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
         "-subj", "/CN=hall", "-keyout", str(key), "-out", str(shown)],
        check=True, capture_output=True,
    )  # fmt: skip
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(shown, key)
    with HTTPServer(("127.0.0.1", 0), Answering) as server:
        server.socket = context.wrap_socket(server.socket, server_side=True)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield Hall(f"https://127.0.0.1:{server.server_port}", pin_of(shown))
        server.shutdown()


def pin_of(shown: Path) -> str:
    return hashlib.sha256(ssl.PEM_cert_to_DER_cert(shown.read_text())).hexdigest()


def test_the_certificate_that_was_named_is_taken(hall: Hall) -> None:
    line = Line(hall.address, hall.pin)
    assert (line.get("/").status, line.get("/").body) == (200, b"{}")
    line.close()


@pytest.mark.parametrize("pin", ["", "0" * 64])
def test_no_other_certificate_is_spoken_to(hall: Hall, pin: str) -> None:
    with pytest.raises(HubAway, match="certificate"):
        Line(hall.address, pin).get("/")
