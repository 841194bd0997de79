"""Players' badges, shown to the camera where people check in: read beside the loop, by a process of its own."""

from concurrent.futures import Future, ThreadPoolExecutor
from typing import Final

from vision.codes.payloads import decode_player
from vision.codes.process import CodeReader
from vision.codes.reading import CodesUnavailable
from vision.geometry.image import Frame, Image
from vision.sighting import Badge

_AGAIN: Final = 5.0
"""Seconds of the camera for which a badge that is held there is told once."""


class Badges:
    """``step`` is given every frame while somebody may show a badge, and gives those that were read."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, "badges")
        self._reader: CodeReader | None = None
        self._running: Future[tuple[str, ...]] | None = None
        self._told: dict[str, float] = {}

    @property
    def busy(self) -> bool:
        """Whether a frame is being read."""
        return self._running is not None

    def step(self, frame: Frame) -> tuple[Badge, ...]:
        """Badges that were not told a moment ago; this frame is read where no other one is just being read."""
        running = self._running = self._running or self._thread.submit(self._read, frame.image)
        if not running.done():
            return ()
        self._running = None
        fresh = [one for one in running.result() if frame.exposed - self._told.get(one, -_AGAIN) >= _AGAIN]
        self._told.update(dict.fromkeys(fresh, frame.exposed))
        return tuple(map(Badge, fresh))

    def close(self) -> None:
        """Nobody shows badges any more."""
        self._thread.shutdown(wait=True)
        if self._reader is not None:
            self._reader.close()

    def _read(self, image: Image) -> tuple[str, ...]:
        self._reader = self._reader or CodeReader()
        try:
            codes = self._reader.read(image)
        except CodesUnavailable:
            return ()
        return tuple(secret for code in codes if (secret := decode_player(code.payload)) is not None)
