"""Cameras that send by themselves over a network: the newest picture counts, and a line that breaks is mended."""

import contextlib
import hashlib
import socket
import threading
import time
from collections.abc import Callable, Iterator
from typing import Final, Protocol

from vision.cameras.camera import CameraUnavailable, Skipping
from vision.geometry.image import Frame, Image, decode

MOST_BYTES: Final = 8_000_000
"""Of one picture: a JPEG of 12 megapixels of the best quality."""
MOST_PIXELS: Final = 16_000_000
"""Of one picture: twice what a 4K camera sends."""
PATIENCE: Final = 5.0
"""Seconds within which a connection is made, and a picture has come once it has begun."""
_GIVEN_UP: Final = 8.0
"""Seconds without a new picture after which the camera counts as gone: whoever started us starts anew."""
_FIRST_PAUSE, _LONGEST_PAUSE = 0.25, 2.0
"""Seconds before it is connected to again, doubled each time."""

Shot = Callable[[], Image]
"""A picture that has come, to be decoded if anybody wants it."""


class Source(Protocol):
    """Where pictures come from."""

    def shots(self) -> Iterator[Shot]:
        """Connect, and give each picture as it comes. Raises ``CameraUnavailable`` in one line when that ends."""

    def close(self) -> None:
        """Hang up, from another thread too; ``shots`` ends then."""


class StreamCamera(Skipping):
    """The newest picture of a source, each once; ``trouble`` says what is wrong while it is connected to anew."""

    live = True

    def __init__(self, name: str, source: Source) -> None:
        self._name, self._source = name, source
        self._news = threading.Condition()
        self._newest: tuple[int, float, Shot] | None = None
        self._lost: CameraUnavailable | None = None
        self._closed = False
        shots = source.shots()
        # Whether it is a camera at all is told at once.
        self._put(0, next(shots))
        self._thread = threading.Thread(target=self._follow, args=(shots,), name=name, daemon=True)
        self._thread.start()

    def __iter__(self) -> Iterator[Frame]:
        seen, since = -1, time.monotonic()
        while not self._closed:
            newest, lost = self._wait(seen), self._lost
            if newest is not None and newest[0] > seen:
                seen, exposed, shot = newest
                image = self._read(shot, self._name)
                if image is not None:
                    since, self.trouble = time.monotonic(), ""
                    yield Frame(seen, exposed, image)
            elif time.monotonic() - since > _GIVEN_UP:
                raise lost or CameraUnavailable(f"camera {self._name!r}: sends no new pictures", "no_picture")

    def close(self) -> None:
        """Hang up."""
        self._closed = True
        self._source.close()
        with self._news:
            self._news.notify_all()

    def _wait(self, seen: int) -> tuple[int, float, Shot] | None:
        """The newest picture, once there is another one than that; half a second at most."""

        def news() -> bool:
            return self._closed or (self._newest is not None and self._newest[0] > seen)

        with self._news:
            self._news.wait_for(news, 0.5)
            return self._newest

    def _follow(self, shots: Iterator[Shot]) -> None:
        number, pause = 1, _FIRST_PAUSE
        while not self._closed:
            try:
                for shot in shots:
                    self._put(number, shot)
                    number, pause = number + 1, _FIRST_PAUSE
            except CameraUnavailable as error:
                self._lost, self.trouble = error, str(error)
            if not self._closed:
                time.sleep(pause)
                pause = min(_LONGEST_PAUSE, 2 * pause)
                shots = self._source.shots()

    def _put(self, number: int, shot: Shot) -> None:
        with self._news:
            self._newest = number, time.monotonic(), shot
            self._news.notify_all()


class Fresh:
    """Tells pictures that are sent again from new ones: no sensor gives the same bytes twice."""

    def __init__(self) -> None:
        self._last = b""

    def __call__(self, data: bytes) -> bool:
        """Whether these bytes are others than the last ones."""
        digest = hashlib.blake2b(data, digest_size=16).digest()
        new, self._last = digest != self._last, digest
        return new


def hang_up(line: socket.socket | None) -> None:
    """Wake whoever waits for something from this line; it is theirs to close."""
    if line is not None:
        with contextlib.suppress(OSError):
            line.shutdown(socket.SHUT_RDWR)


def jpeg(data: bytes, name: str) -> Shot:
    """A picture that came as a JPEG, no larger than a camera's may be."""
    return lambda: decode(data, name, most=MOST_PIXELS)


@contextlib.contextmanager
def gone(name: str) -> Iterator[None]:
    """What breaks on the way, as a line."""
    try:
        yield
    except OSError as error:
        said = str(error.strerror or error) or "no answer"
        line = f"camera {name!r}: does not answer ({said}); is it on, and in this network?"
        raise CameraUnavailable(line, "no_picture") from error
