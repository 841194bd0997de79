"""Who sits where at the table's picture, clockwise; the same for every game."""

from typing import Final

SEATS: Final = 7
"""Seats round the table's picture."""


class Seating:
    """``wonders``, ``sides`` (of boards) and ``names`` by place, empty where nobody sits; ``first``: who begins."""

    def __init__(self) -> None:
        self.wonders = [""] * SEATS
        self.sides = ["A"] * SEATS
        self.names = [""] * SEATS
        self.first = 0

    @property
    def places(self) -> list[int]:
        """Places taken, clockwise."""
        return [place for place in range(SEATS) if self.wonders[place]]

    def seat(self, place: int, wonder: str) -> None:
        """Somebody sits here with this wonder; the first one to sit down begins, until told otherwise."""
        if not self.places:
            self.first = place
        self.wonders[place] = wonder

    def leave(self, place: int) -> None:
        """Nobody sits here any more."""
        self.names[place] = ""
        self.wonders[place] = ""
        if self.first == place and self.places:
            self.first = self.places[0]
