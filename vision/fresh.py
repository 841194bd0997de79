"""Numbers for new tracks."""


class Fresh:
    """Numbers for new tracks: counted up, never used twice, kept in the memory."""

    def __init__(self, last: int = 0) -> None:
        self.last = last

    def __call__(self) -> int:
        """The next number."""
        self.last += 1
        return self.last
