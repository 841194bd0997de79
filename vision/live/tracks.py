"""Numbers for new tracks."""

import threading


class Fresh:
    """Numbers for new tracks: counted up, never used twice, kept in the memory; safe for several threads."""

    def __init__(self, last: int = 0) -> None:
        self.last = last
        self._lock = threading.Lock()

    def __call__(self) -> int:
        """The next number."""
        with self._lock:
            self.last += 1
            return self.last
