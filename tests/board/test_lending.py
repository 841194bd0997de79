"""A telephone lends its camera: a real browser with a fake camera, over the table's own TLS, to vision's camera."""

import contextlib
import http.client
import itertools
import ssl
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import cv2
import numpy as np
import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser

from companion.api.client import Link
from companion.api.protocol import Answer, Ask, Pairing, View
from companion.board.tls import certificate
from tests.board.table import free_port
from vision.cameras import CameraUnavailable, open_camera


class Lent:
    """A referee and a board that a camera may be lent to; ``address``: where."""

    def __init__(self, folder: Path) -> None:
        self.socket = folder / "lent.sock"
        link, port = folder / "link.sock", free_port()
        told = ("--link", str(link), "--state", str(folder / "state"))
        (folder / "state").mkdir()
        listening = ("--listen", f"127.0.0.1:{port}", "--lend", str(self.socket))
        self._running = [
            subprocess.Popen([sys.executable, "-m", "companion.api", *told]),
            subprocess.Popen([sys.executable, "-m", "companion.board", *told, *listening]),
        ]
        self.port = port
        self._link = Link(link, "screen")
        messages = self._link.messages()
        while not (isinstance(view := next(messages), View) and view.board):
            continue
        ask = Ask(uuid4().hex, "pair", {"camera": True})
        self._link.send(ask)
        answer = next(each for each in messages if isinstance(each, Answer) and each.id == ask.id)
        assert isinstance(answer.body, Pairing), answer.error
        self.address = answer.body.address
        self.certificate = folder / "state" / "board.pem"

    def close(self) -> None:
        self._link.close()
        for process in reversed(self._running):
            process.terminate()
            assert process.wait(20) in (0, -15)


@pytest.fixture(scope="module")
def lent(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lent]:
    made = Lent(tmp_path_factory.mktemp("lent"))
    yield made
    made.close()


def test_what_a_phone_s_camera_sees_reaches_vision_and_ends_when_it_stops(lent: Lent, browser: Browser) -> None:
    with contextlib.closing(
        browser.new_context(
            ignore_https_errors=True, viewport={"width": 360, "height": 740}, locale="en", color_scheme="light"
        )
    ) as context:
        page = context.new_page()
        errors: list[str] = []
        page.on("console", lambda line: errors.append(line.text) if line.type == "error" else None)
        page.goto(lent.address)
        assert Axe().run(page).response["violations"] == []
        assert page.locator("p.note").is_hidden()
        page.click("button.go")
        page.wait_for_selector("p.note >> text=sees through this phone")
        with contextlib.closing(open_camera(f"phone:{lent.socket}")) as camera:
            seen = list(itertools.islice(camera, 3))
        # The fake camera is green, with a moving clock on it.
        assert all(np.median(frame.image[..., 1]) > np.median(frame.image[..., 2]) + 50 for frame in seen)
        assert len({frame.image.tobytes() for frame in seen}) == 3
        assert Axe().run(page).response["violations"] == []
        page.click("button.go")
        assert page.locator("video").is_hidden()
        assert errors == []


def asked(lent: Lent, method: str, path: str, body: bytes | None, origin: str | None) -> int:
    """Over TLS, the table's own certificate trusted: it names the address."""
    context = ssl.create_default_context(cafile=str(lent.certificate))
    host, port = lent.address.split("/")[2].split(":")
    with contextlib.closing(http.client.HTTPSConnection(host, int(port), timeout=30, context=context)) as connection:
        connection.request(method, path, body, {"origin": origin} if origin else {})
        return connection.getresponse().status


def test_only_who_knows_the_secret_lends_and_only_the_last_one_who_began(lent: Lent) -> None:
    base, way = lent.address.rsplit("/lend/", 1)
    way = f"/lend/{way}"
    picture = cv2.imencode(".jpg", np.zeros((60, 80, 3), np.uint8))[1].tobytes()
    assert asked(lent, "GET", "/lend/guessed", None, None) == 404
    assert asked(lent, "POST", "/lend/guessed?of=a&begin", picture, base) == 403
    assert asked(lent, "POST", f"{way}?of=a&begin", picture, "https://evil.example") == 403
    assert asked(lent, "POST", f"{way}?of=a&begin", b"no picture", base) == 415
    assert asked(lent, "POST", f"{way}?of=a&begin", bytes(4_000_001), base) == 413
    assert asked(lent, "POST", f"{way}?of=a&begin", picture, base) == 204
    assert asked(lent, "POST", f"{way}?of=b&begin", picture, base) == 204
    assert asked(lent, "POST", f"{way}?of=a", picture, base) == 409


def test_a_socket_that_nobody_serves_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(CameraUnavailable, match="phone"):
        open_camera(f"phone:{tmp_path / 'none.sock'}")


def test_a_certificate_is_kept_until_it_is_needed_for_another_address(tmp_path: Path) -> None:
    made = certificate(tmp_path, ("192.168.1.5", "table.local"))
    first = made.read_bytes()
    assert certificate(tmp_path, ("192.168.1.5",)).read_bytes() == first
    assert certificate(tmp_path, ("192.168.1.6",)).read_bytes() != first
    assert made.stat().st_mode & 0o777 == 0o600
